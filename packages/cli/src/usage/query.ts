import { readUsageQuery, UsageQueryError } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { UsageError } from "../failure.ts";

const DEFAULT_DAYS = 30;
/** As many as a gateway can keep. */
const MAX_DAYS = 3660;
const DAY = 24 * 3600 * 1000;

/** Which usage is asked for: the first and the last day, and what it is grouped by. */
export type Query = Readonly<Record<"from" | "to" | "by", string>>;

/** Which usage the options ask for. */
export function readQuery(args: Arguments, now: number): Query {
  if (args.has("days") && args.has("from")) throw new UsageError("--days and --from cannot be used together");
  const to = args.get("to") ?? dayOf(now);
  const by = args.get("by") ?? "day";
  // A day that is none is reported below.
  const from = args.get("from") ?? (Number.isNaN(Date.parse(to)) ? to : daysBefore(to, daysIn(args) - 1));
  try {
    readUsageQuery({ from, to, by }, { now, days: MAX_DAYS });
  } catch (error) {
    throw error instanceof UsageQueryError ? new UsageError(`--${error.message}`) : error;
  }
  return { from, to, by };
}

function daysIn(args: Arguments): number {
  const text = args.get("days") ?? String(DEFAULT_DAYS);
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= MAX_DAYS) return Number(text);
  throw new UsageError(`--days must be a number from 1 to ${MAX_DAYS}, not ${JSON.stringify(text)}`);
}

function daysBefore(day: string, number: number): string {
  return dayOf(Date.parse(day) - number * DAY);
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
