import { describe, expect, test } from "vitest";
import { Ledger } from "../../src/ledger.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { FunctionFields } from "../../src/model/tool.ts";
import { convert, draftOf, lost, read, schema, write } from "./codecs.ts";

describe("the examples of ikigai and AI-Gents", () => {
  const content = { name: "file_edit", description: "Edit a file by replacing exact text matches." };
  const parameters = {
    type: "object",
    properties: {
      file_path: { type: "string", description: "Absolute or relative path to file" },
      old_string: { type: "string", description: "Exact text to find and replace" },
      new_string: { type: "string", description: "Text to replace old_string with" },
      replace_all: { type: "boolean", description: "Replace all occurrences (default: false)" },
    },
    required: ["file_path", "old_string", "new_string"],
  };
  const add = {
    name: "add",
    description: "Add two numbers",
    parameters: {
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "integer" }, b: { type: "integer" } },
    },
  };
  const weather = { name: "get_weather", description: "Get current weather" };

  test.each([
    [
      "ikigai: Anthropic",
      { ...content, parameters },
      "executable",
      "anthropic",
      { ...content, input_schema: parameters },
    ],
    [
      "ikigai: Google",
      { ...content, parameters },
      "executable",
      "gemini",
      { functionDeclarations: [{ ...content, parameters }] },
    ],
    [
      "AI-Gents: OpenAI to Anthropic",
      wrapped({ ...weather, parameters: schema }),
      "openai",
      "anthropic",
      { ...weather, input_schema: schema },
    ],
    ["AI-Gents: OpenAI to Ollama", wrapped(add), "openai", "ollama", wrapped(add)],
    ["AI-Gents: OpenAI to OpenRouter", wrapped(add), "openai", "openrouter", wrapped(add)],
  ])("%s is written as they say", (_, wire, from, to, expected) => {
    const { value, losses } = convert([wire], from, to, "parameters");
    expect(value).toEqual([expected]);
    expect(losses).toEqual([]);
  });

  test("ikigai: OpenAI is written as the document shows it, once the schema is strict", () => {
    const strict = { ...parameters, required: Object.keys(parameters.properties), additionalProperties: false };
    const [tool] = read([{ ...content, parameters }], "executable") as [FunctionFields];
    const draft = { tool, name: tool.name, inputSchema: strict, strict: true };
    expect(write([draft], "openai")).toEqual([wrapped({ ...content, strict: true, parameters: strict })]);
  });

  test("003: a function that is doubled is read once, and comes back doubled", () => {
    const flat = { name: "get_weather", description: "Get current weather for a location", parameters: schema };
    const doubled = { type: "function", ...flat, function: { ...flat, strict: false } };
    expect(read([doubled], "responses")).toMatchObject([{ name: "get_weather", strict: false, inputSchema: schema }]);
    expect(lost([doubled], "responses", "anthropic")).toEqual([]);
    expect(convert([doubled], "responses", "responses").value).toEqual([doubled]);
  });

  test("002: settings that only a library has are reported if the target lacks them", () => {
    const hints = { version: "1.0.0", category: "files", tags: ["a"], timeoutMs: 5, requiredScopes: ["read"] };
    const ledger = new Ledger({ from: "canonical", to: "mcp" });
    write([draftOf({ type: "function", name: "f", inputSchema: schema, ...hints })], "mcp", ledger);
    expect(ledger.losses().map(({ feature }) => feature)).toEqual(Object.keys(hints));
  });
});

function wrapped(definition: JsonObject): JsonObject {
  return { type: "function", function: definition };
}
