import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import type { Lowered } from "../lens.ts";
import { lower, lowerWanted } from "../lower.ts";
import { prune } from "../prune.ts";
import { inputSchemaOf } from "../source.ts";
import { type LowerFunction, type LoweringTarget, nativeSchema } from "./lower-function.ts";

/**
 * No strict mode, `required` without what the descriptions call optional, and only the formats of strict modes: the rules of
 * the proxy CLASP.
 */
export function lenient(target: LoweringTarget): LowerFunction {
  const schema = nativeSchema(target);
  const { profile, variant } = target;
  const formats = profile.strict?.formats?.string;
  const isUnknown = (keyword: string, value: Json) => keyword === "format" && formats?.has(String(value)) === false;
  const strict = profile.strict === undefined ? undefined : false;
  const asFunction = (lowered: Lowered) => ({ lowered, strict, variant });
  return (tool, report) => {
    const own = inputSchemaOf(tool);
    const wanted = trulyRequired(own) === undefined ? lowerWanted(own, isUnknown, schema, report) : undefined;
    if (wanted !== undefined) return asFunction(wanted);
    const known = formats === undefined ? own : prune(own, { isUnwanted: isUnknown, unrestricted: true }, report);
    return after(lower(filterRequired(known, report), schema, report), asFunction);
  };
}

function filterRequired(schema: JsonObject, report: Report): JsonObject {
  const required = trulyRequired(schema);
  if (required === undefined) return schema;
  report.at("required").lose("lenient-required", { action: "weakened" });
  return { ...schema, required };
}

/** The required properties without those that are optional by their schemas; `undefined` where none is. */
function trulyRequired({ required, properties }: JsonObject): readonly Json[] | undefined {
  if (!isArray(required) || !isObject(properties)) return undefined;
  const isKept = (name: Json) =>
    isTrulyRequired(Object.hasOwn(properties, String(name)) ? properties[String(name)] : undefined);
  return required.every(isKept) ? undefined : required.filter(isKept);
}

function isTrulyRequired(property: Json | undefined): boolean {
  if (!isObject(property)) return true;
  const { description, nullable } = property;
  if (Object.hasOwn(property, "default") || nullable === true) return false;
  return typeof description !== "string" || !/optional|defaults to|if not specified|only provide if/i.test(description);
}
