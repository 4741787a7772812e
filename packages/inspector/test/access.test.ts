import { describe, expect } from "vitest";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange } from "./support/samples.ts";

describe("a gateway with keys", () => {
  inBrowser("is asked with the key that the reader enters, until the tab is closed", async () => {
    const gateway = (await startFakeGateway()).add(sampleExchange());
    gateway.key = "key-of-alice";
    const { page } = await openPage({ gateway });
    await page.getByLabel("Key", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Show the traffic" }).click();
    await page.getByText("does not accept that key").waitFor();
    await page.getByLabel("Key", { exact: true }).fill("key-of-alice");
    await page.getByRole("button", { name: "Show the traffic" }).click();
    await page.getByText("1 exchange").waitFor();
    await page.reload();
    await page.getByText("1 exchange").waitFor();
    expect(await page.evaluate("localStorage.length + document.cookie.length")).toBeLessThan(2);
  });
});

describe("an address with a key", () => {
  inBrowser("shows the traffic at once, and loses the key", async () => {
    const gateway = (await startFakeGateway()).add(sampleExchange());
    gateway.key = "key-of_run";
    const { page } = await openPage({ gateway, hash: "#key=key-of_run" });
    await page.getByText("1 exchange").waitFor();
    expect(page.url()).toBe(`${gateway.url}/#/`);
    await page.reload();
    await page.getByText("1 exchange").waitFor();
  });
});

describe("a gateway that goes away", () => {
  inBrowser("is said to be offline, and forgets nothing that happens meanwhile", async () => {
    const { page, gateway } = await openPage();
    await page.getByText("No traffic yet").waitFor();
    gateway.tell(sampleExchange({ seq: 1 }));
    await page.getByText("1 exchange").waitFor();
    gateway.disconnect();
    gateway.remove(2, ["req-1"]);
    gateway.tell(sampleExchange({ seq: 3 }));
    await page.locator('[data-id="req-3"]').waitFor();
    await page.locator('[data-id="req-1"]').waitFor({ state: "detached" });
    gateway.forgetEvents();
    gateway.add(sampleExchange({ seq: 4 }));
    gateway.disconnect();
    await page.locator('[data-id="req-4"]').waitFor();
  });
});
