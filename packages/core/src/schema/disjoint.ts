import { keyOfValue } from "../json/key.ts";
import { isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { isClosed } from "./keywords/additional-properties.ts";
import { NONE, OBJECT, type Types, typesOfSchema } from "./types.ts";

/** Charges the steps of a comparison to the budget. */
export type SpendSteps = (steps: number) => void;

/**
 * Whether it is certain that no value is valid for two of these schemas. Enumerated values, and discriminators that all
 * branches require, are compared through sets. Other branches are compared pair by pair if there are few of them; if
 * there are many, the result is false.
 */
export function areAllDisjoint(schemas: readonly Json[], spend: SpendSteps): boolean {
  if (schemas.length < 2) return true;
  const comparison = new Comparison(spend);
  spend(schemas.length);
  if (schemas.length < 3) return areDisjointPairwise(schemas, comparison);
  if (haveDistinctTypes(schemas, comparison) || haveDistinctValues(schemas, comparison)) return true;
  return schemas.length <= MAX_PAIRWISE && areDisjointPairwise(schemas, comparison);
}

/** The most schemas that are compared pair by pair. */
const MAX_PAIRWISE = 100;

/** What the comparisons share: the types of each schema are computed once. */
class Comparison {
  readonly spend: SpendSteps;
  private known: Map<Json, Types> | undefined = undefined;

  constructor(spend: SpendSteps) {
    this.spend = spend;
  }

  types(schema: Json): Types {
    const found = this.known?.get(schema);
    if (found !== undefined) return found;
    const types = typesOfSchema(schema);
    this.known ??= new Map();
    this.known.set(schema, types);
    return types;
  }
}

function areDisjointPairwise(schemas: readonly Json[], comparison: Comparison): boolean {
  return schemas.every((first, index) => {
    for (let other = index + 1; other < schemas.length; other++)
      if (!areDisjoint(first, schemas[other] as Json, comparison)) return false;
    return true;
  });
}

function haveDistinctTypes(schemas: readonly Json[], comparison: Comparison): boolean {
  let seen: Types = NONE;
  return schemas.every((schema) => {
    const types = comparison.types(schema);
    const isOwn = (seen & types) === NONE;
    seen |= types;
    return isOwn;
  });
}

// Enumerated values, or those of a property that all schemas require.
function haveDistinctValues(schemas: readonly Json[], comparison: Comparison): boolean {
  if (haveDistinctEnums(schemas, comparison)) return true;
  const [first] = schemas;
  if (!isObject(first) || !schemas.every((schema) => comparison.types(schema) === OBJECT)) return false;
  const names = requiredOf(first).slice(0, MAX_DISCRIMINATORS);
  return names.some((name) =>
    haveDistinctEnums(
      schemas.map((schema) => requiredProperty(schema, name)),
      comparison,
    ),
  );
}

/** How many required properties are tried as the discriminator. */
const MAX_DISCRIMINATORS = 8;

function haveDistinctEnums(schemas: readonly (Json | undefined)[], { spend }: Comparison): boolean {
  const seen = new Set<string>();
  return schemas.every((schema) => {
    const values = isObject(schema) ? valuesOf(schema) : undefined;
    if (values === undefined) return false;
    const keys = values.length === 1 ? values.map(keyOf) : new Set(values.map(keyOf));
    for (const key of keys) {
      spend(1 + (key.length >> 6));
      if (seen.has(key)) return false;
    }
    for (const key of keys) seen.add(key);
    return true;
  });
}

function keyOf(value: Json): string {
  return keyOfValue(value);
}

function requiredProperty(schema: Json, name: string): Json | undefined {
  return isObject(schema) && requiredOf(schema).includes(name) ? propertyOf(schema, name) : undefined;
}

function areDisjoint(first: Json, second: Json, comparison: Comparison): boolean {
  comparison.spend(1);
  const common = comparison.types(first) & comparison.types(second);
  if (common === 0) return true;
  if (!isObject(first) || !isObject(second)) return false;
  if (valuesOf(first) !== undefined && haveDistinctEnums([first, second], comparison)) return true;
  return common === OBJECT && objectsDiffer(first, second, comparison);
}

function valuesOf(schema: JsonObject): readonly Json[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema.const ?? null];
  return isArray(schema.enum) ? schema.enum : undefined;
}

function objectsDiffer(first: JsonObject, second: JsonObject, comparison: Comparison): boolean {
  return (
    requiresForbidden(first, second) || requiresForbidden(second, first) || discriminated(first, second, comparison)
  );
}

function requiresForbidden(first: JsonObject, second: JsonObject): boolean {
  if (!isClosed(second)) return false;
  const allowed = isObject(second.properties) ? second.properties : {};
  return requiredOf(first).some((name) => !Object.hasOwn(allowed, name));
}

function discriminated(first: JsonObject, second: JsonObject, comparison: Comparison): boolean {
  const ours = requiredOf(first);
  const theirs = new Set(requiredOf(second));
  comparison.spend((ours.length + theirs.size) >> 3);
  return ours.some((name) => {
    const own = propertyOf(first, name);
    const other = propertyOf(second, name);
    return theirs.has(name) && own !== undefined && other !== undefined && areDisjoint(own, other, comparison);
  });
}

function requiredOf(schema: JsonObject): string[] {
  return isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
}

function propertyOf(schema: JsonObject, name: string): Json | undefined {
  return isObject(schema.properties) && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
}
