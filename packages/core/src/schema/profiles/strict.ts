import { isArray, isObject } from "../../json/value.ts";
import type { Mark } from "../../ledger.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { SchemaLimits, StrictBudget } from "../../model/schema-profile.ts";
import type { Eventually } from "../../model/steps.ts";
import type { FunctionFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import type { Lowered } from "../lens.ts";
import { lower } from "../lower.ts";
import { inputSchemaOf } from "../source.ts";
import { ARRAY, OBJECT, typesOfKeyword } from "../types.ts";
import { eachSubschemaIn, subschemaLayout } from "../walk.ts";
import { type LoweredFunction, type LowerFunction, type LoweringTarget, nativeSchema } from "./lower-function.ts";
import { native } from "./native.ts";

/** The target's strict mode for every tool within its limits; the others are sent without it. */
export function strict(target: LoweringTarget): LowerFunction {
  const { strict: schema, strictBudget } = target.profile;
  if (schema === undefined) return native(target);
  const otherwise = nativeSchema(target);
  const left = strictBudget && { ...strictBudget };
  const { limits = {} } = schema;
  const loosely: LowerFunction = (tool, report) => {
    report.change("strict-fallback", "the schema is beyond the limits of the strict mode");
    const { variant } = target;
    return after(lower(inputSchemaOf(tool), otherwise, report), (lowered) => ({ lowered, strict: false, variant }));
  };
  const keepOrLower = (lowered: Lowered, { tool, report, mark }: StrictFunction): Eventually<LoweredFunction> => {
    const size = measure(lowered.schema);
    if (isWithin(size, limits) && (left === undefined || spend(left, size))) return { lowered, strict: true };
    report.ledger.rewind(mark);
    return loosely(tool, report);
  };
  return (tool, report) => {
    // If no further tool can be strict, this one need not be measured.
    if (left !== undefined && left.tools < 1) return loosely(tool, report);
    const given = { tool, report, mark: report.ledger.mark() };
    return after(lower(inputSchemaOf(tool), schema, report), keepOrLower, given);
  };
}

/** A function that is lowered for the strict mode, and what was reported before it. */
interface StrictFunction {
  readonly tool: FunctionFields;
  readonly report: Report;
  readonly mark: Mark;
}

interface Size {
  depth: number;
  properties: number;
  enumValues: number;
  nameCharacters: number;
  optional: number;
  unions: number;
}

function measure(schema: Json): Size {
  const size: Size = { depth: 0, properties: 0, enumValues: 0, nameCharacters: 0, optional: 0, unions: 0 };
  count(schema, size, 1);
  return size;
}

function count(schema: Json, size: Size, depth: number): void {
  if (!isObject(schema)) return;
  const { type, anyOf } = schema;
  if (isArray(type) || anyOf !== undefined) size.unions++;
  countValues(schema.enum, size);
  const nests = type !== undefined && (typesOfKeyword(type) & (OBJECT | ARRAY)) !== 0;
  // Strings and numbers have no subschemas.
  if (!nests && type !== undefined && anyOf === undefined) return;
  if (nests) size.depth = Math.max(size.depth, depth);
  countSubschemas(schema, size, nests ? depth + 1 : depth);
}

function countSubschemas(schema: JsonObject, size: Size, depth: number): void {
  for (const keyword in schema) {
    const value = schema[keyword];
    const layout = typeof value === "object" ? subschemaLayout(keyword) : undefined;
    if (keyword === "properties") countProperties(schema, size, depth);
    else if (layout !== undefined) eachSubschemaIn(layout, value as Json, (child) => count(child, size, depth));
  }
}

function countValues(values: Json | undefined, size: Size): void {
  if (!isArray(values)) return;
  size.enumValues += values.length;
  for (const value of values) size.nameCharacters += String(value).length;
}

function countProperties({ properties, required }: JsonObject, size: Size, depth: number): void {
  if (!isObject(properties)) return;
  for (const name in properties) {
    size.properties++;
    size.optional++;
    size.nameCharacters += name.length;
    count(properties[name] as Json, size, depth);
  }
  size.optional -= isArray(required) ? required.length : 0;
}

// Written out, because a loop over names takes longer than a small schema.
function isWithin(size: Size, limits: SchemaLimits): boolean {
  return (
    isAtMost(size.depth, limits.depth) &&
    isAtMost(size.properties, limits.properties) &&
    isAtMost(size.enumValues, limits.enumValues) &&
    isAtMost(size.nameCharacters, limits.nameCharacters) &&
    isAtMost(size.optional, limits.optional) &&
    isAtMost(size.unions, limits.unions)
  );
}

function isAtMost(count: number, limit: number | undefined): boolean {
  return limit === undefined || count <= limit;
}

function spend(left: { -readonly [K in keyof StrictBudget]: number }, size: Size): boolean {
  if (left.tools < 1 || left.optional < size.optional || left.unions < size.unions) return false;
  left.tools--;
  left.optional -= size.optional;
  left.unions -= size.unions;
  return true;
}
