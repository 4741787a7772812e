import { computed, signal } from "@preact/signals";
import type { ExchangeSummary } from "@toolglot/gateway";

const byId = new Map<string, ExchangeSummary>();
/** What has arrived since the reader paused the list. */
let held: (() => void)[] = [];
const version = signal(0);
const FRAME_MS = 16;
const FLOOD_MS = 100;
let isScheduled = false;
let lastUpdate = Number.NEGATIVE_INFINITY;

/** Whether the list stands still while exchanges go on. */
export const isPaused = signal(false);

/** How many changes a paused list has not shown yet. */
export const heldChanges = signal(0);

/** The exchanges that the page knows, the newest first. */
export const exchanges = computed<readonly ExchangeSummary[]>(() => {
  version.value;
  return [...byId.values()].sort((one, other) => other.startedAt - one.startedAt || other.seq - one.seq);
});

/** The newest state of an exchange, if the page knows it. */
export function exchangeNamed(id: string): ExchangeSummary | undefined {
  version.value;
  return byId.get(id);
}

/** Adds exchanges, or replaces older states of them. */
export function upsertExchanges(changed: readonly ExchangeSummary[]): void {
  apply(() => {
    for (const exchange of changed)
      if ((byId.get(exchange.id)?.seq ?? -1) <= exchange.seq) byId.set(exchange.id, exchange);
  });
}

export function removeExchanges(ids: readonly string[]): void {
  apply(() => {
    for (const id of ids) byId.delete(id);
  });
}

export function clearExchanges(): void {
  held = [];
  heldChanges.value = 0;
  byId.clear();
  scheduleUpdate();
}

/** Stops the list, or shows what has happened since it was stopped. */
export function togglePause(): void {
  isPaused.value = !isPaused.value;
  if (isPaused.value) return;
  for (const change of held) change();
  held = [];
  heldChanges.value = 0;
  scheduleUpdate();
}

function apply(change: () => void): void {
  if (isPaused.value) {
    held.push(change);
    heldChanges.value = held.length;
  } else {
    change();
    scheduleUpdate();
  }
}

/** A change is shown in the next frame, and in a flood of them ten times a second. Timers, unlike animation frames, also run in a hidden tab. */
function scheduleUpdate(): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(
    () => {
      isScheduled = false;
      lastUpdate = performance.now();
      version.value += 1;
    },
    Math.max(FRAME_MS, lastUpdate + FLOOD_MS - performance.now()),
  );
}
