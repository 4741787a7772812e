import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";

inBrowser("the start page says why a provider fails, in its words", async () => {
  const { page } = await openPage({ gateway: await startFakeGateway(), hash: "#/start" });
  await page.getByText("failing: quota of the project is used up").waitFor();
});
