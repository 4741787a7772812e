import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { count } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, readNode, writeNode } from "../../mapping/node.ts";
import { createUsage } from "../../mapping/nodes/response.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Usage } from "../../model/response.ts";
import type { Report } from "../../report.ts";

/** Reads the usage of a response; `inputTokens` leaves out cached tokens. */
export function decodeUsage(wire: JsonObject, report: Report): Usage {
  const { values, provenance } = readNode(USAGE, wire, report);
  const { input, output, cacheRead, cacheWrite, total } = values as Usage;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  if (cached > 0) report.at("inputTokens").change("counted-together");
  const all = input === undefined ? undefined : input + cached;
  return createUsage(provenance, { input: all, output, cacheRead, cacheWrite, total });
}

/** Writes the usage of a response. */
export function encodeUsage(usage: Usage, report: Report): JsonObject {
  const { input, output, cacheRead, cacheWrite, total } = usage;
  const own = usage.origin?.dialect === "bedrock";
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  if (!own && cached > (input ?? 0)) fieldReport(usage, "input", report).change("counted-together");
  const fresh = input === undefined ? undefined : Math.max(0, input - cached);
  const counts = own ? { input: fresh, output, total } : requiredCounts(usage, fresh);
  return writeNode(USAGE, usage, { ...counts, cacheRead, cacheWrite }, report);
}

// The total has the cached tokens, too.
function requiredCounts({ input = 0, output = 0, total }: Usage, fresh = 0): Pick<Usage, "input" | "output" | "total"> {
  return { input: fresh, output, total: total ?? input + output };
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html */
const USAGE = defineLayout<string>({
  dialect: "bedrock",
  unknown: UNKNOWN_METADATA,
  fields: {
    input: count("/inputTokens"),
    output: count("/outputTokens"),
    total: count("/totalTokens"),
    cacheRead: count("/cacheReadInputTokens"),
    cacheWrite: count("/cacheWriteInputTokens"),
  },
});
