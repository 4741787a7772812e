/** What is counted of requests. */
export const COUNTERS = [
  "requests",
  /** Requests that ended with an error. */
  "errors",
  /** Losses of content and settings. */
  "losses",
  /** Tokens; those that were read from and written to caches are included. */
  "input",
  "cacheRead",
  "cacheWrite",
  /** Tokens, including those of reasoning. */
  "output",
  "reasoning",
  /** In picodollars: sums of whole numbers are exact, whoever adds them up and in which order. */
  "cost",
  /** Requests that have used tokens of which the cost is not known. */
  "unpriced",
  /** Requests of which the provider has not reported all tokens, so that some are estimated. */
  "estimated",
] as const;

/** What several requests have used together. */
export type UsageCounts = Readonly<Record<(typeof COUNTERS)[number], number>>;

/** The tokens of a request, as far as they are known. */
export type TokenClass = "input" | "cacheRead" | "cacheWrite" | "output" | "reasoning";

const PICODOLLARS = 1e12;

export const NO_USAGE: UsageCounts = countsBy(() => 0);

/** Sums that grow. */
export type UsageSums = Record<keyof UsageCounts, number>;

/** Adds counts to sums. By name, because a loop over names would be the slowest part of counting a request. */
export function addTo(sums: UsageSums, counts: UsageCounts): void {
  sums.requests += counts.requests;
  sums.errors += counts.errors;
  sums.losses += counts.losses;
  sums.input += counts.input;
  sums.cacheRead += counts.cacheRead;
  sums.cacheWrite += counts.cacheWrite;
  sums.output += counts.output;
  sums.reasoning += counts.reasoning;
  sums.cost += counts.cost;
  sums.unpriced += counts.unpriced;
  sums.estimated += counts.estimated;
}

export function countsBy(count: (counter: keyof UsageCounts) => number): UsageCounts {
  const counts = {} as Record<keyof UsageCounts, number>;
  for (const counter of COUNTERS) counts[counter] = count(counter);
  return counts;
}

/** Counters that somebody has stored; those that are missing or are no numbers are 0. */
export function readCounts(stored: Readonly<Record<string, unknown>>): UsageCounts {
  return countsBy((counter) => Number(stored[counter]) || 0);
}

/** `undefined` if it is no amount that a request can cost. */
export function picodollarsOf(dollars: number | undefined): number | undefined {
  const amount = Math.round((dollars ?? Number.NaN) * PICODOLLARS);
  return Number.isSafeInteger(amount) && amount >= 0 ? amount : undefined;
}

export function dollarsOf(picodollars: number): number {
  return picodollars / PICODOLLARS;
}
