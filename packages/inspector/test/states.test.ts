import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { EXTENT } from "../../../test/support/extent.ts";
import { ROOT } from "../../../test/support/source.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { RESPONSES_STREAM } from "./support/conversation.ts";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange, sampleTraffic } from "./support/samples.ts";

/** Playwright makes the folder. */
const SCREENSHOTS = join(ROOT, "packages/inspector/screenshots");

/** What a view is like when something is open, running, broken or missing: its hash, a sign of it, and what is done there. */
const STATES: readonly (readonly [name: string, hash: string, sign: string, act?: (page: Page) => Promise<void>])[] = [
  ["running", "#/exchange/running", ".pane-response .row"],
  ["running-stream", "#/exchange/running/stream", ".frame"],
  ["broken", "#/exchange/broken", ".exchange-error"],
  ["cache-differs", "#/exchange/broken/cache", ".strip-broken"],
  ["send-again", "#/exchange/broken", ".row", (page) => page.getByRole("button", { name: "Send again" }).click()],
  ["menu", "#/exchange/broken", ".row", (page) => page.locator(".menu-button").click()],
  ["help", "#/exchange/broken", ".row", (page) => page.keyboard.press("?")],
  ["nothing-found", "#/", ".turn-row", (page) => page.getByLabel("Filter the traffic").fill("nobody said this")],
  ["missing", "#/exchange/gone", ".problem"],
];

describe("axe finds nothing in the state", () => {
  for (const [name, hash, sign, act] of STATES)
    for (const colorScheme of EXTENT === "quick" ? (["light"] as const) : (["light", "dark"] as const))
      inBrowser(`${name}, in ${colorScheme} colours`, async () => {
        const gateway = (await startFakeGateway()).add(...sampleTraffic(20), ...inStates());
        const { page } = await openPage({ gateway, hash, colorScheme, reducedMotion: "reduce" });
        await page.locator(sign).first().waitFor();
        await act?.(page);
        await page.waitForTimeout(100);
        await page.screenshot({ path: join(SCREENSHOTS, `state-${name}-${colorScheme}.png`) });
        expect(await accessibilityProblems(page)).toEqual([]);
      });
});

function inStates() {
  const error = { type: "upstream_reset", message: "the connection broke" };
  const running = { id: "running", state: "running", durationMs: undefined } as never;
  const other = { model: "claude-opus-5-5", max_tokens: 10, messages: [{ role: "user", content: "Another" }] };
  return [
    sampleExchange({ seq: 101, frames: RESPONSES_STREAM.slice(0, 7), summary: running }),
    sampleExchange({
      seq: 102,
      request: other,
      previous: "req-1",
      frames: RESPONSES_STREAM.slice(0, 7),
      summary: { id: "broken", state: "failed", error },
    }),
  ];
}
