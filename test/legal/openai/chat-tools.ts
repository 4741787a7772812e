import type { Place } from "./place.ts";
import { expectKind, expectLength, expectMatch, expectOneOf } from "./shape.ts";

export const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Which kinds of tools and choices a Chat dialect takes, besides functions. */
export interface ToolRules {
  /** A tool type other than `function` and `custom`. */
  readonly hosted?: RegExp;
  /** Custom tools and `allowed_tools`. */
  readonly custom: boolean;
}

/** A1, A2: tools, choices, and the legacy functions. */
export function checkChatTools(body: Place, rules: ToolRules): void {
  const tools = body.at("tools");
  if (tools.given) expectLength(tools, "tools.count", [1, 128]);
  for (const tool of tools.items) checkTool(tool, rules);
  for (const key of ["tool_choice", "parallel_tool_calls"]) {
    const place = body.at(key);
    if (place.given && !tools.given) place.fail("choice.without-tools", `${key} is only allowed with tools`);
  }
  if (body.at("tool_choice").given) checkChoice(body.at("tool_choice"), tools, rules);
  checkLegacy(body);
}

function checkTool(tool: Place, rules: ToolRules): void {
  const type = tool.at("type");
  if (rules.hosted?.test(type.text)) return;
  if (!expectOneOf(type, "tool.type", rules.custom ? ["function", "custom"] : ["function"])) return;
  const definition = tool.at(type.text);
  if (!expectKind(definition, "tool.shape", "object")) return;
  if (type.value === "function") checkFunction(definition);
  else checkCustom(definition);
}

function checkFunction(definition: Place): void {
  expectMatch(definition.at("name"), "tool.name", NAME);
  const [description, parameters, strict] = ["description", "parameters", "strict"].map((key) => definition.at(key));
  if (description?.present) expectKind(description, "tool.shape", "string");
  if (parameters?.present) expectKind(parameters, "tool.shape", "object");
  if (strict?.present) expectKind(strict, "tool.shape", "boolean", "null");
}

// A1: the grammar stands under its own key in Chat.
function checkCustom(definition: Place): void {
  expectMatch(definition.at("name"), "tool.name", NAME);
  const format = definition.at("format");
  if (!format.present || !expectOneOf(format.at("type"), "tool.format", ["text", "grammar"])) return;
  if (format.at("type").value === "grammar") checkGrammar(format.at("grammar"));
}

/** A1, B1: a grammar's syntax and definition. */
export function checkGrammar(grammar: Place): void {
  expectOneOf(grammar.at("syntax"), "tool.format", ["lark", "regex"]);
  expectKind(grammar.at("definition"), "tool.format", "string");
}

function checkChoice(choice: Place, tools: Place, rules: ToolRules): void {
  if (typeof choice.value === "string") {
    expectOneOf(choice, "choice.shape", ["none", "auto", "required"]);
    return;
  }
  const type = choice.at("type");
  if (rules.hosted?.test(type.text)) return;
  const kinds = rules.custom ? ["function", "custom", "allowed_tools"] : ["function"];
  if (!expectOneOf(type, "choice.shape", kinds)) return;
  if (type.value === "allowed_tools") checkAllowed(choice.at("allowed_tools"), tools);
  else checkNamed(choice, tools);
}

// A2: nested under its own key.
function checkAllowed(allowed: Place, tools: Place): void {
  expectOneOf(allowed.at("mode"), "choice.shape", ["auto", "required"]);
  expectLength(allowed.at("tools"), "choice.shape", [1, 128]);
  for (const entry of allowed.at("tools").items) {
    if (expectOneOf(entry.at("type"), "choice.shape", ["function", "custom"])) checkNamed(entry, tools);
  }
}

function checkNamed(choice: Place, tools: Place): void {
  const type = choice.at("type").text;
  const name = choice.at(type).at("name");
  if (!expectKind(name, "choice.shape", "string")) return;
  const declared = tools.items.some(
    (tool) => tool.at("type").value === type && tool.at(type).at("name").value === name.value,
  );
  if (!declared) name.fail("choice.undeclared", `no ${type} named ${name.text} is declared`);
}

// A1, the last lines: 1 to 128 functions; the call names one of them.
function checkLegacy(body: Place): void {
  const [functions, call] = [body.at("functions"), body.at("function_call")];
  if (functions.given) expectLength(functions, "tools.count", [1, 128]);
  for (const definition of functions.items) checkFunction(definition);
  if (!call.given) return;
  if (!functions.given) call.fail("choice.without-tools", "function_call is only allowed with functions");
  if (typeof call.value === "string") expectOneOf(call, "choice.shape", ["none", "auto"]);
  else if (!functions.items.some((definition) => definition.at("name").value === call.at("name").value)) {
    call.at("name").fail("choice.undeclared", "function_call names no declared function");
  }
}
