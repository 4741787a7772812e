import { describe, expect } from "vitest";
import { accessibilityProblems } from "./support/accessibility.ts";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleTraffic } from "./support/samples.ts";

describe("the plots", () => {
  inBrowser("are drawn, and are tables for those who cannot see them", async () => {
    const gateway = (await startFakeGateway()).add(...sampleTraffic(60));
    const { page } = await openPage({ gateway });
    await page.locator(".plot canvas").first().waitFor();
    expect(await page.locator(".plot canvas").count()).toBe(4);
    for (const summary of await page.locator(".plot-table summary").all()) await summary.click();
    const losses = page.getByRole("table", { name: "Losses over time, by level" });
    const cells = await losses.locator("tbody td").allTextContents();
    expect(cells.map(Number).reduce((sum, value) => sum + value, 0)).toBe(60);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  inBrowser("are drawn where the browser names a language that is none", async () => {
    const gateway = (await startFakeGateway()).add(...sampleTraffic(5));
    const { page } = await openPage({ gateway, hash: "#/start" });
    await page
      .context()
      .addInitScript(`Object.defineProperty(navigator, "language", { value: "en-US@posix", configurable: true })`);
    await page.goto(`${gateway.url}/#/`);
    await page.reload();
    await page.locator(".plot canvas").first().waitFor();
  });
});
