import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FunctionFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { keywordsWhere } from "../keywords/index.ts";
import { inputSchemaOf } from "../source.ts";
import type { LowerFunction, LoweringTarget } from "./lower-function.ts";
import { native } from "./native.ts";

/** The subset that every provider accepts, as the project ikigai defines it for executables. Everything else is refused by name. */
export function portable(target: LoweringTarget): LowerFunction {
  const plan = native(target);
  return (tool, report) => {
    refuseTool(tool, report);
    refuseRoot(inputSchemaOf(tool), report);
    return plan(tool, report);
  };
}

function refuseTool(tool: FunctionFields, report: Report): void {
  if (!/^[a-zA-Z0-9_]+$/.test(tool.name))
    report
      .field(tool, "name")
      .fail("portable", `tool name ${tool.name} has other characters than letters, digits and underscores`);
  if (typeof tool.description !== "string")
    report.field(tool, "description").fail("portable", `tool ${tool.name} has no description`);
}

function refuseRoot(schema: JsonObject, report: Report): void {
  if (schema.type !== "object") report.at("type").fail("portable", "parameters must have type object");
  if (!isObject(schema.properties)) report.fail("portable", "parameters must have properties");
  refuseObject(schema, report, 0);
}

function refuseSchema(schema: Json, report: Report, depth: number): void {
  if (!isObject(schema)) {
    report.fail("portable", "a property must be described by an object");
    return;
  }
  if (depth > MAX_DEPTH) report.fail("too-deep", `schema is nested deeper than ${MAX_DEPTH} levels`);
  if (typeof schema.type !== "string" || !TYPES.has(schema.type))
    report.at("type").fail("portable", `a property must have one of the types ${[...TYPES].join(", ")}`);
  refuseObject(schema, report, depth);
  // Not every provider accepts such an array.
  if (schema.type === "array" && schema.items === undefined) report.fail("portable", "an array must have items");
}

function refuseObject(schema: JsonObject, report: Report, depth: number): void {
  for (const keyword of Object.keys(schema))
    if (REFUSED.has(keyword)) report.at(keyword).fail("portable", `keyword ${keyword} is not portable`);
  const properties: JsonObject = isObject(schema.properties) ? schema.properties : {};
  for (const name of Object.keys(properties))
    refuseSchema(properties[name] ?? null, report.at("properties").at(name), depth + 1);
  for (const name of isArray(schema.required) ? schema.required : []) {
    if (!Object.hasOwn(properties, String(name)))
      report.at("required").fail("portable", `required names ${String(name)}, which is not declared`);
  }
  if (schema.items !== undefined) refuseSchema(schema.items, report.at("items"), depth + 1);
}

const TYPES: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean", "array", "object"]);

/** Values have one type, which null is not, and only properties and items have schemas of their own. */
const REFUSED = keywordsWhere(
  ({ name, role, subschemas }) =>
    ["pattern", "format", "default", "nullable"].includes(name) ||
    role === "reference" ||
    (subschemas !== undefined && name !== "properties" && name !== "items"),
);

const MAX_DEPTH = 64;
