import { isObject, type Json, type JsonObject, mapObject } from "../support/json.ts";
import { discriminate } from "./discriminate.ts";
import { referred, type Schemas } from "./documents.ts";

/** A schema of OpenAPI 3.0 or 3.1, or of Google's discovery format, as plain JSON Schema 2020-12 without what only documents. */
export function normalize(name: string, schemas: Schemas): Json {
  return node(schemas[name], { name, schemas });
}

interface Context {
  readonly name: string;
  readonly schemas: Schemas;
}

type Rewrite = (value: Json, context: Context, schema: JsonObject) => JsonObject;

const one =
  (keyword: string): Rewrite =>
  (value, context) => ({ [keyword]: node(value, context) });

/** One of several: providers' branches overlap, and none of their SDKs counts how many match. */
const alternatives: Rewrite = (union, context, { discriminator }) => {
  const chosen = discriminate(union, discriminator, context.schemas);
  if (chosen === undefined) return { anyOf: nodes(union, context) };
  return { allOf: [chosen((branches) => ({ anyOf: nodes(branches, context) }))] };
};

const KEYWORDS: Readonly<Record<string, Rewrite>> = {
  $ref: (value) => ({ $ref: `#/$defs/${referred(value)}` }),
  $recursiveRef: (_, { name }) => ({ $ref: `#/$defs/${name}` }),
  type: typeOf,
  format: (value) => (value === "date-time" ? { format: value } : {}),
  properties: (value, context) => ({ properties: mapObject(value as JsonObject, (each) => node(each, context)) }),
  items: one("items"),
  additionalProperties: one("additionalProperties"),
  propertyNames: one("propertyNames"),
  not: one("not"),
  allOf: (value, context) => ({ allOf: nodes(value, context) }),
  anyOf: alternatives,
  oneOf: alternatives,
};

const KEPT =
  "enum const required minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties";
const REWRITES = new Map(Object.entries({ ...Object.fromEntries(KEPT.split(" ").map(kept)), ...KEYWORDS }));

function kept(keyword: string): [string, Rewrite] {
  return [keyword, (value) => ({ [keyword]: value })];
}

function nodes(schemas: Json, context: Context): Json[] {
  return (schemas as Json[]).map((schema) => node(schema, context));
}

function node(schema: Json | undefined, context: Context): Json {
  if (!isObject(schema)) return schema ?? true;
  const parts = Object.entries(schema).map(([key, value]) => REWRITES.get(key)?.(value, context, schema) ?? {});
  const plain = parts.reduce(both, {});
  return schema.nullable === true ? { anyOf: [plain, { type: "null" }] } : plain;
}

/** Two parts of one schema; a rewritten union may have brought keywords that stand there already. */
function both(whole: JsonObject, part: JsonObject): JsonObject {
  const taken = Object.keys(part).some((keyword) => keyword in whole);
  return taken ? { ...whole, allOf: [...((whole.allOf ?? []) as Json[]), part] } : { ...whole, ...part };
}

/** Google's `any`, and its 64-bit numbers, which are strings on the wire and are read as either. */
function typeOf(type: Json, _: Context, { format }: JsonObject): JsonObject {
  if (type === "any") return {};
  if (type === "string" && (format === "int64" || format === "uint64")) return { type: ["string", "integer"] };
  return { type };
}
