import { isObject, type Json, type JsonObject, mapObject, own } from "./json.ts";
import { escapeKey, resolve } from "./pointer.ts";

/** The drafts that the tests judge by. */
export type Draft = "7" | "2020-12";

/** Draft 7 and its elders are read as draft 7, everything else as 2020-12. */
export function draftOf(schema: Json | undefined): Draft {
  const declared = own(schema, "$schema");
  return typeof declared === "string" && /draft-0[467]\b/.test(declared) ? "7" : "2020-12";
}

/** Keywords that hold one schema. */
const SINGLE: ReadonlySet<string> = new Set(
  "additionalItems unevaluatedItems items contains additionalProperties unevaluatedProperties propertyNames not if then else contentSchema".split(
    " ",
  ),
);

/** Keywords that hold a list of schemas. */
const LIST: ReadonlySet<string> = new Set("prefixItems items allOf anyOf oneOf".split(" "));

/** Keywords that hold schemas by name. */
const MAP: ReadonlySet<string> = new Set(
  "$defs definitions properties patternProperties dependentSchemas dependencies".split(" "),
);

/** A copy of a schema with each direct subschema changed. */
export function mapSubschemas(schema: JsonObject, change: (sub: Json) => Json): JsonObject {
  return mapObject(schema, (value, keyword) => {
    if (MAP.has(keyword) && isObject(value)) return mapObject(value, (sub) => (isSchema(sub) ? change(sub) : sub));
    if (LIST.has(keyword) && Array.isArray(value)) return value.map((sub) => (isSchema(sub) ? change(sub) : sub));
    return SINGLE.has(keyword) && isSchema(value) ? change(value) : value;
  });
}

/** A schema read as the house reads it: what names its properties, and says nothing of others, has no others. */
export function closed(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const read = mapSubschemas(schema, closed);
  const open = ["additionalProperties", "patternProperties", "unevaluatedProperties"].some((keyword) =>
    Object.hasOwn(read, keyword),
  );
  return isObject(read.properties) && !open ? { ...read, additionalProperties: false } : read;
}

/** Visits a schema and everything below it; `position` is the keyword that holds it. */
export function walk(schema: Json, visit: (schema: Json, pointer: string, position: string) => void): void {
  step(schema, "", "root");

  function step(current: Json, pointer: string, position: string): void {
    visit(current, pointer, position);
    if (!isObject(current)) return;
    for (const keyword of Object.keys(current)) {
      for (const [sub, tail] of below(keyword, current[keyword] as Json))
        step(sub, `${pointer}/${keyword}${tail}`, keyword);
    }
  }
}

/** The schema that a local reference names, or undefined. */
export function dereference(root: Json, reference: string): Json | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#")) return byIdentity(root, reference);
  const fragment = decode(reference.slice(1));
  return fragment.startsWith("/") ? resolve(root, fragment) : byIdentity(root, fragment);
}

export function isSchema(value: Json | undefined): value is JsonObject | boolean {
  return typeof value === "boolean" || isObject(value);
}

function below(keyword: string, value: Json): [sub: Json, tail: string][] {
  if (MAP.has(keyword) && isObject(value))
    return Object.keys(value).map((key) => [value[key] as Json, `/${escapeKey(key)}`]);
  if (LIST.has(keyword) && Array.isArray(value)) return value.map((sub, index) => [sub, `/${index}`]);
  return SINGLE.has(keyword) && isSchema(value) ? [[value, ""]] : [];
}

function byIdentity(root: Json, name: string): Json | undefined {
  let found: Json | undefined;
  walk(root, (schema) => {
    const names = [own(schema, "$anchor"), own(schema, "$dynamicAnchor"), own(schema, "$id")];
    if (names.includes(name) || names.includes(`#${name}`)) found ??= schema;
  });
  return found;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
