import { type Json, stringifyJson } from "@toolglot/core";
import { at, listAt } from "./content/common.ts";
import { type DialectName, type Fields, MODELS } from "./dialects.ts";

/** A call of a model; its arguments are a value, or a text where the dialect has texts there. */
export interface MadeCall {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

type Write = (calls: readonly MadeCall[]) => Fields;
type Read = (request: Fields) => MadeCall[];

function text(input: Json): string {
  return typeof input === "string" ? input : stringifyJson(input);
}

const chatCalls = (calls: readonly MadeCall[]): Json[] =>
  calls.map(({ id, name, input }) => ({ id, type: "function", function: { name, arguments: text(input) } }));

const ollamaCalls = (calls: readonly MadeCall[]): Json[] =>
  calls.map(({ id, name, input }, index) => ({ id, function: { index, name, arguments: input } }));

const blocks = (calls: readonly MadeCall[]): Json[] =>
  calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input }));

const parts = (calls: readonly MadeCall[]): Json[] =>
  calls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } }));

const steps = (calls: readonly MadeCall[]): Json[] =>
  calls.map(({ id, name, input }) => ({ type: "function_call", id, name, arguments: input }));

const uses = (calls: readonly MadeCall[]): Json[] =>
  calls.map(({ id, name, input }) => ({ toolUse: { toolUseId: id, name, input } }));

const items = (calls: readonly MadeCall[]): Json[] =>
  calls.map(({ id, name, input }) => ({ type: "function_call", call_id: id, name, arguments: text(input) }));

const chatAnswer: Write = (calls) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: null, tool_calls: chatCalls(calls) },
      finish_reason: "tool_calls",
    },
  ],
});

/** Whole answers that call, by the wire facts. */
export const answers: Readonly<Record<DialectName, Write>> = {
  "openai-chat": chatAnswer,
  openrouter: chatAnswer,
  "openai-responses": (calls) => ({
    id: "resp_1",
    object: "response",
    created_at: 1,
    status: "completed",
    model: "m",
    output: items(calls),
  }),
  anthropic: (calls) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: blocks(calls),
    stop_reason: "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  bedrock: (calls) => ({
    output: { message: { role: "assistant", content: uses(calls) } },
    stopReason: "tool_use",
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    metrics: { latencyMs: 1 },
  }),
  gemini: (calls) => ({
    candidates: [{ content: { role: "model", parts: parts(calls) }, finishReason: "STOP", index: 0 }],
  }),
  "gemini-interactions": (calls) => ({
    id: "v1_1",
    object: "interaction",
    status: "requires_action",
    model: "m",
    steps: steps(calls),
  }),
  ollama: (calls) => ({
    model: "m",
    created_at: "2026-11-15T00:00:00Z",
    message: { role: "assistant", content: "", tool_calls: ollamaCalls(calls) },
    done: true,
    done_reason: "stop",
  }),
};

const HI = { role: "user", content: "Hi" };

function chatHistory(model: string): Write {
  return (calls) => ({
    model,
    messages: [
      HI,
      { role: "assistant", content: null, tool_calls: chatCalls(calls) },
      ...calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "done" })),
    ],
  });
}

/** Requests of a client whose model has called, and got its results. */
export const histories: Readonly<Record<DialectName, Write>> = {
  "openai-chat": chatHistory(MODELS["openai-chat"]),
  openrouter: chatHistory(MODELS.openrouter),
  "openai-responses": (calls) => ({
    model: MODELS["openai-responses"],
    input: [
      HI,
      ...items(calls),
      ...calls.map(({ id }) => ({ type: "function_call_output", call_id: id, output: "done" })),
    ],
  }),
  anthropic: (calls) => ({
    model: MODELS.anthropic,
    max_tokens: 100,
    messages: [
      HI,
      { role: "assistant", content: blocks(calls) },
      { role: "user", content: calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "done" })) },
    ],
  }),
  bedrock: (calls) => ({
    toolConfig: { tools: [{ toolSpec: { name: "f", inputSchema: { json: { type: "object" } } } }] },
    messages: [
      { role: "user", content: [{ text: "Hi" }] },
      { role: "assistant", content: uses(calls) },
      {
        role: "user",
        content: calls.map(({ id }) => ({ toolResult: { toolUseId: id, content: [{ text: "done" }] } })),
      },
    ],
  }),
  gemini: (calls) => ({
    contents: [
      { role: "user", parts: [{ text: "Hi" }] },
      { role: "model", parts: parts(calls) },
      {
        role: "user",
        parts: calls.map(({ id, name }) => ({ functionResponse: { id, name, response: { output: "done" } } })),
      },
    ],
  }),
  "gemini-interactions": (calls) => ({
    model: MODELS["gemini-interactions"],
    input: [
      { type: "user_input", content: [{ type: "text", text: "Hi" }] },
      ...steps(calls),
      ...calls.map(({ id, name }) => ({ type: "function_result", call_id: id, name, result: "done" })),
    ],
  }),
  ollama: (calls) => ({
    model: MODELS.ollama,
    messages: [
      HI,
      { role: "assistant", content: "", tool_calls: ollamaCalls(calls) },
      ...calls.map(({ id, name }) => ({ role: "tool", tool_name: name, tool_call_id: id, content: "done" })),
    ],
    stream: false,
  }),
};

const chatCallsIn: Read = (request) =>
  listAt(request, "messages").flatMap((message) =>
    listAt(message, "tool_calls").map((call) => made(at(call, "id"), call, ["function", "arguments"])),
  );

/** The calls in a request, as its dialect has them. */
export const callsIn: Readonly<Record<DialectName, Read>> = {
  "openai-chat": chatCallsIn,
  openrouter: chatCallsIn,
  ollama: chatCallsIn,
  "openai-responses": (request) =>
    listAt(request, "input")
      .filter((item) => at(item, "type") === "function_call")
      .map((item) => made(at(item, "call_id"), item, ["arguments"])),
  anthropic: (request) =>
    listAt(request, "messages")
      .flatMap((message) => listAt(message, "content"))
      .filter((block) => at(block, "type") === "tool_use")
      .map((block) => made(at(block, "id"), block, ["input"])),
  bedrock: (request) =>
    listAt(request, "messages")
      .flatMap((message) => listAt(message, "content"))
      .flatMap((block) => at(block, "toolUse") ?? [])
      .map((use) => made(at(use, "toolUseId"), use, ["input"])),
  "gemini-interactions": (request) =>
    listAt(request, "input")
      .filter((step) => at(step, "type") === "function_call")
      .map((step) => made(at(step, "id"), step, ["arguments"])),
  gemini: (request) =>
    listAt(request, "contents")
      .flatMap((content) => listAt(content, "parts"))
      .flatMap((part) => at(part, "functionCall") ?? [])
      .map((call) => made(at(call, "id"), call, ["args"])),
};

function made(id: Json | undefined, call: Json, path: readonly string[]): MadeCall {
  const name = at(call, "name") ?? at(call, "function", "name");
  return { id: String(id), name: String(name), input: at(call, ...path) ?? {} };
}
