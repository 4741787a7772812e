// Tools may hold schemas of zod, arktype or valibot in place of JSON Schema (https://standardschema.dev).

import { setKey } from "../../json/value.ts";
import type { StandardJsonSchema } from "../../model/schema.ts";

/**
 * A tool in which every Standard JSON Schema object (zod, arktype, valibot through its wrapper) is replaced by its JSON
 * Schema, and without the fields that are undefined, which JSON has not. Other tools are returned as they are.
 */
export function describeSchemas(tool: unknown): unknown {
  return describeFields(tool);
}

/** The fields of a tool, or of a group of tools, that hold further fields or tools. */
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
  for (const key in fields) {
    const own = describeField(key, fields[key]);
    if (own === fields[key] && own !== undefined) continue;
    described ??= { ...fields };
    if (own === undefined) delete described[key];
    else setKey(described, key, own);
  }
  return described ?? tool;
}

function describeField(key: string, value: unknown): unknown {
  if (isStandard(value)) return describe(value, RESULTS.has(key) ? "output" : "input");
  if (!CONTAINERS.has(key)) return value;
  return Array.isArray(value) ? describeItems(value) : describeFields(value);
}

/** The fields of a tool that describe its result. */
const RESULTS: ReadonlySet<string> = new Set(["outputSchema", "output_schema", "responseJsonSchema", "response"]);

// The libraries add `$schema`, which the caller has not written and which would be reported as lost.
function describe(schema: StandardJsonSchema, side: "input" | "output"): unknown {
  const described = schema["~standard"].jsonSchema[side]({ target: "draft-2020-12" });
  if (typeof described !== "object" || described === null) return described;
  const { $schema, ...rest } = described as Record<string, unknown>;
  return rest;
}

function isStandard(value: unknown): value is StandardJsonSchema {
  const standard = (value as { readonly "~standard"?: unknown } | null | undefined)?.["~standard"];
  return typeof standard === "object" && standard !== null && "jsonSchema" in standard;
}
