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
/** Tools of agents are longer than most of those of MCP servers: the least characters of one. */
const SMALLEST = 1000;

/** Where each dialect's clients send their requests. */
export const PATHS = {
  "openai-chat": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  anthropic: "/v1/messages",
};

/** Where the floors send their requests. */
export const TARGETS = {
  "openai-chat": "/v1/chat/completions",
  anthropic: "/v1/messages",
  gemini: "/v1beta/models/m:generateContent",
};

/** Where a stream is asked for, in place of a whole response. */
export function streamPath(path) {
  return path.replace(":generateContent", ":streamGenerateContent?alt=sse");
}

export function modelOf(dialect) {
  return MODELS[dialect];
}

/** Where the number of a request stands, if no two are to be the same: as wide as the number is written. */
export const NUMBER_MARK = "########";

/** What is measured. `words` are those of a stream; with `fresh` tools, no two requests have the same: `text` is written `after` another one. */
export const KINDS = [
  { kind: "whole, 2 KB" },
  { kind: "stream, 200 chunks", stream: true },
  { kind: "stream, identical words", stream: true, words: "identical" },
  { kind: "stream, padded frames", stream: true, words: "padded" },
  { kind: "whole, 24 tools", tools: true },
  { kind: "whole, 24 new tools", tools: true, fresh: { after: '"description":"', text: `${NUMBER_MARK} ` } },
  {
    kind: "whole, 24 new schemas",
    tools: true,
    fresh: { after: '"type":"object",', text: `"title":"${NUMBER_MARK}",` },
  },
];

/** The body of a kind of request. */
export function bodyOf(dialect, { fresh, ...kind }) {
  const body = request(dialect, kind);
  return fresh === undefined ? body : body.replaceAll(fresh.after, fresh.after + fresh.text);
}

/** A request of about 2 KB, or one as agents send it, with instructions and tools (about 57 KB). */
export function request(dialect, { stream, tools, words = "varied" }) {
  const messages = [
    ...(tools ? [{ role: "system", content: PROSE.repeat(210) }] : []),
    { role: "user", content: PROSE.repeat(9) },
    { role: "assistant", content: PROSE.repeat(9) },
    { role: "user", content: PROSE.repeat(9) + asking(words) },
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

// The mock provider finds the kind of words in the request.
function asking(words) {
  return `Please use ${words} words.`;
}

/** The kind of words that a request asks for. */
export function wordsIn(body) {
  return ["identical", "padded"].find((words) => body.includes(asking(words))) ?? "varied";
}

function agentTools() {
  const { text } = sampleTools();
  return JSON.parse(text)
    .filter((tool) => JSON.stringify(tool).length >= SMALLEST)
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
export function frames(dialect, words = "varied") {
  const chunk = (delta, finish_reason = null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    usage: null,
  });
  const pieces = Array.from({ length: CHUNKS }, (_, index) => chunk({ content: pieceOf(index, words) }));
  const chunks = [
    chunk({ role: "assistant", content: "" }),
    ...pieces,
    chunk({}, "stop"),
    { choices: [], usage: USAGE },
  ];
  const chat = chunks.map(
    (each) => `data: ${JSON.stringify({ ...HEAD, object: "chat.completion.chunk", ...each })}\n\n`,
  );
  if (dialect === "openai-chat") return [...(words === "padded" ? chat.map(obfuscated) : chat), "data: [DONE]\n\n"];
  const bridge = createBridge({ client: dialect, provider: "openai-chat" });
  const stream = bridge.stream();
  const text = chat.map((each) => stream.push(each)).join("") + stream.push("data: [DONE]\n\n") + stream.end();
  const own = text.split(/(?<=\n\n)/);
  return words === "padded" ? own.map(spaced) : own;
}

function pieceOf(index, words) {
  return words === "identical" ? " word" : `${PROSE.slice(0, 18)}${index} `;
}

// OpenAI pads chunks with a field, Anthropic with spaces before the last brace.
function obfuscated(frame, index) {
  return frame.replace(/\}\n\n$/, `,"obfuscation":"${"aB3dE6gH9jK2".slice(0, 1 + ((index * 7) % 12))}"}\n\n`);
}

function spaced(frame, index) {
  return frame.replace(/\}\n\n$/, `${" ".repeat((index * 7) % 13)}}\n\n`);
}
