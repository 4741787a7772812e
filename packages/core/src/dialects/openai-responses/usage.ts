import { isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { count } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { createUsage } from "../../mapping/nodes/response.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";

/** Reads the usage of a response, if it has any. */
export function usageIn({ usage }: JsonObject, report: Report): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const { values, provenance } = readNode(USAGE, usage, report.at("usage"));
  return createUsage(provenance, values as Usage);
}

/** Writes the usage of a response; clients rely on every count. */
export function encodeUsage(usage: Usage, report: Report): JsonObject {
  const { input, output, cacheRead, cacheWrite, reasoning, total } = usage;
  const counts = { input, output, cacheRead, cacheWrite, reasoning, total };
  if (usage.origin?.dialect === "openai-responses") return writeNode(USAGE, usage, counts, report);
  const all = {
    input: input ?? 0,
    output: output ?? 0,
    cacheRead: cacheRead ?? 0,
    cacheWrite: cacheWrite ?? 0,
    reasoning: reasoning ?? 0,
    total: total ?? (input ?? 0) + (output ?? 0),
  };
  return writeNode(USAGE, usage, all, report);
}

const USAGE = defineLayout<string>({
  dialect: "openai-responses",
  unknown: UNKNOWN_METADATA,
  fields: {
    input: count("/input_tokens"),
    cacheRead: count("/input_tokens_details/cached_tokens"),
    cacheWrite: count("/input_tokens_details/cache_write_tokens"),
    output: count("/output_tokens"),
    reasoning: count("/output_tokens_details/reasoning_tokens"),
    total: count("/total_tokens"),
  },
});
