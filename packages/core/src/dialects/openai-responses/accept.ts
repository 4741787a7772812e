import { isArray, isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import {
  checkFields,
  checkName,
  checkObject,
  checkSchema,
  checkUnique,
  type Named,
  type NameTable,
  ProblemCollector,
} from "../../schema/accept.ts";
import { nonStrict, STRICT } from "../chat/accept-schema.ts";

/**
 * Reads tools against the rules of the Responses API.
 *
 * @example
 * accept([{ type: "function", name: "now", parameters: { type: "object", properties: {} } }]); // []
 */
export function accept(tools: readonly Json[]): Problem[] {
  const problems = new ProblemCollector();
  const named = tools.flatMap((tool, index) => checkTool(tool, Place.root.at(index), problems));
  checkUnique(named, DUPLICATE, problems);
  return problems.all;
}

const DUPLICATE = { rule: "duplicate-name", message: "Tool names must be unique; rename one." };

// The reference states 128 for members of namespaces and nothing for the others; 64 is what all servers take.
const NAME: NameTable = {
  pattern: /^[a-zA-Z0-9_-]+$/,
  maximum: 128,
  portable: 64,
  message: "Names may have letters, digits, '_' and '-' only; rename it.",
};

const NAMESPACE: NameTable = { ...NAME, maximum: 64, portable: 64 };

// https://platform.openai.com/docs/api-reference/responses/create
const HOSTED: ReadonlyMap<Json | undefined, readonly string[]> = new Map([
  ["web_search", []],
  ["web_search_2025_08_26", []],
  ["web_search_preview", []],
  ["web_search_preview_2025_03_11", []],
  ["file_search", ["vector_store_ids"]],
  ["computer", []],
  ["computer_use_preview", []],
  ["code_interpreter", ["container"]],
  ["image_generation", []],
  ["mcp", ["server_label"]],
  ["local_shell", []],
  ["shell", []],
  ["apply_patch", []],
  ["tool_search", []],
  ["programmatic_tool_calling", []],
]);

const FIELDS = {
  description: ["string", "null"],
  defer_loading: ["boolean", "null"],
  allowed_callers: ["array", "null"],
  async: ["boolean", "null"],
} as const;

function checkTool(tool: Json, place: Place, problems: ProblemCollector): Named[] {
  const type = isObject(tool) ? tool.type : undefined;
  if (isObject(tool) && (type === "function" || type === "custom")) return checkMember(tool, place, problems);
  if (isObject(tool) && type === "namespace") return checkNamespace(tool, place, problems);
  const fields = HOSTED.get(type);
  if (isObject(tool) && fields !== undefined) checkHosted(tool, { place, fields }, problems);
  else {
    const message = "The type of this tool is unknown here; use 'function', 'custom', 'namespace' or a hosted tool's.";
    problems.error(type === undefined ? place : place.at("type"), "tool-type", message);
  }
  return [];
}

function checkMember(tool: JsonObject, place: Place, problems: ProblemCollector): Named[] {
  checkFields(tool, place, FIELDS, problems);
  if (tool.type === "function") checkFunction(tool, place, problems);
  else checkCustom(tool, place, problems);
  const name = checkName(tool, place, NAME, problems);
  return name === undefined ? [] : [{ name, place: place.at("name") }];
}

function checkFunction(tool: JsonObject, place: Place, problems: ProblemCollector): void {
  checkFields(tool, place, { strict: ["boolean", "null"], output_schema: ["object", "null"] }, problems);
  const { parameters, strict } = tool;
  if (parameters === undefined || parameters === null) return;
  const malformed = { rule: "malformed-schema", message: "'parameters' must be a JSON Schema object." };
  const schema = checkObject(parameters, place.at("parameters"), malformed, problems);
  // https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas
  // Undeclared required names were refused with an explicit false only.
  const rules = strict === true ? STRICT : nonStrict(strict === false ? "error" : "warning");
  if (schema !== undefined) checkSchema(schema, place.at("parameters"), rules, problems);
}

function checkCustom(tool: JsonObject, place: Place, problems: ProblemCollector): void {
  checkFields(tool, place, { format: ["object", "null"] }, problems);
  const { format } = tool;
  if (!isObject(format) || format.type === "text") return;
  const known = format.syntax === "lark" || format.syntax === "regex";
  if (format.type === "grammar" && known && typeof format.definition === "string") return;
  const message = "A format is {type:'text'} or {type:'grammar', syntax:'lark'|'regex', definition}.";
  problems.error(place.at("format"), "malformed-format", message);
}

function checkNamespace(tool: JsonObject, place: Place, problems: ProblemCollector): Named[] {
  const name = checkName(tool, place, NAMESPACE, problems);
  if (typeof tool.description !== "string") {
    problems.error(place, "missing-description", "A namespace needs a description; write one.");
  }
  checkMembers(tool.tools, place.at("tools"), problems);
  return name === undefined ? [] : [{ name, place: place.at("name") }];
}

function checkMembers(members: Json | undefined, place: Place, problems: ProblemCollector): void {
  if (!isArray(members) || members.length === 0) {
    problems.error(place, "no-tools", "A namespace needs at least one tool; add one or leave the namespace out.");
    return;
  }
  const named = members.flatMap((member, index) => {
    if (isObject(member) && (member.type === "function" || member.type === "custom")) {
      return checkMember(member, place.at(index), problems);
    }
    problems.error(place.at(index), "tool-type", "A namespace holds 'function' and 'custom' tools only; move it out.");
    return [];
  });
  checkUnique(named, DUPLICATE, problems);
}

function checkHosted(
  tool: JsonObject,
  at: { place: Place; fields: readonly string[] },
  problems: ProblemCollector,
): void {
  for (const field of at.fields) {
    if (Object.hasOwn(tool, field)) continue;
    problems.error(at.place, "missing-field", `A ${String(tool.type)} tool needs '${field}'; add it.`);
  }
}
