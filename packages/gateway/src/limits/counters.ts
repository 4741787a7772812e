import type { Limit, LimitRefusal, Reservation } from "./limit-state.ts";

/** What was used of a limit. */
export interface LimitCounter {
  readonly used: number;
  /** When it was last changed, in milliseconds since 1970. */
  readonly at: number;
  readonly limit: Limit;
}

/** The counters of one key. */
export interface CounterTable {
  get(id: string): LimitCounter | undefined;
  set(id: string, counter: LimitCounter): void;
}

/** Takes all reservations, or none of them; returns the one that was not possible. */
export function reserveAll(
  table: CounterTable,
  reservations: readonly Reservation[],
  now: number,
): LimitRefusal | undefined {
  for (const { name, limit, amount } of reservations) {
    const retryAfter = missingTime(usedIn(table, name, limit, now), amount, limit, now);
    if (retryAfter > 0) return { refused: name, retryAfter };
  }
  adjustAll(table, reservations, now);
  return undefined;
}

/** Adds amounts, whatever the limits are. */
export function adjustAll(table: CounterTable, reservations: readonly Reservation[], now: number): void {
  for (const { name, limit, amount } of reservations) {
    const used = Math.max(0, usedIn(table, name, limit, now) + amount);
    table.set(idOf(name, limit), { used, at: now, limit });
  }
}

/** What is still used by now. */
export function usedNow({ used, at, limit }: LimitCounter, now: number): number {
  switch (limit.type) {
    case "sum":
      return now >= limit.resetsAt ? 0 : used;
    case "rate":
      return Math.max(0, used - (Math.max(0, now - at) * limit.max) / limit.period);
    case "concurrent":
      return used;
  }
}

function usedIn(table: CounterTable, name: string, limit: Limit, now: number): number {
  const counter = table.get(idOf(name, limit));
  return counter === undefined ? 0 : usedNow(counter, now);
}

// A new period has a new counter, so that what is settled late does not count in it.
function idOf(name: string, limit: Limit): string {
  return JSON.stringify([name, limit.type === "sum" ? limit.resetsAt : 0]);
}

/** How long it takes until an amount is available, in milliseconds; 0 if it is. */
function missingTime(used: number, amount: number, limit: Limit, now: number): number {
  // What is larger than the limit must be possible when nothing else is used.
  const excess = used + Math.min(amount, limit.max) - limit.max;
  if (excess <= ROUNDING * limit.max) return 0;
  switch (limit.type) {
    case "sum":
      return Math.max(1, limit.resetsAt - now);
    case "rate":
      return Math.ceil((excess * limit.period) / limit.max);
    case "concurrent":
      return SOON;
  }
}

/** Nobody knows when a request in flight ends. In milliseconds. */
export const SOON = 1000;

/** Sums of fractions are not exact. */
const ROUNDING = 1e-9;
