import { setKey } from "./json/value.ts";
import type { StandardJsonSchema } from "./model/schema.ts";

/** How deep in a tool a schema object may stand. */
const DEPTH = 4;

/**
 * Tools as they were given, with every object of a schema library (zod, arktype, valibot through its wrapper)
 * replaced by the JSON Schema that it describes itself with. Tools without any are returned as they are.
 */
export function describeSchemas(value: unknown, depth = 0): unknown {
  if (isStandard(value)) return value["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  if (depth > DEPTH || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return describeItems(value, depth);
  return describeValues(value as Record<string, unknown>, depth);
}

function describeItems(items: readonly unknown[], depth: number): unknown {
  let described: unknown[] | undefined;
  for (const [index, item] of items.entries()) {
    const own = describeSchemas(item, depth + 1);
    if (own === item) continue;
    described ??= [...items];
    described[index] = own;
  }
  return described ?? items;
}

function describeValues(object: Readonly<Record<string, unknown>>, depth: number): unknown {
  let described: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const own = describeSchemas(object[key], depth + 1);
    if (own === object[key]) continue;
    described ??= { ...object };
    setKey(described, key, own);
  }
  return described ?? object;
}

function isStandard(value: unknown): value is StandardJsonSchema {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || !("~standard" in value))
    return false;
  const standard = value["~standard"];
  return typeof standard === "object" && standard !== null && "jsonSchema" in standard;
}
