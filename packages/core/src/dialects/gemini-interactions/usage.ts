import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { count } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseField, readNode, writeNode } from "../../mapping/node.ts";
import { createUsage } from "../../mapping/nodes/response.ts";
import { reportTotal, reportZeroCounts } from "../../mapping/nodes/usage-counts.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";

/** Reads the usage of an interaction; tokens of reasoning and of Google's own tools are counted apart. */
export function decodeUsage(wire: JsonObject, report: Report): Usage {
  const { values, provenance } = readNode(USAGE, wire, report);
  const { prompt, said, reasoning, cacheRead, tools, total } = values as Readonly<Record<string, number | undefined>>;
  const input = sum(prompt, tools);
  const output = sum(said, reasoning);
  if (input !== prompt) report.at("total_input_tokens").change("counted-together");
  if (output !== said) report.at("total_output_tokens").change("counted-together");
  if (tools !== undefined)
    report.at("total_tool_use_tokens").change(tools === 0 ? "default-field" : "counted-together");
  const counts = Object.entries({ prompt, said, tools }).filter((entry) => entry[1] !== undefined);
  const counted = withNotes(provenance, DIALECT, { counts: Object.fromEntries(counts) as JsonObject });
  return createUsage(counted, { input, output, cacheRead, reasoning, total });
}

/** Writes the usage of an interaction; clients rely on every count. */
export function encodeUsage(usage: Usage, report: Report): JsonObject {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite, reasoning = 0, total } = usage;
  if (usage.origin?.dialect === DIALECT) {
    const counts = noteOf(usage, DIALECT, "counts") as JsonObject | undefined;
    return writeNode(
      USAGE,
      usage,
      { ...counts, cacheRead: usage.cacheRead, reasoning: usage.reasoning, total },
      report,
    );
  }
  reportTotal(usage, report);
  reportZeroCounts(usage, ["cacheWrite"], report);
  if (cacheWrite !== undefined && cacheWrite !== 0) loseField(usage, "cacheWrite", report);
  const said = Math.max(0, output - reasoning);
  const counts = { prompt: input, said, cacheRead, reasoning, tools: 0, total: input + said + reasoning };
  return writeNode(USAGE, usage, counts, report);
}

const DIALECT = "gemini-interactions";

/** https://ai.google.dev/api/interactions-api: `Usage` */
const USAGE = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_METADATA,
  fields: {
    total: count("/total_tokens"),
    prompt: count("/total_input_tokens"),
    cacheRead: count("/total_cached_tokens"),
    said: count("/total_output_tokens"),
    tools: count("/total_tool_use_tokens"),
    reasoning: count("/total_thought_tokens"),
  },
  handled: ["input", "output", "cacheWrite"],
  derivedFrom: { input: "prompt", output: "said" },
});

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
}
