import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { lower } from "../lower.ts";
import { prune } from "../prune.ts";
import { inputSchemaOf } from "../source.ts";
import { type LowerFunction, type LoweringTarget, nativeSchema } from "./lower-function.ts";

/**
 * No strict mode, `required` without what the descriptions call optional, and only the formats of strict modes: the rules of
 * the proxy CLASP.
 */
export function lenient(target: LoweringTarget): LowerFunction {
  const schema = nativeSchema(target);
  const formats = target.profile.strict?.formats?.string;
  return (tool, report) => {
    const known =
      formats === undefined
        ? inputSchemaOf(tool)
        : prune(inputSchemaOf(tool), (keyword, value) => keyword === "format" && !formats.has(String(value)), report);
    const strict = target.profile.strict === undefined ? undefined : false;
    return after(lower(filterRequired(known, report), schema, report), (lowered) => ({
      lowered,
      strict,
      variant: target.variant,
    }));
  };
}

function filterRequired(schema: JsonObject, report: Report): JsonObject {
  const { required, properties } = schema;
  if (!isArray(required) || !isObject(properties)) return schema;
  const kept = required.filter((name) =>
    isTrulyRequired(Object.hasOwn(properties, String(name)) ? properties[String(name)] : undefined),
  );
  if (kept.length === required.length) return schema;
  report.at("required").lose("lenient-required", { action: "weakened" });
  return { ...schema, required: kept };
}

function isTrulyRequired(property: Json | undefined): boolean {
  if (!isObject(property)) return true;
  const { description, nullable } = property;
  if (Object.hasOwn(property, "default") || nullable === true) return false;
  return typeof description !== "string" || !/optional|defaults to|if not specified|only provide if/i.test(description);
}
