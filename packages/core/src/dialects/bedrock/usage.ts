import { isArray, isEmpty, isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { count, type FieldMapping } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, readNode, writeNode } from "../../mapping/node.ts";
import { createUsage } from "../../mapping/nodes/response.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";

/** Reads the usage of a response; `inputTokens` leaves out cached tokens. */
export function decodeUsage(wire: JsonObject, report: Report): Usage {
  const { values, provenance } = readNode(USAGE, wire, report);
  const { input, output, cacheRead, cacheWrite, total } = values as Usage;
  const { details } = values;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  if (cached > 0) report.at("inputTokens").change("counted-together");
  const all = input === undefined ? undefined : input + cached;
  const written = Object.fromEntries(listed(details).map(({ ttl, inputTokens }) => [DURATIONS[ttl], inputTokens]));
  const memory = details === undefined ? provenance : withNotes(placed(provenance, details), DIALECT, { details });
  return createUsage(memory, { input: all, output, cacheRead, cacheWrite, ...written, total });
}

/** Writes the usage of a response. */
export function encodeUsage(usage: Usage, report: Report): JsonObject {
  const { input, output, cacheRead, cacheWrite, total } = usage;
  const own = usage.origin?.dialect === DIALECT;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  if (!own && cached > (input ?? 0)) fieldReport(usage, "input", report).change("counted-together");
  const fresh = input === undefined ? undefined : Math.max(0, input - cached);
  const counts = own ? { input: fresh, output, total } : requiredCounts(usage, fresh);
  const details = own ? noteOf(usage, DIALECT, "details") : detailsFor(usage);
  const durations = { details, cacheWrite5m: WRITTEN, cacheWrite1h: WRITTEN };
  return writeNode(USAGE, usage, { ...counts, cacheRead, cacheWrite, ...durations }, report);
}

const DIALECT = "bedrock";

/** The field of each duration. */
const DURATIONS = { "5m": "cacheWrite5m", "1h": "cacheWrite1h" } as const;

type CacheDetail = { readonly ttl: keyof typeof DURATIONS; readonly inputTokens: number };

// Each duration has a place of its own.
function placed({ origin, ...others }: Provenance, details: Json): Provenance {
  const places = listed(details).map(({ ttl }, index) => [DURATIONS[ttl], `/cacheDetails/${index}`]);
  return origin === undefined
    ? others
    : { ...others, origin: { ...origin, fields: { ...origin.fields, ...Object.fromEntries(places) } } };
}

function listed(details: Json | undefined): readonly CacheDetail[] {
  return isArray(details ?? null) ? (details as unknown as readonly CacheDetail[]) : [];
}

function detailsFor(usage: Usage): readonly CacheDetail[] | undefined {
  const durations = ["5m", "1h"] as const;
  const details = durations.map((ttl) => ({ ttl, inputTokens: usage[DURATIONS[ttl]] ?? 0 }));
  const written = details.filter(({ inputTokens }) => inputTokens > 0);
  return written.length === 0 ? undefined : written;
}

// The total has the cached tokens, too.
function requiredCounts({ input = 0, output = 0, total }: Usage, fresh = 0): Pick<Usage, "input" | "output" | "total"> {
  return { input: fresh, output, total: total ?? input + output };
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html */
const USAGE = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_METADATA,
  fields: {
    input: count("/inputTokens"),
    output: count("/outputTokens"),
    total: count("/totalTokens"),
    cacheRead: count("/cacheReadInputTokens"),
    cacheWrite: count("/cacheWriteInputTokens"),
    details: cacheDetails("/cacheDetails"),
  },
});

/** What was written to the cache, by how long it is kept. */
function cacheDetails(pointer: string): FieldMapping {
  const isDetail = (value: Json) => {
    const { ttl, inputTokens, ...others } = isObject(value) ? value : ({} as JsonObject);
    return (ttl === "5m" || ttl === "1h") && typeof inputTokens === "number" && isEmpty(others);
  };
  const isDistinct = (details: readonly Json[]) =>
    new Set(listed(details).map(({ ttl }) => ttl)).size === details.length;
  return { at: [pointer], is: (value) => isArray(value) && value.every(isDetail) && isDistinct(value) };
}
