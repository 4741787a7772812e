import { checkGrammar, NAME } from "./chat-tools.ts";
import type { Place } from "./place.ts";
import { type Check, expectKind, expectLength, expectMatch, expectOneOf } from "./shape.ts";

/** B1, B2: tools and the choice among them, those of `additional_tools` items included. */
export function checkResponsesTools(body: Place): void {
  const tools = body.at("tools");
  if (tools.given) expectLength(tools, "tools.count", [1, 128]);
  for (const tool of tools.items) checkTool(tool);
  const added = body.at("input").items.filter((item) => item.at("type").value === "additional_tools");
  const declared = [tools, ...added.map((item) => item.at("tools"))].flatMap(({ items }) => items);
  for (const key of ["tool_choice", "parallel_tool_calls"]) {
    const place = body.at(key);
    if (place.given && declared.length === 0 && !body.at("prompt").given) {
      place.fail("choice.without-tools", `${key} without tools`);
    }
  }
  if (body.at("tool_choice").given) checkChoice(body.at("tool_choice"), declared);
}

/** B1: one tool, by its type. */
export function checkTool(tool: Place): void {
  if (!expectOneOf(tool.at("type"), "tool.type", [...Object.keys(TOOLS), ...HOSTED])) return;
  TOOLS[tool.at("type").text]?.(tool);
}

const HOSTED = [
  ...["web_search", "web_search_2025_08_26", "web_search_preview", "web_search_preview_2025_03_11"],
  ...["computer", "computer_use_preview", "image_generation", "local_shell", "shell", "apply_patch"],
  ...["tool_search", "programmatic_tool_calling"],
];

const TOOLS: Readonly<Record<string, Check>> = {
  function: (tool) => checkFunction(tool, NAME),
  custom: (tool) => checkCustom(tool, NAME),
  namespace: checkNamespace,
  file_search: (tool) => {
    expectKind(tool.at("vector_store_ids"), "tool.shape", "array");
  },
  code_interpreter: (tool) => {
    expectKind(tool.at("container"), "tool.shape", "string", "object");
  },
  mcp: (tool) => {
    expectKind(tool.at("server_label"), "tool.shape", "non-empty string");
    const servers = ["server_url", "connector_id", "tunnel_id"].filter((key) => tool.at(key).given);
    if (servers.length !== 1) tool.fail("tool.shape", "expected one of server_url, connector_id, tunnel_id");
  },
};

// B1: parameters and strict may be left out on the wire.
function checkFunction(tool: Place, name: RegExp): void {
  expectMatch(tool.at("name"), "tool.name", name);
  const [description, parameters, strict] = ["description", "parameters", "strict"].map((key) => tool.at(key));
  if (description?.given) expectKind(description, "tool.shape", "string");
  if (parameters?.given) expectKind(parameters, "tool.shape", "object");
  if (strict?.given) expectKind(strict, "tool.shape", "boolean");
  if (tool.at("function").present) tool.at("function").fail("tool.shape", "a function is flat here");
}

// B1: the grammar is flat.
function checkCustom(tool: Place, name: RegExp): void {
  expectMatch(tool.at("name"), "tool.name", name);
  if (tool.at("custom").present) tool.at("custom").fail("tool.shape", "a custom tool is flat here");
  const format = tool.at("format");
  if (!format.present || !expectOneOf(format.at("type"), "tool.format", ["text", "grammar"])) return;
  if (format.at("type").value === "grammar") checkGrammar(format);
}

const NAMESPACED = /^[a-zA-Z0-9_-]{1,128}$/;

function checkNamespace(tool: Place): void {
  expectMatch(tool.at("name"), "tool.name", NAME);
  expectKind(tool.at("description"), "tool.shape", "string");
  expectLength(tool.at("tools"), "tool.shape", [1, Number.MAX_SAFE_INTEGER]);
  for (const inner of tool.at("tools").items) {
    if (!expectOneOf(inner.at("type"), "tool.type", ["function", "custom"])) continue;
    if (inner.at("type").value === "function") checkFunction(inner, NAMESPACED);
    else checkCustom(inner, NAMESPACED);
  }
}

// The hosted types of B2 that a choice may name bare.
const BARE = [
  ...["file_search", "web_search_preview", "computer", "computer_use_preview", "computer_use", "code_interpreter"],
  ...["image_generation", "web_search_preview_2025_03_11", "apply_patch", "shell", "programmatic_tool_calling"],
];

function checkChoice(choice: Place, declared: readonly Place[]): void {
  if (typeof choice.value === "string") {
    expectOneOf(choice, "choice.shape", ["none", "auto", "required"]);
    return;
  }
  const type = choice.at("type");
  if (!expectOneOf(type, "choice.shape", ["function", "custom", "mcp", "allowed_tools", ...BARE])) return;
  if (type.value !== "allowed_tools") {
    checkNamed(choice, declared);
    return;
  }
  expectOneOf(choice.at("mode"), "choice.shape", ["auto", "required"]);
  expectLength(choice.at("tools"), "choice.shape", [1, 128]);
  for (const entry of choice.at("tools").items) checkNamed(entry, declared);
}

// A choice of a hosted tool names it by its type, or by that of an earlier version.
function checkHosted(choice: Place, declared: readonly Place[]): void {
  const type = choice.at("type");
  const known = declared.some((tool) => familyOf(tool.at("type").text) === familyOf(type.text));
  if (!known) type.fail("choice.undeclared", `no tool of type ${type.text} is declared`);
}

function familyOf(type: string): string {
  return type.replace(/_(?:preview|use|\d{4}).*$/, "");
}

function checkNamed(choice: Place, declared: readonly Place[]): void {
  const type = choice.at("type").text;
  const key = { function: "name", custom: "name", mcp: "server_label" }[type];
  if (key === undefined) {
    checkHosted(choice, declared);
    return;
  }
  const name = choice.at(key);
  if (!expectKind(name, "choice.shape", "non-empty string")) return;
  const all = [
    ...declared,
    ...declared.flatMap((tool) => (tool.at("type").value === "namespace" ? tool.at("tools").items : [])),
  ];
  const known = all.some((tool) => tool.at("type").value === type && tool.at(key).value === name.value);
  if (!known) name.fail("choice.undeclared", `no ${type} named ${name.text} is declared`);
}
