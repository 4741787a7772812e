import type { ExchangeSummary } from "@toolglot/gateway";
import { describe, expect } from "vitest";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange, sampleTraffic } from "./support/samples.ts";

describe("the traffic", () => {
  inBrowser("lists sessions with their turns, newest first", async () => {
    const gateway = (await startFakeGateway()).add(...sampleTraffic(30));
    const { page } = await openPage({ gateway });
    await page.getByText("30 exchanges").waitFor();
    const first = page.locator(".turn-row").first();
    expect(await first.textContent()).toContain("claude-haiku-5");
    expect(await page.locator(".session-row").first().textContent()).toContain("6 turns");
  });

  inBrowser("shows exchanges as they happen, and what happened while it was away", async () => {
    const { page, gateway } = await openPage();
    await page.getByText("No traffic yet").waitFor();
    gateway.tell(sampleExchange({ seq: 1, summary: { state: "running", excerpt: "first" } }));
    await page.locator(".turn-row", { hasText: "first" }).waitFor();
    gateway.disconnect();
    gateway.tell(sampleExchange({ seq: 2, summary: { excerpt: "second" } }));
    await page.locator(".turn-row", { hasText: "second" }).waitFor();
  });

  inBrowser("follows five streams at once, from their start to their end", async () => {
    const { page, gateway } = await openPage();
    await page.getByText("No traffic yet").waitFor();
    const ids = [1, 2, 3, 4, 5];
    const steps = [
      { state: "running", sign: "waiting", durationMs: undefined, firstOutputMs: undefined },
      { state: "running", sign: "streaming", durationMs: undefined },
      { state: "done", sign: "1.9 s" },
    ] as const;
    for (const [step, { sign, ...changed }] of steps.entries()) {
      for (const id of ids) {
        const sample = sampleExchange();
        const summary = { ...sample.detail.summary, ...changed, id: `req-${id}`, seq: step * 5 + id };
        // What is undefined is not sent.
        gateway.tell({ ...sample, detail: { ...sample.detail, summary: summary as ExchangeSummary } });
      }
      await expect.poll(() => page.locator(".turn-time", { hasText: sign }).count()).toBe(5);
    }
  });

  inBrowser("narrows the list by losses, errors, model and key", async () => {
    const gateway = (await startFakeGateway()).add(...sampleTraffic(60));
    const { page } = await openPage({ gateway });
    await page.getByText("60 exchanges").waitFor();
    await page.getByRole("button", { name: "lost something" }).click();
    await page.getByText("20 exchanges").waitFor();
    await page.getByLabel("Key", { exact: true }).selectOption("alice");
    await page.getByText("10 exchanges").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByText("60 exchanges").waitFor();
    await page.getByRole("button", { name: "errors" }).click();
    await page.getByText("2 exchanges").waitFor();
    await page.getByLabel("Model").selectOption("claude-haiku-5");
    await page.getByText("1 exchange").waitFor();
  });
});
