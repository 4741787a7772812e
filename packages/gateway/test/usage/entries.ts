import { NO_USAGE } from "../../src/usage/usage-counts.ts";
import type { UsageBatch, UsageEntry, UsageRow } from "../../src/usage/usage-log.ts";

export const TODAY = "2026-11-16";
export const NOON: number = Date.UTC(2026, 10, 16, 12);
export const ALWAYS = { from: "2026-01-01", to: "2026-12-31" };

/** A request of alice's. */
export const ENTRY: UsageEntry = {
  key: "alice",
  provider: "openai",
  model: "gpt",
  at: NOON,
  isAnswered: true,
  isError: false,
  isEstimated: false,
  losses: 2,
  tokens: { input: 100, cacheRead: 60, cacheWrite: 20, output: 10, reasoning: 4 },
  cost: 0.25,
};

/** What requests have used of a model. */
export function row(more: Partial<UsageRow> = {}, counts: Partial<UsageRow["counts"]> = { requests: 1 }): UsageRow {
  return { day: TODAY, key: "alice", provider: "openai", model: "gpt", ...more, counts: { ...NO_USAGE, ...counts } };
}

export function batch(sequence: number, ...rows: UsageRow[]): UsageBatch {
  return { source: "one", sequence, rows };
}
