import { isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { count, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseField, readNode, writeNode } from "../../mapping/node.ts";
import { createUsage } from "../../mapping/nodes/response.ts";
import { reportTotal, reportZeroCounts } from "../../mapping/nodes/usage-counts.ts";
import { readUsedTier, type TieredNode, type Tiers, writeUsedTier } from "../../mapping/nodes/used-tier.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";
import { withFieldOrigins } from "./field-origins.ts";
import { TIERS } from "./settings.ts";

/** Reads the usage of a response; tokens of reasoning and of Google's own tools are counted apart. */
export function decodeUsage(wire: JsonObject, report: Report): Usage {
  const { values, provenance } = readNode(USAGE, wire, report);
  const { prompt, said, reasoning, cacheRead, total } = values as Readonly<Record<string, number | undefined>>;
  const tools = provenance.extras?.[DIALECT]?.[TOOLS];
  const input = sum(prompt, typeof tools === "number" ? tools : undefined);
  const output = sum(said, reasoning);
  if (input !== prompt) report.at("promptTokenCount").change("counted-together");
  if (output !== said) report.at("candidatesTokenCount").change("counted-together");
  return createUsage(withCounts({ prompt, said }, provenance), { input, output, cacheRead, reasoning, total });
}

/** Writes the usage of a response. */
export function encodeUsage(usage: Usage, report: Report, tier?: string): JsonObject {
  const { input = 0, output = 0, cacheRead, cacheWrite, reasoning } = usage;
  if (usage.origin?.dialect === DIALECT) return writeOwn(usage, report, tier);
  reportTotal(usage, report);
  reportZeroCounts(usage, ["cacheWrite"], report);
  const visible = Math.max(0, output - (reasoning ?? 0));
  if (cacheWrite !== undefined && cacheWrite !== 0) loseField(usage, "cacheWrite", report);
  const total = input + visible + (reasoning ?? 0);
  return writeNode(USAGE, usage, { prompt: input, said: visible, cacheRead, reasoning, total, tier }, report);
}

/** Where the service tier of a response stands. */
export const TIER_PLACE = "/usageMetadata/serviceTier";

/** The service tier of a response, which stands in its usage. */
export function usedTierIn(usage: Json | undefined): string | undefined {
  return readUsedTier(USED, isObject(usage) ? usage.serviceTier : undefined);
}

/** The service tier to write for the one that a response was served with. */
export function usedTierFor(served: TieredNode, report: Report): string | undefined {
  return writeUsedTier(USED, served, report);
}

const DIALECT = "gemini";

const USED: Tiers = { dialect: DIALECT, names: TIERS };

/** The tokens that Google's own tools read, which other dialects do not have. */
const TOOLS = "/toolUsePromptTokenCount";

/** https://ai.google.dev/api/generate-content#UsageMetadata */
const USAGE = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_METADATA,
  optional: { "/trafficType": "ON_DEMAND" },
  fields: {
    prompt: count("/promptTokenCount"),
    cacheRead: count("/cachedContentTokenCount"),
    said: count("/candidatesTokenCount"),
    reasoning: count("/thoughtsTokenCount"),
    total: count("/totalTokenCount"),
    tier: text("/serviceTier"),
  },
  handled: ["input", "output", "cacheWrite"],
});

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
}

// The parts of a sum are not known.
function withCounts(counts: Readonly<Record<string, number | undefined>>, provenance: Provenance): Provenance {
  const present = Object.entries(counts).filter((entry): entry is [string, number] => entry[1] !== undefined);
  return withNotes(withFieldOrigins(provenance, PLACES), "gemini", { counts: Object.fromEntries(present) });
}

const PLACES = { input: "prompt", output: "said" };

function writeOwn(usage: Usage, report: Report, tier: string | undefined): JsonObject {
  const { cacheRead, reasoning, total } = usage;
  const counts = noteOf(usage, DIALECT, "counts") as JsonObject | undefined;
  return writeNode(USAGE, usage, { ...counts, cacheRead, reasoning, total, tier }, report);
}
