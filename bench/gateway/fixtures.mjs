// The requests and responses of this benchmark, in every dialect that a pair needs.
import { createBridge } from "../../packages/core/dist/index.js";
import { sampleTools } from "../tool-sample.mjs";

/** The pairs that are measured: what the client speaks, and what the provider does. */
export const PAIRS = [
  { client: "anthropic", provider: "openai-chat" },
  { client: "openai-chat", provider: "anthropic" },
  { client: "openai-responses", provider: "gemini" },
];

const MODELS = {
  "openai-chat": "gpt-4.1",
  "openai-responses": "gpt-4.1",
  anthropic: "claude-sonnet-4-5",
  gemini: "gemini-2.5-pro",
};
const PROSE = "The quick brown fox jumps over the lazy dog, and then it reads a file. ";
const CHUNKS = 200;
const TOOLS = 24;

/** Where each dialect's clients send their requests. */
export const PATHS = {
  "openai-chat": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  anthropic: "/v1/messages",
};

export function modelOf(dialect) {
  return MODELS[dialect];
}

/** A request of about 2 KB, or one with the tools of a real agent (about 60 KB). */
export function request(dialect, { stream, tools }) {
  const messages = [
    { role: "user", content: PROSE.repeat(9) },
    { role: "assistant", content: PROSE.repeat(9) },
    { role: "user", content: PROSE.repeat(9) },
  ];
  const chat = {
    model: MODELS["openai-chat"],
    messages,
    ...(stream ? { stream: true } : {}),
    ...(tools ? { tools: agentTools() } : {}),
  };
  if (dialect === "openai-chat") return JSON.stringify(chat);
  const { value } = createBridge({ client: "openai-chat", provider: dialect, providerModel: MODELS[dialect] }).request(
    chat,
  );
  return JSON.stringify(value);
}

function agentTools() {
  const { text } = sampleTools();
  return JSON.parse(text)
    .slice(0, TOOLS)
    .map(({ name, description, inputSchema }) => ({
      type: "function",
      function: { name: name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64), description, parameters: inputSchema },
    }));
}

const USAGE = { prompt_tokens: 500, completion_tokens: 200, total_tokens: 700 };
const HEAD = { id: "chatcmpl-1", object: "chat.completion", created: 1_700_000_000, model: MODELS["openai-chat"] };

/** A provider's whole response of about 2 KB. */
export function wholeResponse(dialect) {
  const message = { role: "assistant", content: PROSE.repeat(25) };
  const chat = { ...HEAD, choices: [{ index: 0, message, finish_reason: "stop" }], usage: USAGE };
  if (dialect === "openai-chat") return JSON.stringify(chat);
  const { value } = createBridge({ client: dialect, provider: "openai-chat" }).response(chat);
  return JSON.stringify(value);
}

/** A provider's stream of 200 pieces of text, one frame each. */
export function frames(dialect) {
  const chunk = (delta, finish_reason = null) => ({ choices: [{ index: 0, delta, finish_reason }] });
  const pieces = Array.from({ length: CHUNKS }, (_, index) => chunk({ content: `${PROSE.slice(0, 18)}${index} ` }));
  const chunks = [
    chunk({ role: "assistant", content: "" }),
    ...pieces,
    chunk({}, "stop"),
    { choices: [], usage: USAGE },
  ];
  const chat = chunks.map(
    (each) => `data: ${JSON.stringify({ ...HEAD, object: "chat.completion.chunk", ...each })}\n\n`,
  );
  if (dialect === "openai-chat") return [...chat, "data: [DONE]\n\n"];
  const bridge = createBridge({ client: dialect, provider: "openai-chat" });
  const stream = bridge.stream();
  const text = chat.map((each) => stream.push(each)).join("") + stream.push("data: [DONE]\n\n") + stream.end();
  return text.split(/(?<=\n\n)/);
}
