import { copyJson, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { close } from "../keywords/additional-properties.ts";
import { prune } from "../prune.ts";
import { inputSchemaOf } from "../source.ts";
import type { LowerFunction, LoweringTarget } from "./lower-function.ts";

/**
 * Strict mode without changing types, as the project ikigai does it: every property is required and the root is closed if the
 * target is strict; nothing else changes.
 */
export function strictLiteral({ profile }: LoweringTarget): LowerFunction {
  const { strict, removes, variant } = profile.literal;
  return (tool, report) => {
    const kept =
      removes.size === 0
        ? inputSchemaOf(tool)
        : prune(inputSchemaOf(tool), { isUnwanted: (keyword) => removes.has(keyword), unrestricted: true }, report);
    const schema: Record<string, Json> = { ...copyJson(kept) };
    if (strict) requireAll(schema, report);
    return { lowered: { schema }, strict: strict ? true : tool.strict, variant };
  };
}

function requireAll(schema: Record<string, Json>, report: Report): void {
  const properties: JsonObject = isObject(schema.properties) ? schema.properties : {};
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
    report.at("additionalProperties").change("close-object");
  schema.required = Object.keys(properties);
  close(schema);
  report.change("require-all");
}
