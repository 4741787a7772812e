import { clone, isObject, type Json, type JsonObject, mapObject, own, setOwn } from "./json.ts";
import { isWithin, parsePointer, resolve } from "./pointer.ts";

/** What a loss says of its place. */
export interface Placed {
  readonly path: string;
}

/** A schema less what the losses name, and the losses that name nothing. */
export interface Weakened {
  readonly schema: Json;
  readonly unresolved: string[];
}

/** The schema at `pointer` of the source, less exactly the keywords that the losses name. */
export function weaken(source: Json, losses: readonly Placed[], pointer: string): Weakened {
  const unresolved = losses.map((loss) => loss.path).filter((path) => resolve(source, path) === undefined);
  const paths = losses.map((loss) => loss.path).filter((path) => !unresolved.includes(path));
  if (paths.some((path) => isWithin(pointer, path))) return { schema: true, unresolved };
  const lost = paths.filter((path) => isWithin(path, pointer)).map((path) => parsePointer(path.slice(pointer.length)));
  const schema = lost.reduce(mark, clone(resolve(source, pointer) ?? true));
  return { schema: sweep(schema), unresolved };
}

// Members are taken out of lists only after all pointers were followed, so that no index moves.
const GONE = "\u0000 lost \u0000";

function mark(schema: Json, keys: readonly string[]): Json {
  const last = keys.length - 1;
  let holder: Json | undefined = schema;
  for (const key of keys.slice(0, last)) holder = own(holder, key);
  if (isObject(holder)) setOwn(holder, keys[last] as string, without(keys, holder));
  else if (Array.isArray(holder)) holder[Number(keys[last])] = POSITIONAL.has(keys[last - 1] ?? "") ? true : GONE;
  return schema;
}

// A name that was declared stays permitted with `additionalProperties: false`, and stays a target for references.
function without(keys: readonly string[], holder: JsonObject): Json {
  const last = keys.length - 1;
  const key = keys[last] as string;
  if (NAMED.has(keys[last - 1] ?? "") && holdsSchemas(keys, last - 1)) return true;
  if (key === "properties" && isObject(holder.properties) && holdsSchemas(keys, last))
    return mapObject(holder.properties, () => true);
  return GONE;
}

const NAMED: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);
const POSITIONAL: ReadonlySet<string> = new Set(["prefixItems", "items"]);

// `/properties/properties/type`: the second one is a property's name, the first a keyword.
function holdsSchemas(keys: readonly string[], at: number): boolean {
  let keyword = true;
  for (let index = 0; index < at; index++) keyword = !(keyword && NAMED.has(keys[index] as string));
  return keyword;
}

function sweep(value: Json): Json {
  if (Array.isArray(value)) return value.filter((member) => member !== GONE).map(sweep);
  if (!isObject(value)) return value;
  const kept: JsonObject = {};
  for (const key of Object.keys(value)) if (value[key] !== GONE) setOwn(kept, key, sweep(value[key] as Json));
  return withoutEmptyLists(kept);
}

// With its last member lost, a list of types or branches says nothing any more.
function withoutEmptyLists(schema: JsonObject): JsonObject {
  for (const keyword of ["type", "anyOf", "oneOf", "allOf"]) if (isEmptyList(schema[keyword])) delete schema[keyword];
  return schema;
}

function isEmptyList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}
