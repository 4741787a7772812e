import { describe, expect } from "vitest";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange, sampleTraffic } from "./support/samples.ts";

describe("the keyboard", () => {
  inBrowser("goes through the traffic, opens an exchange and its tabs, and comes back", async () => {
    const gateway = (await startFakeGateway()).add(...sampleTraffic(30));
    const { page } = await openPage({ gateway });
    await page.getByText("30 exchanges").waitFor();
    for (const key of ["j", "j", "k", "j"]) await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/exchange\/req-29$/);
    await page.keyboard.press("j");
    await page.waitForURL(/#\/exchange\/req-28$/);
    for (const [key, tab] of Object.entries({ 2: "tools", 3: "stream", 4: "attempts", 5: "cache", 6: "raw" })) {
      await page.keyboard.press(key);
      await page.waitForURL(new RegExp(`#/exchange/req-28/${tab}$`));
    }
    await page.keyboard.press("Escape");
    await page.waitForURL(/#\/$/);
  });

  inBrowser("filters, pauses and explains itself", async () => {
    const gateway = (await startFakeGateway()).add(...sampleTraffic(30));
    const { page } = await openPage({ gateway });
    await page.getByText("30 exchanges").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("gpt-6 429");
    await page.getByRole("region", { name: "Exchanges" }).getByText("No exchange passes the filter").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByText("30 exchanges").waitFor();
    await page.keyboard.press("p");
    gateway.tell(sampleExchange({ seq: 100 }));
    await page.getByText("paused, 1 change since").waitFor();
    await page.keyboard.press("p");
    await page.getByText("31 exchanges").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  inBrowser("goes from one difference to the next, and closes it", async () => {
    const gateway = (await startFakeGateway()).add(sampleExchange());
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
    await page.locator(".row").first().waitFor();
    await page.keyboard.press("n");
    const detail = page.locator(".row-detail");
    await detail.waitFor();
    const first = await detail.locator("h2").textContent();
    await page.keyboard.press("n");
    await expect.poll(() => detail.locator("h2").textContent()).not.toBe(first);
    await page.keyboard.press("Escape");
    await detail.waitFor({ state: "detached" });
  });
});
