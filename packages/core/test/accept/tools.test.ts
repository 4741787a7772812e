import { describe, expect, it } from "vitest";
import { accept as anthropic } from "../../src/dialects/anthropic/accept.ts";
import { accept as executable } from "../../src/dialects/executable/accept.ts";
import { accept as gemini } from "../../src/dialects/gemini/accept.ts";
import { accept as mcp } from "../../src/dialects/mcp/accept.ts";
import { accept as ollama } from "../../src/dialects/ollama/accept.ts";
import { accept as chat } from "../../src/dialects/openai-chat/accept.ts";
import { accept as responses } from "../../src/dialects/openai-responses/accept.ts";
import { accept as openrouter } from "../../src/dialects/openrouter/accept.ts";
import type { Accept } from "../../src/model/dialect.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { around, chatTool, object, verdict } from "./targets.ts";

const grammar = { type: "grammar", syntax: "lark", definition: "start: /a/" };
const tuple = { type: "array", items: [{ type: "string" }] };
const draft7 = { $schema: "http://json-schema.org/draft-07/schema#" };

describe("all tools of a request", () => {
  const closed = { type: "object", properties: {}, additionalProperties: false };
  const times = (count: number, make: (name: string) => Json): Json[] =>
    Array.from({ length: count }, (_, index) => make(`f${index}`));
  const chatNamed = (name: string): Json => ({ type: "function", function: { name, parameters: closed } });
  const flatNamed = (name: string): Json => ({ type: "function", name, parameters: closed, strict: false });
  const claudeNamed = (name: string): Json => ({ name, input_schema: closed });
  const geminiNamed = (name: string): Json => ({ name, parametersJsonSchema: closed });
  const mcpNamed = (name: string): Json => ({ name, inputSchema: closed });
  const printed = (name: string): Json => ({ name, description: "d", parameters: { type: "object", properties: {} } });
  const declared = (declarations: Json[]): Json[] => [{ functionDeclarations: declarations }];
  const plain = (name: string): Json => ({ ...(chatNamed(name) as JsonObject), function: { name } });
  const optional =
    (count: number) =>
    (name: string): Json => {
      const names = Array.from({ length: count }, (_, index) => [`p${index}`, { type: "string" }]);
      return { name, strict: true, input_schema: { ...closed, properties: Object.fromEntries(names) } };
    };
  const unions =
    (count: number) =>
    (name: string): Json => {
      const names = Array.from({ length: count }, (_, index) => [`p${index}`, { type: ["string", "null"] }]);
      const properties = Object.fromEntries(names);
      return { name, strict: true, input_schema: { ...closed, properties, required: Object.keys(properties) } };
    };

  it.each<[string, string, Accept, Json[]]>([
    ["x", "no tools on Chat", chat, []],
    [".", "128 tools on Chat", chat, times(128, chatNamed)],
    ["x", "129 tools on Chat", chat, times(129, chatNamed)],
    ["x", "no tools on OpenRouter", openrouter, []],
    ["w", "129 tools on OpenRouter", openrouter, times(129, chatNamed)],
    [".", "no tools on Responses", responses, []],
    [".", "200 tools on Responses", responses, times(200, flatNamed)],
    [".", "512 declarations", gemini, declared(times(512, geminiNamed))],
    [
      "x",
      "513 declarations in two tools",
      gemini,
      [...declared(times(512, geminiNamed)), ...declared([geminiNamed("g")])],
    ],
    [".", "20 strict tools", anthropic, times(20, optional(0))],
    ["x", "21 strict tools", anthropic, times(21, optional(0))],
    [".", "24 optional parameters over all tools", anthropic, times(4, optional(6))],
    ["x", "25 optional parameters over all tools", anthropic, times(5, optional(5))],
    [".", "16 unions over all tools", anthropic, times(4, unions(4))],
    ["x", "18 unions over all tools", anthropic, times(6, unions(3))],
    ["x", "one name twice on Chat", chat, [chatNamed("f"), chatNamed("f")]],
    ["x", "one name twice on Responses", responses, [flatNamed("f"), flatNamed("f")]],
    ["x", "one name twice on Anthropic", anthropic, [claudeNamed("bash"), { type: "bash_20250124", name: "bash" }]],
    ["x", "one name twice on Gemini", gemini, declared([geminiNamed("f"), geminiNamed("f")])],
    ["x", "one name twice on OpenRouter", openrouter, [chatNamed("f"), chatNamed("f")]],
    ["w", "one name twice on MCP", mcp, [mcpNamed("f"), mcpNamed("f")]],
    ["w", "one name twice on Ollama", ollama, [plain("f"), plain("f")]],
    ["x", "one name twice in an executable", executable, [printed("f"), printed("f")]],
    [".", "64 characters on Chat", chat, [chatNamed("f".repeat(64))]],
    ["x", "65 characters on Chat", chat, [chatNamed("f".repeat(65))]],
    ["x", "a dot on Chat", chat, [chatNamed("a.b")]],
    ["w", "65 characters on Responses", responses, [flatNamed("f".repeat(65))]],
    ["x", "129 characters on Responses", responses, [flatNamed("f".repeat(129))]],
    ["w", "65 characters on Anthropic", anthropic, [claudeNamed("f".repeat(65))]],
    ["x", "129 characters on Anthropic", anthropic, [claudeNamed("f".repeat(129))]],
    ["x", "a dot on Anthropic", anthropic, [claudeNamed("a.b")]],
    [".", "128 characters on Gemini", gemini, declared([geminiNamed("f.:-".repeat(32))])],
    ["x", "129 characters on Gemini", gemini, declared([geminiNamed("f".repeat(129))])],
    ["x", "a digit first on Gemini", gemini, declared([geminiNamed("1f")])],
    [".", "a dot in MCP", mcp, [mcpNamed("a.b")]],
    ["w", "a slash in MCP", mcp, [mcpNamed("a/b")]],
    [".", "any name on Ollama", ollama, [plain("a b/c")]],
    ["x", "a hyphen in an executable", executable, [printed("a-b")]],
    ["x", "no name on Chat", chat, [{ type: "function", function: {} }]],
    ["x", "an empty name on MCP", mcp, [mcpNamed("")]],
    [".", "no parameters on Chat", chat, [plain("f")]],
    [".", "no parameters on Responses", responses, [{ type: "function", name: "f", parameters: null, strict: null }]],
    [".", "no parameters on Gemini", gemini, declared([{ name: "f" }])],
    ["x", "no parameters in an executable", executable, [{ name: "f", description: "d" }]],
    ["x", "no description in an executable", executable, [{ ...(printed("f") as JsonObject), description: null }]],
    ["x", "no input_schema on Anthropic", anthropic, [{ name: "f" }]],
    ["x", "no inputSchema in MCP", mcp, [{ name: "f" }]],
    ["x", "a description that is no text", chat, [{ type: "function", function: { name: "f", description: 1 } }]],
    ["x", "strict that is no boolean", chat, [{ type: "function", function: { name: "f", strict: "yes" } }]],
    [".", "a custom tool on Chat", chat, [{ type: "custom", custom: { name: "c", format: { type: "text" } } }]],
    ["x", "a flat grammar on Chat", chat, [{ type: "custom", custom: { name: "c", format: grammar } }]],
    [
      ".",
      "a nested grammar on Chat",
      chat,
      [{ type: "custom", custom: { name: "c", format: { type: "grammar", grammar } } }],
    ],
    ["x", "a hosted tool on Chat", chat, [{ type: "web_search" }]],
    ["x", "a custom tool on OpenRouter", openrouter, [{ type: "custom", custom: { name: "c" } }]],
    [".", "a server tool on OpenRouter", openrouter, [{ type: "openrouter:web_search" }]],
    [".", "a custom tool on Responses", responses, [{ type: "custom", name: "c", format: grammar }]],
    [
      "x",
      "a nested grammar on Responses",
      responses,
      [{ type: "custom", name: "c", format: { type: "grammar", grammar } }],
    ],
    [".", "hosted tools on Responses", responses, [{ type: "web_search" }, { type: "mcp", server_label: "s" }]],
    ["x", "an MCP server without label on Responses", responses, [{ type: "mcp" }]],
    ["x", "an unknown tool on Responses", responses, [{ type: "teleport" }]],
    ["x", "a Chat tool on Responses", responses, [chatNamed("f")]],
    [
      ".",
      "a namespace",
      responses,
      [{ type: "namespace", name: "n", description: "d", tools: [flatNamed("f")] }, flatNamed("f")],
    ],
    ["x", "a namespace without description", responses, [{ type: "namespace", name: "n", tools: [flatNamed("f")] }]],
    ["x", "a namespace without tools", responses, [{ type: "namespace", name: "n", description: "d", tools: [] }]],
    [
      "x",
      "a hosted tool in a namespace",
      responses,
      [{ type: "namespace", name: "n", description: "d", tools: [{ type: "shell" }] }],
    ],
    [".", "a server tool on Anthropic", anthropic, [{ type: "web_search_20250305", name: "web_search" }]],
    ["x", "a fixed name changed on Anthropic", anthropic, [{ type: "bash_20250124", name: "shell" }]],
    ["x", "an unknown tool on Anthropic", anthropic, [{ type: "teleport_20300101", name: "t" }]],
    [".", "a toolset on Anthropic", anthropic, [{ type: "computer_toolset_20260801" }]],
    ["x", "a named toolset on Anthropic", anthropic, [{ type: "computer_toolset_20260801", name: "computer" }]],
    ["x", "an advisor without model", anthropic, [{ type: "advisor_20260301", name: "advisor" }]],
    ["x", "all tools deferred", anthropic, [{ ...(claudeNamed("f") as JsonObject), defer_loading: true }]],
    [
      ".",
      "one tool not deferred",
      anthropic,
      [{ ...(claudeNamed("f") as JsonObject), defer_loading: true }, claudeNamed("g")],
    ],
    ["x", "an unknown caller", anthropic, [{ ...(claudeNamed("f") as JsonObject), allowed_callers: ["me"] }]],
    [".", "an example", anthropic, [{ ...(claudeNamed("f") as JsonObject), input_examples: [{}] }]],
    ["x", "an example that is no object", anthropic, [{ ...(claudeNamed("f") as JsonObject), input_examples: ["a"] }]],
    ["x", "an example that lacks a property", anthropic, [{ name: "f", input_schema: object, input_examples: [{}] }]],
    ["x", "an example on a server tool", anthropic, [{ type: "bash_20250124", name: "bash", input_examples: [{}] }]],
    [
      "x",
      "both surfaces on Gemini",
      gemini,
      declared([{ name: "f", parameters: { type: "OBJECT" }, parametersJsonSchema: closed }]),
    ],
    ["x", "an unknown field on Gemini", gemini, declared([{ name: "f", strict: true }])],
    ["x", "an unknown tool on Gemini", gemini, [{ teleport: {} }]],
    [
      ".",
      "the proto's own names on Gemini",
      gemini,
      [{ function_declarations: [{ name: "f", parameters_json_schema: closed }] }],
    ],
    ["w", "built-in tools beside functions", gemini, [...declared([geminiNamed("f")]), { googleSearch: {} }]],
    [".", "built-in tools alone", gemini, [{ googleSearch: {} }, { codeExecution: null }]],
    [".", "a response of any type on Gemini", gemini, declared([{ name: "f", response: { type: "STRING" } }])],
    ["w", "strict on Ollama", ollama, [{ type: "function", function: { name: "f", strict: true } }]],
    ["x", "a type that is no text on Ollama", ollama, [{ type: 1, function: { name: "f" } }]],
    [
      ".",
      "items as they are on Ollama",
      ollama,
      [chatTool({ type: "object", properties: { a: { items: { const: 1 } } } })],
    ],
    [
      "w",
      "a number's bound on OpenRouter",
      openrouter,
      [chatTool(around("chatStrict", { type: "number", minimum: 0 }), true)],
    ],
    ["x", "an open object on OpenRouter", openrouter, [chatTool({ type: "object", properties: {} }, true)]],
    [".", "hints in MCP", mcp, [{ ...(mcpNamed("f") as JsonObject), annotations: { readOnlyHint: true } }]],
    [
      "x",
      "a hint that is no boolean",
      mcp,
      [{ ...(mcpNamed("f") as JsonObject), annotations: { readOnlyHint: "yes" } }],
    ],
    [
      "w",
      "an output that is no object in MCP",
      mcp,
      [{ ...(mcpNamed("f") as JsonObject), outputSchema: { type: "array" } }],
    ],
    ["x", "a tuple of draft 7 in MCP", mcp, [{ name: "f", inputSchema: around("mcp", tuple) }]],
    [".", "the same under its own draft", mcp, [{ name: "f", inputSchema: around("mcp", tuple, draft7) }]],
    [".", "a header in MCP", mcp, [{ name: "f", inputSchema: around("mcp", { type: "string", "x-mcp-header": "A" }) }]],
    [
      "w",
      "a header on a number",
      mcp,
      [{ name: "f", inputSchema: around("mcp", { type: "number", "x-mcp-header": "A" }) }],
    ],
  ])("%s %s", (expected, _title, accept, tools) => {
    expect(verdict(accept(tools))).toBe(expected);
  });
});
