import { type DetectKind, detectDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";

describe("detectDialect", () => {
  const rows: readonly (readonly [dialect: string, what: DetectKind, value: unknown])[] = [
    ["anthropic", "request", { model: "m", max_tokens: 9, system: "s", messages: [] }],
    ["openai-responses", "request", { model: "m", input: "hi" }],
    ["gemini", "response", { candidates: [] }],
    [
      "openai-responses",
      "response",
      { object: "response", output: [], input: [], tools: [], previous_response_id: null },
    ],
    ["openrouter", "response", { provider: "p", choices: [{ native_finish_reason: "stop" }] }],
    ["openai-chat", "response", { error: { message: "wrong key", type: "invalid_request_error", code: null } }],
    ["openai-chat", "response", { code: "invalid-argument", error: "wrong key" }],
    ["openai-chat", "response", { object: "chat.completion.chunk", choices: [] }],
    ["openai-chat", "response", { object: "error", message: "wrong id", type: "invalid_function_call", code: "3280" }],
    ["openai-chat", "response", { id: "1", message: "no such model" }],
    ["openai-chat", "response", { detail: "Invalid API Key" }],
    ["openrouter", "response", { error: { code: 429, message: "busy", metadata: { provider_name: "p" } } }],
    ["openai-responses", "response", { type: "error", code: "server_error", message: "m", sequence_number: 2 }],
    ["openai-responses", "response", { type: "error", error: { code: "server_error" }, sequence_number: 2 }],
    ["anthropic", "response", { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }],
    ["gemini", "response", { error: { code: 429, message: "m", status: "RESOURCE_EXHAUSTED" } }],
    ["gemini", "response", [{ error: { code: 429, message: "m", status: "RESOURCE_EXHAUSTED" } }]],
    ["gemini-interactions", "response", { error: { code: "invalid_request", message: "m" } }],
    ["gemini-interactions", "response", { event_type: "error", error: { code: "internal_error", message: "m" } }],
    ["ollama", "response", { error: "unauthorized", signin_url: "https://ollama.com/connect" }],
    ["bedrock", "response", { message: "expired" }],
    ["bedrock", "response", { message: "m", __type: "ValidationException" }],
    ["bedrock", "stream", { throttlingException: { message: "m" } }],
    ["mcp", "results", { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "Unknown tool: f" } }],
    ["executable", "results", { tool_success: false, error: "not found", error_code: "NOT_FOUND" }],
    ["executable", "results", { tool_success: true, message: "done" }],
    ["openai-responses", "stream", { type: "response.created", response: {} }],
    ["anthropic", "stream", { type: "message_start", message: {} }],
    ["mcp", "tools", [{ name: "f", inputSchema: { type: "object" } }]],
    ["openai-chat", "tools", { type: "function", function: { name: "f" } }],
    ["anthropic", "results", { type: "tool_result", tool_use_id: "toolu_1" }],
    ["anthropic", "calls", [{ type: "tool_use", id: "toolu_1", name: "f", input: {} }]],
    ["gemini", "choice", { functionCallingConfig: { mode: "ANY" } }],
  ];

  it.each(rows)("recognises %s %s", (dialect, what, value) => {
    expect(detectDialect(value as Json)).toEqual({ dialect, what });
  });

  it.each([
    ["openai-chat", { error: { message: "m", type: "server_error", param: null, code: null } }],
    ["openai-responses", { type: "error", code: "server_error", message: "m", sequence_number: 2 }],
    ["anthropic", { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }],
    ["gemini", { error: { code: 503, message: "m", status: "UNAVAILABLE" } }],
    ["gemini-interactions", { event_type: "error", error: { code: "internal_error", message: "m" } }],
    ["ollama", { error: "the model has crashed" }],
    ["openrouter", { error: { code: 502, message: "m", metadata: { error_type: "provider_unavailable" } } }],
  ])("recognises an error of %s as the first event of a stream", (dialect, event) => {
    expect(detectDialect(event as Json, { what: "stream" })?.dialect).toBe(dialect);
  });

  const hi = { role: "user", content: "hi" };
  const chatTool = { type: "function", function: { name: "f" } };
  const marked = { role: "user", content: [{ type: "text", text: "hi", cache_control: { type: "ephemeral" } }] };

  it.each([
    [
      "openai-chat",
      "function tools beside thinking",
      { messages: [hi], tools: [chatTool], thinking: { type: "disabled" } },
    ],
    ["openai-chat", "logprobs beside thinking", { messages: [hi], logprobs: true, thinking: { type: "disabled" } }],
    [
      "openai-chat",
      "a system message beside top_k",
      { messages: [{ role: "system", content: "s" }], max_tokens: 9, top_k: 4 },
    ],
    ["openai-chat", "cache marks beside stream_options", { messages: [marked], stream_options: {} }],
    ["anthropic", "cache marks alone", { messages: [marked] }],
    ["anthropic", "top_k alone", { messages: [hi], top_k: 4 }],
    ["anthropic", "thinking with a budget", { messages: [hi], thinking: { type: "enabled", budget_tokens: 2000 } }],
    ["anthropic", "server tools", { messages: [hi], tools: [{ type: "web_search_20250305", name: "web_search" }] }],
    ["anthropic", "a model of Claude with max_tokens", { model: "claude-fable-5", max_tokens: 9, messages: [hi] }],
    ["ollama", "function tools beside images", { messages: [{ ...hi, images: ["aGk="] }], tools: [chatTool] }],
  ])("recognises a request of %s by %s", (dialect, _, body) => {
    expect(detectDialect(body as unknown as Json)).toEqual({ dialect, what: "request" });
  });

  it("recognises nothing in ambiguous input or tools of several dialects", () => {
    expect(detectDialect({})).toBeUndefined();
    expect(detectDialect({ model: "m", messages: [] }, { what: "request" })).toBeUndefined();
    const mixed = [
      { name: "f", inputSchema: {} },
      { name: "g", input_schema: {} },
    ] as unknown as Json;
    expect(detectDialect(mixed, { what: "tools" })).toBeUndefined();
  });

  it("treats the entries of `functions` as OpenAI's", () => {
    const tool = { name: "f", parameters: {} };
    expect(detectDialect(tool, { what: "tools", field: "functions" })?.dialect).toBe("openai-chat");
    expect(detectDialect(tool, { what: "tools" })?.dialect).toBe("executable");
  });
});
