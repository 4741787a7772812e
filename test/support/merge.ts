import { canonical, isObject, type Json, type JsonObject, mapObject, own, setOwn } from "./json.ts";

/** One schema that asks for what both ask for, as far as a generator needs it; false where they contradict. */
export function merge(left: JsonObject | boolean, right: JsonObject | boolean): JsonObject | boolean {
  if (left === false || right === false) return false;
  if (left === true) return right;
  if (right === true) return left;
  const merged: JsonObject = { ...left };
  for (const keyword of Object.keys(right)) {
    const value = right[keyword] as Json;
    const both = Object.hasOwn(left, keyword) ? combine(keyword, left[keyword] as Json, value) : value;
    if (both === undefined) return false;
    merged[keyword] = both;
  }
  if (isObject(merged.properties)) merged.properties = mergeProperties(left, right);
  return merged;
}

type Combine = (left: Json, right: Json) => Json | undefined;

function combine(keyword: string, left: Json, right: Json): Json | undefined {
  return (COMBINE[keyword] ?? later)(left, right);
}

const later: Combine = (_, right) => right;
const both: Combine = (left, right) => ({ allOf: [left, right] });
const larger: Combine = (left, right) =>
  typeof left === "number" && typeof right === "number" ? Math.max(left, right) : right;
const smaller: Combine = (left, right) =>
  typeof left === "number" && typeof right === "number" ? Math.min(left, right) : right;
const same: Combine = (left, right) => (canonical(left) === canonical(right) ? left : undefined);

const union: Combine = (left, right) =>
  Array.isArray(left) && Array.isArray(right) ? [...new Set([...left, ...right])] : right;

const common: Combine = (left, right) => {
  if (!Array.isArray(left) || !Array.isArray(right)) return right;
  const names = new Set(left.map(canonical));
  const shared = right.filter((value) => names.has(canonical(value)));
  return shared.length === 0 ? undefined : shared;
};

const types: Combine = (left, right) => {
  const wide = (type: Json) => (type === "number" ? ["number", "integer"] : [type]);
  const lefts = [left].flat().flatMap(wide);
  const shared = [right]
    .flat()
    .flatMap(wide)
    .filter((type) => lefts.includes(type));
  return shared.length === 0 ? undefined : shared;
};

const entries: Combine = (left, right) => {
  if (!isObject(left) || !isObject(right)) return right;
  const merged = mapObject(left, (value) => value);
  for (const key of Object.keys(right))
    setOwn(
      merged,
      key,
      Object.hasOwn(left, key) ? { allOf: [left[key] as Json, right[key] as Json] } : (right[key] as Json),
    );
  return merged;
};

const COMBINE: Readonly<Record<string, Combine>> = {
  type: types,
  enum: common,
  const: same,
  required: union,
  patternProperties: entries,
  dependentSchemas: entries,
  additionalProperties: both,
  propertyNames: both,
  contains: both,
  items: both,
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
};

// A property that one side does not name must obey that side's `additionalProperties`.
function mergeProperties(left: JsonObject, right: JsonObject): JsonObject {
  const merged: JsonObject = {};
  const names = new Set(
    [left, right].flatMap((side) => (isObject(side.properties) ? Object.keys(side.properties) : [])),
  );
  for (const name of names) {
    const sides = [left, right].map(
      (side) =>
        own(side.properties, name) ?? (side.patternProperties === undefined ? side.additionalProperties : undefined),
    );
    const request = sides.filter((side) => side !== undefined);
    setOwn(merged, name, request.length === 1 ? (request[0] as Json) : { allOf: request });
  }
  return merged;
}
