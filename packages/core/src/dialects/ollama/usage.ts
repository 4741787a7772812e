import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { count, type FieldMapping } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { writeNode } from "../../mapping/node.ts";
import { reportTotal, reportZeroCounts } from "../../mapping/nodes/usage-counts.ts";
import { CHANGED, type FieldOutcome } from "../../mapping/outcome.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";

/** The counts of a response; Ollama leaves out those that are 0. */
export const USAGE_FIELDS: Readonly<Record<"input" | "output", FieldMapping>> = {
  input: { ...count("/prompt_eval_count"), absentMeans: 0 },
  output: { ...count("/eval_count"), absentMeans: 0 },
};

/** Reads the usage of a response, if it has any. */
export function decodeUsage(
  { prompt_eval_count: input, eval_count: output }: JsonObject,
  report: Report,
): Usage | undefined {
  if (typeof input !== "number" && typeof output !== "number") return undefined;
  const origin = { dialect: "ollama", place: report.place, fields: FIELDS };
  return { input: numberIn(input), output: numberIn(output), origin };
}

/** Writes the usage of a response. */
export function encodeUsage(usage: Usage, report: Report): JsonObject {
  const { input, output, cacheRead, cacheWrite, reasoning } = usage;
  reportTotal(usage, report);
  reportZeroCounts(usage, ["cacheRead", "cacheWrite", "reasoning"], report);
  const lost = { cacheRead: nonZero(cacheRead), cacheWrite: nonZero(cacheWrite), reasoning: nonZero(reasoning) };
  return writeNode(USAGE, usage, { input, output, total: CHANGED, ...lost }, report);
}

const USAGE = defineLayout<string>({ dialect: "ollama", unknown: UNKNOWN_METADATA, fields: USAGE_FIELDS });

const FIELDS: Readonly<Record<string, string>> = { input: "/prompt_eval_count", output: "/eval_count" };

function numberIn(count: unknown): number {
  return typeof count === "number" ? count : 0;
}

function nonZero(count: number | undefined): number | FieldOutcome | undefined {
  return count === 0 ? CHANGED : count;
}
