import type { DetectKind, Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { requireDialect } from "../src/input/detect.ts";
import { toolglot } from "./run.ts";

const hi = { role: "user", content: "hi" };
const model = "m";

type Kind = Exclude<DetectKind, "tools">;

function tells(kind: Kind, rows: readonly (readonly [string, unknown])[]): void {
  it.each(rows)("%s: %j", (dialect, input) => {
    expect(requireDialect(input as Json, kind)).toBe(dialect);
  });
}

function asks(kind: Kind, what: string, inputs: readonly unknown[]): void {
  it.each(inputs)("no dialect: %j", (input) => {
    const message = `--from is required: the dialect of this ${what} cannot be detected`;
    expect(() => requireDialect(input as Json, kind)).toThrow(message);
  });
}

describe("the shape of a request determines", () => {
  tells("request", [
    ["anthropic", { model, max_tokens: 9, system: "s", messages: [hi] }],
    ["anthropic", { model, max_tokens: 9, messages: [hi], tools: [{ name: "f", input_schema: {} }] }],
    ["anthropic", { model, max_tokens: 9, messages: [{ role: "user", content: [{ type: "tool_result" }] }] }],
    ["gemini", { contents: [{ role: "user", parts: [{ text: "hi" }] }] }],
    ["openai-responses", { model, input: "hi" }],
    ["openai-chat", { model, messages: [{ role: "developer", content: "s" }, hi] }],
    ["openai-chat", { model, messages: [hi], max_completion_tokens: 9 }],
    ["openai-chat", { model, messages: [{ role: "system", content: "s" }, hi], max_tokens: 9 }],
    ["openai-chat", { model, messages: [hi, { role: "tool", tool_call_id: "c", content: "" }] }],
    ["ollama", { model, messages: [hi], options: { num_ctx: 9 } }],
    ["ollama", { model, messages: [hi, { role: "tool", tool_name: "f", content: "" }] }],
    ["openrouter", { models: ["a", "b"], messages: [hi] }],
  ]);
  asks("request", "request", [{ model, messages: [hi] }, { model, messages: [hi], max_tokens: 9 }, [], {}, 5]);
});

describe("the shape of a response determines", () => {
  tells("response", [
    ["openai-chat", { id: "c", choices: [] }],
    ["openrouter", { id: "c", choices: [{ native_finish_reason: "stop" }] }],
    ["gemini", { candidates: [] }],
    ["openai-responses", { object: "response", output: [] }],
    ["anthropic", { type: "message", content: [] }],
    ["ollama", { message: { role: "assistant" }, done: true }],
    ["anthropic", { type: "error", error: { type: "api_error", message: "m" } }],
    ["gemini", { error: { code: 400, status: "INVALID_ARGUMENT", message: "m" } }],
    ["ollama", { error: "model not found" }],
  ]);
  asks("response", "response", [{ error: { message: "m", type: "t" } }, {}, null]);
});

describe("the shape of a choice determines", () => {
  tells("choice", [
    ["anthropic", { type: "tool", name: "f" }],
    ["gemini", { functionCallingConfig: { mode: "ANY" } }],
    ["openai-chat", { type: "function", function: { name: "f" } }],
    ["openai-responses", { type: "function", name: "f" }],
  ]);
  asks("choice", "choice", ["auto", {}]);
});

describe("the shape of calls determines", () => {
  const chat = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };
  tells("calls", [
    ["anthropic", { type: "tool_use", id: "c", name: "f", input: {} }],
    ["anthropic", [{ type: "text", text: "t" }, { type: "tool_use" }]],
    ["openai-chat", chat],
    ["openai-chat", { role: "assistant", tool_calls: [chat] }],
    ["openai-chat", { choices: [{ message: { tool_calls: [chat] } }] }],
    ["ollama", { function: { name: "f", arguments: {} } }],
    ["ollama", { role: "assistant", tool_calls: [{ function: { name: "f", arguments: {} } }] }],
    ["openai-responses", [{ type: "function_call", call_id: "c", name: "f", arguments: "{}" }]],
    ["gemini", { role: "model", parts: [{ functionCall: { name: "f" } }] }],
    ["mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "f" } }],
  ]);
  asks("calls", "call", [{ name: "f" }, []]);
});

describe("the shape of results determines", () => {
  tells("results", [
    ["anthropic", { role: "user", content: [{ type: "tool_result" }] }],
    ["openai-chat", [{ role: "tool", tool_call_id: "c", content: "" }]],
    ["ollama", { role: "tool", tool_name: "f", content: "" }],
    ["openai-responses", { type: "function_call_output", call_id: "c", output: "" }],
    ["gemini", { role: "user", parts: [{ functionResponse: { name: "f" } }] }],
    ["mcp", { content: [], structuredContent: {} }],
    ["executable", { tool_success: true, result: 1 }],
  ]);
  asks("results", "result", [{ content: [] }, "noon"]);
});

describe("the dialect of a conversation", () => {
  it("is reported to the user", async () => {
    const body = { model, max_tokens: 9, system: "s", messages: [hi] };
    const { code, stderr } = await toolglot("convert --what request --to openai", body);
    expect(stderr).toBe("note: reading the input as anthropic, detected from its shape; use --from to override\n");
    expect(code).toBe(0);
  });

  it("is the most common one where the shape is ambiguous, which is reported", async () => {
    const body = { model, messages: [hi] };
    const { code, stdout, stderr } = await toolglot("convert --what request --to openai", body);
    expect(stderr).toBe(
      "note: several dialects have requests of this shape; reading the input as openai-chat, detected from its shape; use --from to override\n",
    );
    expect([code, JSON.parse(stdout)]).toEqual([0, body]);
  });

  it("is required if it cannot be detected", async () => {
    const { code, stderr } = await toolglot("convert --what response --to openai", {});
    expect(stderr).toContain("error: --from is required: the dialect of this response cannot be detected\n");
    expect(code).toBe(2);
  });
});
