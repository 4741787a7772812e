import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { read, schema } from "./codecs.ts";

describe("a tool that cannot be read", () => {
  test.each([
    ["mcp", ["text"], "wrong-type", "/0", "mcp adapter to_canonical: expected an MCP tool object, got a string"],
    [
      "mcp",
      [{ name: "f" }],
      "missing-schema",
      "/0",
      "mcp adapter to_canonical: expected a tool with a schema for its arguments",
    ],
    ["mcp", [{ inputSchema: {} }], "missing-name", "/0", "mcp adapter to_canonical: expected a function with a name"],
    [
      "openai",
      [{ name: "f", parameters: "{}" }],
      "wrong-type",
      "/0/parameters",
      "openai adapter to_canonical: expected a JSON Schema, got a string",
    ],
    [
      "gemini",
      [{ functionDeclarations: [{ name: "f" }, 7] }],
      "wrong-type",
      "/0/functionDeclarations/1",
      "gemini adapter to_canonical: expected a Gemini function declaration, got a number",
    ],
    [
      "openai",
      [{ name: "t", inputSchema: schema }],
      "wrong-dialect",
      "/0",
      "openai adapter to_canonical: expected the schema of the arguments in function/parameters, but it is in inputSchema",
    ],
    [
      "mcp",
      [{ name: "t", parameters: schema }],
      "wrong-dialect",
      "/0",
      "mcp adapter to_canonical: expected the schema of the arguments in inputSchema, but it is in parameters",
    ],
    [
      "gemini",
      [{ name: "t", input_schema: schema }],
      "wrong-dialect",
      "/0",
      "gemini adapter to_canonical: expected the schema of the arguments in parametersJsonSchema, but it is in input_schema",
    ],
    [
      "anthropic",
      [{ type: "function", function: { name: "t", parameters: schema } }],
      "wrong-dialect",
      "/0",
      "anthropic adapter to_canonical: expected a tool of this dialect, but it is a function",
    ],
    [
      "executable",
      [{ name: "f", description: "d" }],
      "missing-schema",
      "/0",
      "executable adapter to_canonical: expected a tool with a schema for its arguments",
    ],
    [
      "executable",
      [{ name: "f", parameters: schema }],
      "missing-description",
      "/0",
      "executable adapter to_canonical: expected a tool with a description",
    ],
    [
      "responses",
      [{ type: "namespace", name: "n", tools: [null] }],
      "wrong-type",
      "/0/tools/0",
      "responses adapter to_canonical: expected an OpenAI Responses tool object, got null",
    ],
  ])("is refused by %s with its place", (id, wire, code, path, message) => {
    const refusal = expect.objectContaining({ code, path, message }) as Error;
    expect(() => read(wire as Json[], id)).toThrow(refusal);
  });
});
