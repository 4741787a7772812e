// The usage of a turn that took several requests, because the provider had paused it: its clients get one response, and
// one count.

import type { Usage } from "../../model/usage.ts";

/** The sum of two usages, with the provenance of the later one. */
export function addUsage(earlier: Usage | undefined, later: Usage | undefined): Usage | undefined {
  if (earlier === undefined || later === undefined) return later ?? earlier;
  const sum = { ...later };
  for (const field of COUNTS)
    if (earlier[field] !== undefined || later[field] !== undefined)
      sum[field] = (earlier[field] ?? 0) + (later[field] ?? 0);
  return sum;
}

const COUNTS = [
  "input",
  "output",
  "cacheRead",
  "cacheWrite",
  "cacheWrite5m",
  "cacheWrite1h",
  "reasoning",
  "total",
] as const;
