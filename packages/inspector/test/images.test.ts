import { describe, expect } from "vitest";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange } from "./support/samples.ts";

/** A red dot. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";

describe("images", () => {
  inBrowser("are shown on both sides, and what only claims to be one is shown as text", async () => {
    const image = (media_type: string, data: string) => ({
      type: "image",
      source: { type: "base64", media_type, data },
    });
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>").toString("base64");
    const content = [image("image/png", PNG), image("image/png", svg), image("image/png", "iVBORw0KGgo!")];
    const messages = [{ role: "user", content }];
    const request = { model: "claude-opus-5-5", max_tokens: 10, messages };
    const gateway = (await startFakeGateway()).add(sampleExchange({ request }));
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
    const rows = page.locator(".row", { hasText: "image" });
    await rows.first().click();
    await expect.poll(() => page.locator(".image-preview img").count()).toBe(2);
    const width = `document.querySelector(".image-preview img").decode().then(() => document.images[0].naturalWidth)`;
    expect(await page.evaluate(width)).toBe(5);
    for (const index of [1, 2]) {
      await rows.nth(index).click();
      await page.locator(".row-value .line").first().waitFor();
      await page.waitForTimeout(100);
      expect(await page.locator(".image-preview").count()).toBe(0);
    }
  });
});
