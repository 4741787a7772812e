import { isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { count, filledCount, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, readNode, writeNode } from "../../mapping/node.ts";
import { createUsage } from "../../mapping/nodes/response.ts";
import { reportTotal } from "../../mapping/nodes/usage-counts.ts";
import { readUsedTier, type TieredNode, type Tiers, writeUsedTier } from "../../mapping/nodes/used-tier.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import { keyOf } from "../../mapping/values/key-of.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";

/** Reads the usage of a message; `input_tokens` leaves out cached tokens. */
export function decodeUsage(wire: JsonObject, report: Report): Usage {
  const { values, provenance } = readNode(USAGE, wire, report);
  const { input, output, cacheRead, cacheWrite, cacheWrite5m, cacheWrite1h, reasoning, total } = values as Usage;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  if (cached > 0) report.at("input_tokens").change("counted-together");
  const all = input === undefined ? undefined : input + cached;
  const cache = { cacheRead, cacheWrite, cacheWrite5m, cacheWrite1h };
  return createUsage(provenance, { input: all, output, ...cache, reasoning, total });
}

/** Where the service tier of a response stands. */
export const TIER_PLACE = "/usage/service_tier";

/** The service tier of a response, which stands in its usage. */
export function usedTierIn(usage: Json | undefined): string | undefined {
  return readUsedTier(TIERS, isObject(usage) ? usage.service_tier : undefined);
}

/** The word for a tier, if there is one. */
export function rawUsedTier(tier: string | undefined): string | undefined {
  return keyOf(TIERS.names, tier);
}

/** The service tier to write for the one that a response was served with. */
export function usedTierFor(served: TieredNode, report: Report): string | undefined {
  return writeUsedTier(TIERS, served, report);
}

/** Writes the usage of a response. */
export function encodeUsage(usage: Usage, report: Report, tier?: string): JsonObject {
  const { input, output, cacheRead, cacheWrite, cacheWrite5m, cacheWrite1h, reasoning } = usage;
  const own = usage.origin?.dialect === "anthropic";
  if (!own) reportCounts(usage, report);
  const fresh = input === undefined ? undefined : Math.max(0, input - (cacheRead ?? 0) - (cacheWrite ?? 0));
  // Clients expect both counts, and both durations if one is known.
  const [noCount, noDuration] = own ? [] : [0, (cacheWrite5m ?? cacheWrite1h) === undefined ? undefined : 0];
  const values = {
    input: fresh ?? noCount,
    output: output ?? noCount,
    cacheRead,
    cacheWrite,
    cacheWrite5m: cacheWrite5m ?? noDuration,
    cacheWrite1h: cacheWrite1h ?? noDuration,
    reasoning,
    tier,
    total: CHANGED,
  };
  return writeNode(USAGE, usage, values, report);
}

// Seen in recorded traffic of Azure: more cached tokens than prompt tokens.
function reportCounts(usage: Usage, report: Report): void {
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = usage;
  const cached = cacheRead + cacheWrite;
  if (cached > input) fieldReport(usage, "input", report).change("counted-together");
  reportTotal(cached > input ? { ...usage, input: cached } : usage, report);
}

const USAGE = defineLayout<string>({
  dialect: "anthropic",
  unknown: UNKNOWN_METADATA,
  optional: { "/inference_geo": "not_available", "/speed": "standard" },
  fields: {
    input: count("/input_tokens"),
    output: count("/output_tokens"),
    cacheRead: count("/cache_read_input_tokens"),
    cacheWrite: count("/cache_creation_input_tokens"),
    cacheWrite5m: filledCount("/cache_creation/ephemeral_5m_input_tokens"),
    cacheWrite1h: filledCount("/cache_creation/ephemeral_1h_input_tokens"),
    reasoning: count("/output_tokens_details/thinking_tokens"),
    tier: text("/service_tier"),
  },
});

/** https://platform.claude.com/docs/en/api/service-tiers */
const TIERS: Tiers = {
  dialect: "anthropic",
  names: new Map([
    ["standard", "default"],
    ["priority", "priority"],
  ]),
};
