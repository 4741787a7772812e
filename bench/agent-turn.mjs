// One turn of an agent: a request of about 100 KB with 30 tools and 81 messages, and a response in 200 chunks, both in
// every dialect that holds conversations.
import { createBridge } from "../packages/core/dist/index.js";
import { exampleOf } from "./example-arguments.mjs";
import { sampleTools } from "./tool-sample.mjs";

/** The dialects that are measured, each with each. */
export const DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama"];

const TOOLS = 30;
/** How many turns an agent has taken before the request that is measured. */
export const TURNS = 40;
const CHUNKS = 200;
const PROSE = 'Reads like the output of a tool: a path such as src/index.ts, a number, a few words and a "quote".\n';

const MODELS = {
  "openai-chat": "gpt-4.1",
  "openai-responses": "gpt-4.1",
  anthropic: "claude-sonnet-4-5",
  gemini: "gemini-2.5-pro",
  ollama: "qwen3",
};

/** The options of a bridge between two of them; Gemini has the model in the URL, so the caller passes it. */
export function bridgeOptions(client, provider) {
  return { client, provider, providerModel: MODELS[provider] };
}

/** The same request in every dialect, as text, and where its tools are from; with fewer turns, an earlier one of the same agent. */
export function agentRequests(count = TURNS) {
  const { text, source } = sampleTools();
  const body = anthropicRequest(JSON.parse(text).slice(0, TOOLS), count);
  const written = (to) =>
    to === "anthropic" ? body : createBridge(bridgeOptions("anthropic", to)).request(body).value;
  const texts = new Map(DIALECTS.map((dialect) => [dialect, JSON.stringify(written(dialect))]));
  return { source, tools: body.tools.length, messages: body.messages.length, texts };
}

function anthropicRequest(sample, count) {
  const tools = sample.map(({ name, description, inputSchema }) => {
    return { name: name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64), description, input_schema: inputSchema };
  });
  const turns = Array.from({ length: count }, (_, turn) => turnOf(turn, tools[turn % tools.length]));
  const messages = [{ role: "user", content: "Please find out why the parser fails." }, ...turns.flat()];
  const system = [{ type: "text", text: PROSE.repeat(40) }];
  return { model: MODELS.anthropic, max_tokens: 8192, system, tools, messages, stream: true };
}

function turnOf(turn, { name, input_schema: schema }) {
  const id = `toolu_${String(turn).padStart(24, "0")}`;
  const call = { type: "tool_use", id, name, input: exampleOf(schema) };
  return [
    { role: "assistant", content: [{ type: "text", text: `Let me look at file ${turn}.` }, call] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: PROSE.repeat(15) + turn }] },
  ];
}

/**
 * A call whose arguments come in 200 chunks, in every dialect, each frame by itself. Gemini and Ollama send calls whole:
 * there the chunks are text, and the call comes last.
 */
export function agentStreams() {
  const call = chatStream({ calls: true });
  const words = chatStream({ calls: false });
  return new Map(DIALECTS.map((dialect) => [dialect, streamIn(dialect, WHOLE_CALLS.has(dialect) ? words : call)]));
}

const WHOLE_CALLS = new Set(["gemini", "ollama"]);

function streamIn(client, text) {
  if (client === "openai-chat") return framesOf(client, text);
  const stream = createBridge(bridgeOptions(client, "openai-chat")).stream();
  const frames = framesOf(client, stream.push(text) + stream.end());
  return client === "gemini" ? frames.map(withCounts) : frames;
}

// This API sends the token counts so far with every chunk.
function withCounts(frame, index) {
  const chunk = JSON.parse(frame.slice("data: ".length));
  const counts = { promptTokenCount: 25_000, candidatesTokenCount: index + 1, totalTokenCount: 25_001 + index };
  return `data: ${JSON.stringify({ ...chunk, usageMetadata: counts })}\n\n`;
}

function framesOf(dialect, text) {
  const end = dialect === "ollama" ? "\n" : "\n\n";
  return text
    .split(end)
    .filter((frame) => frame !== "")
    .map((frame) => frame + end);
}

function chatStream({ calls }) {
  const open = { index: 0, id: "call_A1b2C3d4E5f6", type: "function", function: { name: "write_file", arguments: "" } };
  const args = JSON.stringify({ path: "src/parser.ts", content: PROSE.repeat(16) });
  const pieces = piecesOf(calls ? args : PROSE.repeat(16), CHUNKS);
  const argue = (text) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] });
  const deltas = calls
    ? [{ tool_calls: [open] }, ...pieces.map(argue)]
    : [...pieces.map((content) => ({ content })), { tool_calls: [open] }, argue('{"path":"src/parser.ts"}')];
  const chunks = [chunkOf({ role: "assistant", content: calls ? null : "" }), ...deltas.map((delta) => chunkOf(delta))];
  const all = [...chunks, chunkOf({}, "tool_calls")].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  return `${all.join("")}data: [DONE]\n\n`;
}

function chunkOf(delta, finish = null) {
  return {
    id: "chatcmpl-C0mPl3t10n1d",
    object: "chat.completion.chunk",
    created: 1760000000,
    model: MODELS["openai-chat"],
    service_tier: "default",
    system_fingerprint: "fp_0123456789",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    usage: null,
    obfuscation: "Qup1abc",
  };
}

function piecesOf(text, count) {
  const cut = (index) => Math.floor((index * text.length) / count);
  return Array.from({ length: count }, (_, index) => text.slice(cut(index), cut(index + 1)));
}
