import type { Json } from "@toolglot/core";
import type { Fields, Sample } from "./sample.ts";

const USER: Fields = { role: "user", content: "hi" };

function ollama(rule: string, change: Fields): Sample {
  return ["ollama", "request", rule, { model: "qwen3", messages: [USER], ...change }];
}

const asks = (rule: string, message: Json): Sample => ollama(rule, { messages: [message] });
const tool = (fun: Json): Fields => ({ tools: [{ type: "function", function: fun }] });

const REQUESTS: readonly Sample[] = [
  ["ollama", "request", "shape", []],
  ollama("model", { model: "" }),
  ollama("messages", { messages: "hi" }),
  asks("message-shape", "hi"),
  asks("role", { role: "developer", content: "hi" }),
  asks("content", { role: "user", content: [{ type: "text", text: "hi" }] }),
  asks("content", { role: "assistant", content: null }),
  asks("message-field", { ...USER, thinking: ["hm"] }),
  asks("images", { ...USER, images: "AAAA" }),
  asks("image-base64", { ...USER, images: ["data:image/png;base64,AAAA"] }),
  asks("tool-calls", { role: "assistant", content: "", tool_calls: {} }),
  asks("call-name", { role: "assistant", content: "", tool_calls: [{ function: { arguments: {} } }] }),
  asks("call-arguments", {
    role: "assistant",
    content: "",
    tool_calls: [{ function: { name: "f", arguments: "{}" } }],
  }),
  asks("call-index", {
    role: "assistant",
    content: "",
    tool_calls: [{ function: { name: "f", arguments: {}, index: "0" } }],
  }),
  asks("call-id", { role: "assistant", content: "", tool_calls: [{ id: 1, function: { name: "f", arguments: {} } }] }),
  ollama("tools", { tools: {} }),
  ollama("tool-type", { tools: [{ name: "f" }] }),
  ollama("tool-function", tool("f")),
  ollama("tool-name", tool({ description: "f" })),
  ollama("tool-description", tool({ name: "f", description: 1 })),
  ollama("tool-parameters", tool({ name: "f", parameters: [] })),
  ollama("tool-parameters", tool({ name: "f", parameters: { type: "object", required: "a" } })),
  ollama("think", { think: "minimal" }),
  ollama("format", { format: "json_schema" }),
  ollama("stream", { stream: "true" }),
  ollama("logprobs", { logprobs: 1 }),
  ollama("options", { options: [] }),
  ollama("options-stop", { options: { stop: "END" } }),
  ollama("options-number", { options: { num_predict: "1" } }),
  ollama("keep-alive", { keep_alive: true }),
];

const LINE: Fields = {
  model: "qwen3",
  created_at: "2026-08-05T08:10:56.372032Z",
  message: { role: "assistant", content: "hi" },
  done: false,
};

function replied(rule: string, change: Fields): Sample {
  return ["ollama", "response", rule, { ...LINE, done: true, done_reason: "stop", ...change }];
}

const lines = (...all: readonly Fields[]): string => all.map((line) => `${JSON.stringify(line)}\n`).join("");
const DONE: Fields = { ...LINE, done: true, done_reason: "stop" };

const ANSWERS: readonly Sample[] = [
  ["ollama", "response", "response-shape", []],
  replied("response-model", { model: null }),
  replied("created-at", { created_at: "yesterday" }),
  replied("done", { done: false }),
  replied("done-reason", { done_reason: "tool_calls" }),
  replied("counts", { eval_count: "1" }),
  replied("response-message", { message: "hi" }),
  replied("response-role", { message: { role: "model", content: "hi" } }),
  replied("content", { message: { role: "assistant", content: null } }),
  replied("call-arguments", {
    message: { role: "assistant", content: "", tool_calls: [{ function: { name: "f", arguments: "{}" } }] },
  }),
  ["ollama", "stream", "stream-json", `data: ${JSON.stringify(DONE)}\n`],
  ["ollama", "stream", "done", ""],
  ["ollama", "stream", "done", lines(LINE)],
  ["ollama", "stream", "done", lines(DONE, DONE)],
  ["ollama", "stream", "done", lines(DONE, LINE)],
  ["ollama", "stream", "done", lines(DONE, { error: "no" })],
  ["ollama", "stream", "line-after-error", lines({ error: "no" }, DONE)],
  ["ollama", "stream", "error-shape", lines({ error: { message: "no" } })],
  ["ollama", "error", "error-shape", [400, { error: { message: "no" } }]],
];

/** One illegal sample or more for each rule. */
export const ILLEGAL: readonly Sample[] = [...REQUESTS, ...ANSWERS];
