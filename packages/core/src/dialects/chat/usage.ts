import { readNode, writeNode } from "../../mapping/node.ts";
import { createUsage } from "../../mapping/nodes/response.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";
import type { ChatFacts } from "./facts.ts";
import { quirkFunctions } from "./quirks/index.ts";
import { hasVariant, withVariant } from "./variants.ts";

/** Reads the usage of a response. */
export function decodeUsage(facts: ChatFacts, wire: JsonObject, report: Report): Usage {
  const { values, provenance } = readNode(facts.usage, wire, report);
  const usage = values as Usage;
  if (!excludesReasoning(usage)) return createUsage(provenance, usage);
  const { output = 0, reasoning = 0 } = usage;
  report.at("completion_tokens").change("counted-together");
  return createUsage(withVariant(provenance, facts.dialect, "apart"), { ...usage, output: output + reasoning });
}

/** Writes the usage of a response. */
export function encodeUsage(facts: ChatFacts, usage: Usage, report: Report): JsonObject {
  const counts = usage.origin?.dialect === facts.dialect ? nativeCounts(facts, usage) : foreignCounts(usage);
  return writeNode(facts.usage, usage, counts, report);
}

function excludesReasoning(usage: Usage): boolean {
  return EXCLUDES_REASONING.some((matches) => matches(usage));
}

const EXCLUDES_REASONING = quirkFunctions("excludesReasoning");

function nativeCounts({ dialect }: ChatFacts, usage: Usage): Record<string, unknown> {
  const { output = 0, reasoning = 0 } = usage;
  return hasVariant(usage, dialect, "apart") ? { ...usage, output: output - reasoning } : { ...usage };
}

function foreignCounts(usage: Usage): Record<string, unknown> {
  const { input = 0, output = 0, total = input + output, cacheRead, cacheWrite, reasoning } = usage;
  return { input, output, total, cacheRead, cacheWrite, reasoning };
}
