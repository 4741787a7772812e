import { isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import { nonStrict, STRICT } from "../../schema/accept/structured-outputs.ts";
import {
  checkFields,
  checkName,
  checkSchema,
  checkUnique,
  each,
  expectObject,
  Findings,
  type Named,
  type NameTable,
  type RuleSet,
} from "../../schema/accept.ts";

/**
 * Reads tools against the rules of OpenRouter's Chat API.
 *
 * @example
 * accept([{ type: "custom", custom: { name: "sql" } }]); // one problem: there are no custom tools here
 */
export function accept(tools: readonly Json[]): Problem[] {
  const findings = new Findings();
  checkCount(tools, findings);
  const named = tools.flatMap((tool, index) => checkTool(tool, Place.root.at(index), findings));
  checkUnique(named, { rule: "duplicate-name", message: "Tool names must be unique; rename one." }, findings);
  return findings.problems;
}

// Beyond it, OpenAI refuses the request; other providers may take it.
const PORTABLE_TOOLS = 128;

const NAME: NameTable = {
  pattern: /^[a-zA-Z0-9_-]+$/,
  maximum: 64,
  message: "Function names may have letters, digits, '_' and '-' only; rename it.",
};

// https://openrouter.ai/docs: tools that OpenRouter runs itself.
const SERVER_TOOLS: ReadonlySet<Json | undefined> = new Set([
  ...["openrouter:web_search", "openrouter:web_fetch", "openrouter:datetime", "openrouter:bash"],
  ...["openrouter:image_generation", "openrouter:fusion", "openrouter:advisor", "openrouter:subagent"],
  "openrouter:tool_search",
]);

// Refused by Anthropic's strict mode, taken by OpenAI's.
const UNPORTABLE: ReadonlySet<string> = new Set([
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"],
  ...["minItems", "maxItems"],
]);

const PORTABLE_STRICT: RuleSet = {
  rules: [
    ...STRICT.rules,
    each(({ schema, place }, findings) => {
      for (const keyword of Object.keys(schema).filter((key) => UNPORTABLE.has(key))) {
        const message = `Some providers refuse '${keyword}' in strict tools; say it in the description.`;
        findings.warn(place.at(keyword), "unportable-keyword", message);
      }
    }),
  ],
};

function checkCount(tools: readonly Json[], findings: Findings): void {
  if (tools.length === 0) {
    findings.error(Place.root, "no-tools", "Invalid 'tools': empty array; leave the field out.");
  }
  if (tools.length > PORTABLE_TOOLS) {
    const message = `More than ${PORTABLE_TOOLS} tools are refused by some providers; send fewer.`;
    findings.warn(Place.root, "too-many-tools", message);
  }
}

function checkTool(tool: Json, place: Place, findings: Findings): Named[] {
  const type = isObject(tool) ? tool.type : undefined;
  if (isObject(tool) && SERVER_TOOLS.has(type)) return [];
  if (!isObject(tool) || type !== "function") {
    const message =
      "A tool here is an object with type 'function' or an 'openrouter:…' type; there are no custom tools.";
    findings.error(type === undefined ? place : place.at("type"), "tool-type", message);
    return [];
  }
  const missing = { rule: "malformed-tool", message: "A function tool needs an object 'function' with its name." };
  const definition = expectObject(tool.function, place.at("function"), missing, findings);
  return definition === undefined ? [] : checkFunction(definition, place.at("function"), findings);
}

function checkFunction(definition: JsonObject, place: Place, findings: Findings): Named[] {
  checkFields(definition, place, { description: ["string", "null"], strict: ["boolean", "null"] }, findings);
  const { parameters, strict } = definition;
  if (parameters !== undefined) {
    const malformed = { rule: "malformed-schema", message: "'parameters' must be a JSON Schema object." };
    const schema = expectObject(parameters, place.at("parameters"), malformed, findings);
    const rules = strict === true ? PORTABLE_STRICT : nonStrict("warning");
    if (schema !== undefined) checkSchema(schema, place.at("parameters"), rules, findings);
  }
  const name = checkName(definition, place, NAME, findings);
  return name === undefined ? [] : [{ name, place: place.at("name") }];
}
