import { effect, signal } from "@preact/signals";
import type { ExchangeSummary } from "@toolglot/gateway";
import { shownExchanges } from "../state/filter.ts";

/** Whether a screen that has no room for both shows the overview instead of the list. */
export const isOverviewShown = signal(false);

/** The shown exchanges as the overview sums them up: thousands are not summed up again for each one that arrives. */
export const summedExchanges = signal<readonly ExchangeSummary[]>([]);

const FRAME_MS = 16;
const SUM_MS = 500;

let lastSummed = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

effect(() => {
  const shown = shownExchanges.value;
  clearTimeout(timer);
  const isUrgent = (summedExchanges.peek().length === 0) !== (shown.length === 0);
  if (isUrgent) sumUp(shown);
  // Never in the same task as the list is drawn.
  else timer = setTimeout(() => sumUp(shown), Math.max(FRAME_MS, lastSummed + SUM_MS - performance.now()));
});

function sumUp(shown: readonly ExchangeSummary[]): void {
  lastSummed = performance.now();
  summedExchanges.value = shown;
}
