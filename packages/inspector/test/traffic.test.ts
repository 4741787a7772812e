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
});
