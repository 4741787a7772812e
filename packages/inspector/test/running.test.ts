import { describe, expect } from "vitest";
import { accessibilityProblems } from "./support/accessibility.ts";
import { RESPONSES_STREAM } from "./support/conversation.ts";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange } from "./support/samples.ts";

const RUNNING = { state: "running", durationMs: undefined } as never;

describe("an exchange that is running", () => {
  inBrowser("shows what has arrived, and more as it arrives", async () => {
    const gateway = await startFakeGateway();
    gateway.add(sampleExchange({ frames: RESPONSES_STREAM.slice(0, 5), summary: RUNNING }));
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
    const said = page.locator(".pane-response .row", { hasText: "assistant" });
    await expect.poll(() => said.textContent()).toContain('"I\'ll look "');
    expect(await page.locator(".row-lost", { hasText: "top_k" }).count()).toBe(1);
    await page.locator(".differences", { hasText: "/top_k" }).waitFor();
    expect(await page.locator(".pane-problem").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    // Nothing is told between the first output and the end: the page looks by itself.
    gateway.add(sampleExchange({ frames: RESPONSES_STREAM.slice(0, 9), summary: RUNNING }));
    await expect.poll(() => said.textContent(), { timeout: 15_000 }).toContain("I'll look at the failing test ");
    gateway.tell(sampleExchange({ seq: 2, summary: { id: "req-1" } }));
    await page.locator(".pane-response .row", { hasText: "stop_reason" }).waitFor();
  });

  inBrowser("says that it waits before the first output", async () => {
    const gateway = (await startFakeGateway()).add(sampleExchange({ frames: [], summary: RUNNING }));
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
    await page.getByText("Waiting for the first output").waitFor();
    await page.keyboard.press("3");
    await page.getByText("Neither side of this exchange was a stream").waitFor();
  });
});

describe("an exchange whose stream broke", () => {
  inBrowser("shows what was said before, and the error", async () => {
    const error = { type: "upstream_reset", message: "the connection broke" };
    const gateway = await startFakeGateway();
    gateway.add(sampleExchange({ frames: RESPONSES_STREAM.slice(0, 6), summary: { state: "failed", error } }));
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
    const pane = page.locator(".pane-response");
    await pane.locator(".row", { hasText: "I'll look at" }).waitFor();
    const broken = pane.locator(".row", { hasText: "error" });
    expect(await broken.textContent()).toContain("the stream ended before");
    await broken.click();
    await page.locator(".row-value").last().getByText("api_error").waitFor();
  });
});

describe("an exchange whose bodies were dropped", () => {
  for (const [bodiesDropped, reason] of [
    ["busy", "the gateway was too busy"],
    ["sampled", "it is from a busy second, with more requests than are kept whole"],
  ] as const)
    inBrowser(`says in the list and in every tab why (${bodiesDropped})`, async () => {
      const sample = sampleExchange({ summary: { bodiesDropped } });
      const gateway = (await startFakeGateway()).add(rowOf(sample));
      const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
      await page.locator(".turn-row", { hasText: "bodies not kept" }).waitFor();
      for (const tab of ["1", "2", "3", "5"]) {
        await page.keyboard.press(tab);
        await page.getByText(reason).first().waitFor();
      }
      expect(await page.locator(".exchange-figures").textContent()).toContain("changed–");
      expect(await page.locator(".actions > button").allTextContents()).toEqual(["Compare"]);
      expect(await accessibilityProblems(page)).toEqual([]);
    });
});

describe("a row of a busy second", () => {
  inBrowser("says how many requests have no row, as do the totals, and how many have no bodies", async () => {
    const sample = sampleExchange({ summary: { bodiesDropped: "sampled", unlisted: 4321 } });
    const other = sampleExchange({ seq: 2, summary: { bodiesDropped: "sampled" } });
    const gateway = (await startFakeGateway()).add(rowOf(sample), rowOf(other));
    const { page } = await openPage({ gateway, hash: "#/traffic" });
    const row = page.locator(".turn-row", { hasText: "4,321 before it have no row · busy second, bodies not kept" });
    await row.waitFor();
    await page.locator(".totals", { hasText: "without a row4,321 in busy seconds" }).waitFor();
    await page.locator(".totals", { hasText: "without bodies2 in busy seconds" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await row.click();
    await page.getByText("4,321 requests before it have no row either").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

type Sample = ReturnType<typeof sampleExchange>;
type Attempt = Sample["detail"]["attempts"][number];

/** The same without its bodies. */
function rowOf(sample: Sample): Sample {
  const { request, response, attempts } = sample.detail;
  const dropped = { ...sample.detail, request: { ...request, kept: false }, attempts: attempts.map(withoutBodies) };
  const detail = { ...dropped, ...(response === undefined ? {} : { response: { ...response, kept: false } }) };
  return { ...sample, bodies: {}, detail };
}

function withoutBodies({ request, response, ...attempt }: Attempt): Attempt {
  const own = { ...attempt, request: { ...request, kept: false } };
  return response === undefined ? own : { ...own, response: { ...response, kept: false } };
}
