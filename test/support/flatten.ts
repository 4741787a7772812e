import { isObject, type Json, type JsonObject, own } from "./json.ts";
import { merge } from "./merge.ts";
import type { Random } from "./random.ts";
import { type Draft, dereference } from "./schema.ts";

/** What a schema is read against. */
export interface Reading {
  readonly root: Json;
  readonly draft: Draft;
  readonly random: Random;
  /** True when the plainest branch should be taken, to come to an end. */
  readonly plain: boolean;
  /** True when null should be taken only where there is nothing else. */
  readonly solid?: boolean;
}

/** One way to satisfy a schema, without references and combinators; undefined when this way leads nowhere. */
export function flatten(schema: Json, reading: Reading, hops = 0): JsonObject | boolean | undefined {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema) || hops > 40) return undefined;
  const reference = schema.$ref ?? schema.$dynamicRef ?? schema.$recursiveRef;
  if (typeof reference === "string") return follow(schema, reference, reading, hops);
  let flat: JsonObject | boolean | undefined = plainPart(schema);
  for (const sub of requirements(schema, reading)) {
    const other = flatten(sub, reading, hops + 1);
    if (other === undefined || flat === undefined) return undefined;
    flat = merge(flat, other);
  }
  return flat;
}

const COMBINATORS: ReadonlySet<string> = new Set(
  "$ref $dynamicRef $recursiveRef allOf anyOf oneOf if then else".split(" "),
);

function plainPart(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !COMBINATORS.has(keyword)));
}

function follow(
  schema: JsonObject,
  reference: string,
  reading: Reading,
  hops: number,
): JsonObject | boolean | undefined {
  const target = dereference(reading.root, reference);
  if (target === undefined) return undefined;
  const flat = flatten(target, reading, hops + 1);
  if (flat === undefined || reading.draft === "7") return flat;
  const { $ref: _, $dynamicRef: __, $recursiveRef: ___, ...siblings } = schema;
  const beside = flatten(siblings, reading, hops + 1);
  return beside === undefined ? undefined : merge(beside, flat);
}

function requirements(schema: JsonObject, reading: Reading): Json[] {
  const all = Array.isArray(schema.allOf) ? schema.allOf : [];
  const chosen = [schema.anyOf, schema.oneOf]
    .filter((list) => Array.isArray(list))
    .map((list) => choose(list, reading));
  return [...all, ...chosen, ...condition(schema, reading)];
}

function choose(branches: Json[], reading: Reading): Json {
  if (branches.length === 0) return false;
  const solid = reading.solid === true ? branches.filter((branch) => own(branch, "type") !== "null") : branches;
  if (!reading.plain) return reading.random.pick(solid.length > 0 ? solid : branches);
  const costs = branches.map(
    (branch) => JSON.stringify(branch).length + (JSON.stringify(branch).includes('"$ref"') ? 1e6 : 0),
  );
  return branches[costs.indexOf(Math.min(...costs))] as Json;
}

function condition(schema: JsonObject, { random }: Reading): Json[] {
  if (schema.if === undefined) return [];
  const met = random.chance(0.5);
  return (met ? [schema.if, schema.then] : [schema.else]).filter((sub) => sub !== undefined);
}
