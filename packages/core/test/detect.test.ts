import { type DetectKind, detectDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";

describe("detectDialect", () => {
  const rows: readonly (readonly [dialect: string, what: DetectKind, value: unknown])[] = [
    ["anthropic", "request", { model: "m", max_tokens: 9, system: "s", messages: [] }],
    ["openai-responses", "request", { model: "m", input: "hi" }],
    ["gemini", "response", { candidates: [] }],
    ["openai-chat", "response", { object: "chat.completion.chunk", choices: [] }],
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
