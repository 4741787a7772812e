import { isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json } from "../../model/json.ts";
import { Place } from "../../place.ts";
import {
  checkObject,
  checkUnique,
  eachSchema,
  type Named,
  ProblemCollector,
  type RuleSet,
} from "../../schema/accept.ts";
import { checkFunction } from "../chat/accept-function.ts";
import { STRICT } from "../chat/accept-schema.ts";

/**
 * Reads tools against the rules of OpenRouter's Chat API.
 *
 * @example
 * accept([{ type: "custom", custom: { name: "sql" } }]); // one problem: there are no custom tools here
 */
export function accept(tools: readonly Json[]): Problem[] {
  const problems = new ProblemCollector();
  checkCount(tools, problems);
  const named = tools.flatMap((tool, index) => checkTool(tool, Place.root.at(index), problems));
  checkUnique(named, { rule: "duplicate-name", message: "Tool names must be unique; rename one." }, problems);
  return problems.all;
}

/** OpenAI's limit, which applies if OpenRouter routes to it: https://platform.openai.com/docs/api-reference/chat/create */
const OPENAI_MAX_TOOLS = 128;

// https://openrouter.ai/docs: tools that OpenRouter runs itself.
const SERVER_TOOLS: ReadonlySet<Json | undefined> = new Set([
  ...["openrouter:web_search", "openrouter:web_fetch", "openrouter:datetime", "openrouter:bash"],
  ...["openrouter:image_generation", "openrouter:fusion", "openrouter:advisor", "openrouter:subagent"],
  "openrouter:tool_search",
]);

/** Accepted by OpenAI in strict mode, refused by Anthropic: https://platform.claude.com/docs/en/build-with-claude/structured-outputs */
const UNPORTABLE: ReadonlySet<string> = new Set([
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"],
  ...["minItems", "maxItems"],
]);

const PORTABLE_STRICT: RuleSet = {
  rules: [
    ...STRICT.rules,
    eachSchema(({ schema, place }, problems) => {
      for (const keyword of Object.keys(schema).filter((key) => UNPORTABLE.has(key))) {
        const message = `Anthropic's models refuse '${keyword}' in strict tools; say it in the description.`;
        problems.warn(place.at(keyword), "unportable-keyword", message);
      }
    }),
  ],
};

function checkCount(tools: readonly Json[], problems: ProblemCollector): void {
  if (tools.length === 0) {
    problems.error(Place.root, "no-tools", "Invalid 'tools': empty array; leave the field out.");
  }
  if (tools.length > OPENAI_MAX_TOOLS) {
    const message = `OpenAI's models refuse more than ${OPENAI_MAX_TOOLS} tools; send fewer.`;
    problems.warn(Place.root, "too-many-tools", message);
  }
}

function checkTool(tool: Json, place: Place, problems: ProblemCollector): Named[] {
  const type = isObject(tool) ? tool.type : undefined;
  if (isObject(tool) && SERVER_TOOLS.has(type)) return [];
  if (!isObject(tool) || type !== "function") {
    const message =
      "A tool here is an object with type 'function' or an 'openrouter:…' type; there are no custom tools.";
    problems.error(type === undefined ? place : place.at("type"), "tool-type", message);
    return [];
  }
  const missing = { rule: "malformed-tool", message: "A function tool needs an object 'function' with its name." };
  const definition = checkObject(tool.function, place.at("function"), missing, problems);
  return definition === undefined
    ? []
    : checkFunction(definition, place.at("function"), { strictRules: PORTABLE_STRICT, problems });
}
