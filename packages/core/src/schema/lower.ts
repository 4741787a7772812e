import type { Json, JsonObject } from "../model/json.ts";
import type { SchemaProfile } from "../model/profile.ts";
import type { Report } from "../report.ts";
import { Lowering, type Shared } from "./context.ts";
import type { Lowered } from "./lens.ts";
import { lowerExpanded, lowerParts } from "./lower/node.ts";
import { definitions } from "./lower/reference.ts";
import { lowerVerbatimRoot } from "./lower/verbatim-root.ts";
import { expand } from "./rules/inline-refs.ts";
import { hasUnsafeNames } from "./rules/property-names.ts";
import { wrapRoot } from "./rules/wrap-root.ts";
import { Source } from "./source.ts";

/** Rewrites a tool's schema into the JSON Schema that a target speaks, with the lens between the values of the two. */
export function lower(schema: JsonObject, profile: SchemaProfile, report: Report): Lowered {
  const source = new Source(schema, report.place);
  const renames = hasUnsafeNames(schema, profile.propertyNames);
  const shared = begin(source, renames);
  if (profile.keywords === undefined && !renames) return lowerVerbatimRoot(new Lowering(profile, report, shared));
  return lowerNormalRoot(profile, report, source, renames);
}

function begin(source: Source, renames: boolean): Shared {
  return { lowerParts, source, definitions: new Map(), root: null, renames, nodes: 0, modernised: false };
}

function lowerNormalRoot(profile: SchemaProfile, report: Report, source: Source, renames: boolean): Lowered {
  const mark = report.ledger.mark();
  const plain = lowerWhole(new Lowering(atRoot(profile), report, begin(source, renames), { below: profile }));
  if (plain.schema.type === "object" && !hasForbidden(plain.schema, profile)) return complete(plain, profile);
  // What the root may not say may well be said one level below it.
  report.ledger.rewind(mark);
  const inner = lowerWhole(new Lowering(profile, report, begin(source, renames)));
  report.change("wrap-root");
  return wrapRoot(inner, profile);
}

function lowerWhole(context: Lowering): Lowered {
  const { source } = context;
  const expanded = expand([{ schema: source.root, place: source.place }], context);
  const lowered = expanded && lowerExpanded(expanded.parts, source.place, expanded.context);
  if (lowered === undefined) return context.on(source.place).fail("unsatisfiable", "no arguments satisfy this schema");
  const kept = definitions(context);
  const schema: Record<string, Json> = kept === undefined ? { ...lowered.schema } : { ...lowered.schema, $defs: kept };
  context.shared.root = schema;
  return { ...lowered, schema };
}

function complete(lowered: Lowered, profile: SchemaProfile): Lowered {
  if (!profile.rootProperties || lowered.schema.properties !== undefined) return lowered;
  return { ...lowered, schema: { ...lowered.schema, properties: {} } };
}

function hasForbidden(schema: Lowered["schema"], profile: SchemaProfile): boolean {
  return Object.keys(schema).some((keyword) => profile.notAtRoot.has(keyword));
}

// Unions are left to the wrapper: taking them away here would leave them nowhere to go.
function atRoot(profile: SchemaProfile): SchemaProfile {
  const { keywords, notAtRoot } = profile;
  if (keywords === undefined || notAtRoot.size === 0) return profile;
  return { ...profile, keywords: new Set([...keywords].filter((keyword) => UNIONS.has(keyword) || !notAtRoot.has(keyword))) };
}

const UNIONS: ReadonlySet<string> = new Set(["anyOf", "oneOf", "enum", "const"]);

