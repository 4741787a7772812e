import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { count } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, readNode, writeNode } from "../../mapping/node.ts";
import { createUsage } from "../../mapping/nodes/response.ts";
import { reportTotal } from "../../mapping/nodes/usage-counts.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Usage } from "../../model/response.ts";
import type { Report } from "../../report.ts";

/** Reads the usage of a message; `input_tokens` leaves out cached tokens. */
export function decodeUsage(wire: JsonObject, report: Report): Usage {
  const { values, provenance } = readNode(USAGE, wire, report);
  const { input, output, cacheRead, cacheWrite, reasoning } = values as Usage;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  if (cached > 0) report.at("input_tokens").change("counted-together");
  const all = input === undefined ? undefined : input + cached;
  return createUsage(provenance, { input: all, output, cacheRead, cacheWrite, reasoning });
}

/** Writes the usage of a response. */
export function encodeUsage(usage: Usage, report: Report): JsonObject {
  const { input, output, cacheRead, cacheWrite, reasoning } = usage;
  const own = usage.origin?.dialect === "anthropic";
  if (!own) reportCounts(usage, report);
  const fresh = input === undefined ? undefined : Math.max(0, input - (cacheRead ?? 0) - (cacheWrite ?? 0));
  const counts = own ? { input: fresh, output } : { input: fresh ?? 0, output: output ?? 0 };
  const { input: sent, output: made } = counts;
  return writeNode(
    USAGE,
    usage,
    { input: sent, output: made, cacheRead, cacheWrite, reasoning, total: CHANGED },
    report,
  );
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
  optional: { "/service_tier": "standard", "/inference_geo": "not_available", "/speed": "standard" },
  fields: {
    input: count("/input_tokens"),
    output: count("/output_tokens"),
    cacheRead: count("/cache_read_input_tokens"),
    cacheWrite: count("/cache_creation_input_tokens"),
    reasoning: count("/output_tokens_details/thinking_tokens"),
  },
});
