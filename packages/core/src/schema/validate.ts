import { isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { parsePointer } from "../place.ts";
import { type Keyword, keywordOf } from "./keywords/index.ts";
import type { ValidationSite } from "./keywords/keyword.ts";
import type { LensRun } from "./lens-run.ts";

/**
 * Whether a value is valid for a lowered schema, as far as lenses need it to choose a branch of a union. Patterns and
 * formats are not checked, because no two branches differ by them alone.
 */
export function fits(value: Json, schema: Json, root: Json, run: LensRun): boolean {
  return fitsAt(value, schema, { root, run, depth: 0 });
}

/** The document in which references are resolved, and the depth of the current schema. */
interface ValidationContext {
  readonly root: Json;
  readonly run: LensRun;
  readonly depth: number;
}

const MAX_DEPTH = 256;

function fitsAt(value: Json, schema: Json, within: ValidationContext): boolean {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema) || within.depth > MAX_DEPTH) return true;
  return within.run.once(schema, value, () => fitsSchema(value, schema, { ...within, depth: within.depth + 1 }));
}

// Keywords without subschemas are checked first: they cost the least, and tell most branches apart.
function fitsSchema(value: Json, schema: JsonObject, deeper: ValidationContext): boolean {
  if (typeof schema.$ref === "string") return fitsAt(value, lookUp(deeper.root, schema.$ref), deeper);
  const site: ValidationSite = {
    schema,
    fits: (each, subschema) => fitsAt(each, subschema, deeper),
    spend: (steps) => deeper.run.spend(steps),
  };
  return acceptsAll(value, site, isConstraint) && acceptsAll(value, site, isApplicator);
}

function acceptsAll(value: Json, site: ValidationSite, isChecked: (keyword: Keyword) => boolean): boolean {
  const { schema } = site;
  for (const name in schema) {
    const keyword = keywordOf(name);
    if (keyword.accepts === undefined || !isChecked(keyword)) continue;
    if (!keyword.accepts(value, schema[name] ?? null, site)) return false;
  }
  return true;
}

function isConstraint({ role }: Keyword): boolean {
  return role !== "applicator";
}

function isApplicator({ role }: Keyword): boolean {
  return role === "applicator";
}

function lookUp(root: Json, ref: string): Json {
  let found: Json | undefined = root;
  for (const key of parsePointer(ref.slice(1))) {
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found ?? true;
}
