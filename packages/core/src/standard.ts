import { setKey } from "./json/value.ts";
import type { StandardJsonSchema } from "./model/schema.ts";

/**
 * Tools as they were given, with every object of a schema library (zod, arktype, valibot through its wrapper)
 * replaced by the JSON Schema that it describes itself with. Tools without any are returned as they are.
 */
export function describeSchemas(tools: unknown): unknown {
  return Array.isArray(tools) ? describeItems(tools) : tools;
}

/** The fields of a tool, or of a group of tools, that hold further ones. */
const CONTAINERS: ReadonlySet<string> = new Set(["function", "functionDeclarations", "function_declarations", "tools"]);

function describeItems(items: readonly unknown[]): readonly unknown[] {
  let described: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const own = describeFields(items[index]);
    if (own === items[index]) continue;
    described ??= [...items];
    described[index] = own;
  }
  return described ?? items;
}

function describeFields(tool: unknown): unknown {
  if (typeof tool !== "object" || tool === null) return tool;
  let described: Record<string, unknown> | undefined;
  const fields = tool as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(fields)) {
    const own = describeField(key, fields[key]);
    if (own === fields[key]) continue;
    described ??= { ...fields };
    setKey(described, key, own);
  }
  return described ?? tool;
}

function describeField(key: string, value: unknown): unknown {
  if (isStandard(value)) return value["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  if (!CONTAINERS.has(key)) return value;
  return Array.isArray(value) ? describeItems(value) : describeFields(value);
}

function isStandard(value: unknown): value is StandardJsonSchema {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || !("~standard" in value))
    return false;
  const standard = value["~standard"];
  return typeof standard === "object" && standard !== null && "jsonSchema" in standard;
}
