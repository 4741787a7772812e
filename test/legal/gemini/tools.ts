import type { Place } from "../place.ts";
import { checkFields, field } from "./fields.ts";

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/; // B3
const MODES = ["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"]; // B4

export function checkTools(root: Place, generation: number | undefined): void {
  if (!root.at("tools").isOptional("array", "tools")) return;
  const tools = root.at("tools").items();
  for (const tool of tools) checkFields(tool, "tool");
  const declarations = tools.flatMap((tool) => field(tool, "functionDeclarations").items());
  for (const declaration of declarations) checkDeclaration(declaration);
  checkNames(root, declarations);
  checkMixed(root.at("tools"), declarations.length > 0, generation);
  checkConfig(root, declarations);
}

// B3.
function checkDeclaration(declaration: Place): void {
  checkFields(declaration, "declaration");
  const name = declaration.at("name");
  name.badIf(!NAME.test(name.text), "tool-name", "Invalid function name");
  declaration.at("description").isOptional("string", "tool-description");
  for (const [schema, json] of [
    ["parameters", "parametersJsonSchema"],
    ["response", "responseJsonSchema"],
  ] as const) {
    const both = field(declaration, schema).exists && field(declaration, json).exists;
    declaration.badIf(both, "tool-schema", `${schema} and ${json} exclude each other`);
  }
}

// B3: at most 512, and each once.
function checkNames(root: Place, declarations: readonly Place[]): void {
  root.at("tools").badIf(declarations.length > 512, "tool-count", "at most 512 function declarations");
  const seen = new Set<string>();
  for (const declaration of declarations) {
    const name = declaration.at("name").text;
    declaration.badIf(seen.has(name), "tool-unique", `Duplicate function declaration found: ${name}`);
    seen.add(name);
  }
}

// B3: built-in tools together with functions came with Gemini 3.
function checkMixed(tools: Place, declares: boolean, generation: number | undefined): void {
  if (generation === undefined || generation >= 3 || !declares) return;
  const builtIn = tools.items().some((tool) => {
    const kinds = Object.keys(tool.object).filter((key) => tool.at(key).exists);
    return kinds.some((kind) => !/^function_?declarations$/i.test(kind));
  });
  tools.badIf(builtIn, "tools-mixed", "built-in tools and function declarations together need Gemini 3");
}

// B4.
function checkConfig(root: Place, declarations: readonly Place[]): void {
  const config = field(root, "toolConfig");
  checkFields(config, "toolConfig");
  const calling = field(config, "functionCallingConfig");
  checkFields(calling, "calling");
  const mode = calling.at("mode");
  // Google reads the names of an enum in any case.
  const name = mode.text.toUpperCase();
  mode.badIf(mode.exists && !MODES.includes(name), "calling-mode", `must be one of ${MODES.join(", ")}`);
  const allowed = field(calling, "allowedFunctionNames");
  const restricts = name === "ANY" || name === "VALIDATED";
  const message = "Allowed function names should be set only when function calling mode is ANY or VALIDATED";
  allowed.badIf(allowed.items().length > 0 && !restricts, "allowed-mode", message);
  const names = new Set(declarations.map((declaration) => declaration.at("name").text));
  for (const each of allowed.items()) each.badIf(!names.has(each.text), "allowed-name", "is not declared");
}
