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

  inBrowser("has one Tab stop in the traffic, and arrow keys from one exchange to the next", async () => {
    const gateway = (await startFakeGateway()).add(...sampleTraffic(200));
    const { page } = await openPage({ gateway });
    await page.getByText("200 exchanges").waitFor();
    const focused = () => page.evaluate("document.activeElement?.dataset?.id");
    const untilTurn = async (key: string) => {
      for (let presses = 0; presses < 60 && (await focused()) === undefined; presses++) await page.keyboard.press(key);
      return focused();
    };
    const expectAt = async (id: string | undefined) => expect.poll(focused).toBe(id);
    expect(await untilTurn("Tab")).toBe("req-200");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
    await expectAt("req-199");
    expect(await page.locator(".turn-row[tabindex='0']").count()).toBe(1);
    await page.keyboard.press("Tab");
    await expectAt(undefined);
    await page.keyboard.press("Shift+Tab");
    await expectAt("req-199");
    await page.keyboard.press("End");
    await expectAt("req-1");
    await page.keyboard.press("Home");
    await expectAt("req-200");
    await page.keyboard.press("ArrowDown");
    await expectAt("req-199");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/exchange\/req-199$/);
  });

  inBrowser("reaches the traffic by Tab also where the exchange that it was at is out of sight", async () => {
    const gateway = (await startFakeGateway()).add(...sampleTraffic(200));
    const { page } = await openPage({ gateway });
    await page.getByText("200 exchanges").waitFor();
    for (const key of ["j", "j"]) await page.keyboard.press(key);
    await page.locator(".traffic-list").evaluate((list) => list.scrollTo(0, 4000));
    await expect.poll(() => page.locator('[data-id="req-199"]').count()).toBe(0);
    expect(await page.locator(".turn-row[tabindex='0']").count()).toBe(1);
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

  inBrowser(
    "reaches what can be done with an exchange, and leaves a dialog or a menu before the exchange",
    async () => {
      const gateway = (await startFakeGateway()).add(sampleExchange());
      const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
      await page.locator(".row").first().waitFor();
      const focused = () => page.evaluate("document.activeElement?.textContent");
      for (let presses = 0; presses < 120 && (await focused()) !== "Send again"; presses++)
        await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Send again" });
      await dialog.waitFor();
      expect(await page.evaluate(`document.querySelector("dialog").contains(document.activeElement)`)).toBe(true);
      for (const key of ["Tab", "Tab", "j", "3", "Escape"]) await page.keyboard.press(key);
      await expect.poll(() => dialog.count()).toBe(0);
      expect(await focused()).toBe("Send again");
      for (const key of ["Tab", "Tab", "Enter", "Tab"]) await page.keyboard.press(key);
      expect(await focused()).toBe("This exchange as HTML");
      await page.keyboard.press("Escape");
      expect(await focused()).toBe("Export");
      expect(await page.locator(".menu[open]").count()).toBe(0);
      expect(page.url()).toContain("#/exchange/req-1");
      await page.keyboard.press("Escape");
      await page.waitForURL(/#\/$/);
    },
  );
});
