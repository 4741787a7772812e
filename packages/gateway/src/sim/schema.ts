import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";

/**
 * A schema with its references, its `allOf` and the first of its alternatives merged into it. Recursive references are
 * followed as long as the budget lasts.
 */
export function resolved(schema: Json, root: Json, budget: VisitBudget, depth = 0): JsonObject {
  if (!isObject(schema) || depth > 32 || budget.left <= 0) return {};
  budget.left--;
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  const inner = (part: Json) => resolved(part, root, budget, depth + 1);
  const parts = [
    ...(typeof $ref === "string" ? [inner(pointed($ref, root))] : []),
    ...list(allOf).map(inner),
    ...[anyOf, oneOf].flatMap((choices) => firstOf(list(choices))).map(inner),
  ];
  return parts.reduce(joined, own);
}

/** How many schemas may still be visited. */
export interface VisitBudget {
  left: number;
}

/** The type of a schema in lower case; if it has none, its keywords imply one. */
export function typeOf(schema: JsonObject): string {
  const { type } = schema;
  const named = (Array.isArray(type) ? type : [type]).filter((name): name is string => typeof name === "string");
  const names = named.map((name) => name.toLowerCase());
  const first = names.find((name) => name !== "null") ?? names[0];
  if (first !== undefined && TYPES.has(first)) return first;
  return IMPLIED.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))?.[0] ?? "string";
}

export function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

const TYPES: ReadonlySet<string> = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

const IMPLIED: readonly (readonly [string, readonly string[]])[] = [
  ["object", ["properties", "required", "additionalProperties", "minProperties"]],
  ["array", ["items", "prefixItems", "minItems"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

// `null` is the last choice.
function firstOf(choices: readonly Json[]): readonly Json[] {
  const first = choices.find((choice) => isObject(choice) && choice.type !== "null") ?? choices[0];
  return first === undefined ? [] : [first];
}

function joined(one: JsonObject, other: JsonObject): JsonObject {
  const required = [...list(one.required), ...list(other.required)];
  return {
    ...other,
    ...one,
    ...tightest(one, other),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    ...(isObject(one.properties) && isObject(other.properties)
      ? { properties: bothProperties(one.properties, other.properties) }
      : {}),
  };
}

function bothProperties(one: JsonObject, other: JsonObject): JsonObject {
  const shared = Object.keys(one).filter((name) => Object.hasOwn(other, name));
  return {
    ...other,
    ...one,
    ...Object.fromEntries(shared.map((name) => [name, { allOf: [one[name] ?? {}, other[name] ?? {}] }])),
  };
}

function tightest(one: JsonObject, other: JsonObject): JsonObject {
  const pick = (names: readonly string[], choose: (a: number, b: number) => number) =>
    names.flatMap((name) => {
      const [a, b] = [one[name], other[name]];
      return typeof a === "number" && typeof b === "number" ? [[name, choose(a, b)] as const] : [];
    });
  return Object.fromEntries([
    ...pick(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"], Math.max),
    ...pick(["maximum", "exclusiveMaximum", "maxLength", "maxItems"], Math.min),
  ]);
}

function memberOf(value: Json, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function pointed(reference: string, root: Json): Json {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return {};
  let at: Json | undefined = root;
  for (const step of reference.slice(2).split("/")) {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    at = memberOf(at, key);
    if (at === undefined) return {};
  }
  return at;
}
