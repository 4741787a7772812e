import { createBridge } from "@toolglot/core";

/** The dialects of clients and of providers. */
export const DIALECTS = [
  "openai-chat",
  "openai-responses",
  "anthropic",
  "gemini",
  "ollama",
  "openrouter",
  "bedrock",
  "gemini-interactions",
];

/** The requests of an agent's session in a dialect: each has what the one before has, and a new turn. */
export function agentSession(dialect, turns = 30) {
  const bodies = Array.from({ length: turns }, (_, turn) => requestAt(turn));
  if (dialect === "anthropic") return bodies;
  const bridge = createBridge({ client: "anthropic", provider: dialect });
  return bodies.map((body) => bridge.request(body).value);
}

/** The same session as a provider gets it, through one bridge for each request, as a gateway has it. */
export function sentSession({ client, provider, model, caching = {} }, turns = 30) {
  return agentSession(client, turns).map((body) => {
    const options = { client, provider, ...(model === undefined ? {} : { providerModel: model }), caching };
    return createBridge(options).request(body);
  });
}

function requestAt(turn) {
  return { model: "claude-sonnet-5-5", max_tokens: 4096, system: SYSTEM, tools: TOOLS, messages: messagesAt(turn) };
}

function messagesAt(turn) {
  const rounds = Array.from({ length: turn }, (_, index) => round(index)).flat();
  return [{ role: "user", content: "Fix the failing test, and tell me what was wrong." }, ...rounds];
}

// Every third round has two calls at once, and every seventh a word of the user after the results.
function round(index) {
  const calls = index % 3 === 2 ? [callOf(index, "a"), callOf(index, "b")] : [callOf(index, "a")];
  const results = calls.map(({ id }) => ({
    type: "tool_result",
    tool_use_id: id,
    content: `${id}: ${WORDS.repeat(20)}`,
  }));
  const word = index % 7 === 6 ? [{ type: "text", text: `Go on with step ${index}.` }] : [];
  return [
    { role: "assistant", content: [{ type: "text", text: `Step ${index}: ${WORDS}` }, ...calls] },
    { role: "user", content: [...results, ...word] },
  ];
}

function callOf(index, suffix) {
  const { name } = TOOLS[index % TOOLS.length];
  return {
    type: "tool_use",
    id: `toolu_${index}${suffix}`,
    name,
    input: { path: `src/file-${index}.ts`, limit: index },
  };
}

const WORDS = "The quick brown fox jumps over the lazy dog. ";
const SYSTEM = `You are a careful engineer. ${WORDS.repeat(200)}`;
const TOOLS = Array.from({ length: 12 }, (_, index) => ({
  name: `tool_${index}`,
  description: `Does the thing with the number ${index}. ${WORDS.repeat(4)}`,
  input_schema: {
    type: "object",
    properties: { path: { type: "string", description: "A path." }, limit: { type: "integer", minimum: 0 } },
    required: ["path"],
    additionalProperties: false,
  },
}));

/** What a provider's cache sees of a request, in its order and without marks: the tools, the system prompt, each message. */
export function promptOf(body) {
  const { tools, toolConfig, messages, input, contents } = body;
  const system = body.system ?? body.instructions ?? body.systemInstruction ?? body.system_instruction;
  const list = messages ?? input ?? contents ?? [];
  const parts = [tools ?? toolConfig, system, ...list];
  return parts.filter((part) => part !== undefined).map((part) => JSON.stringify(withoutMarks(part)));
}

// A block for text alone, which exists only to have a mark, stands for its text.
function withoutMarks(value) {
  if (Array.isArray(value)) {
    const kept = value.filter((item) => item?.cachePoint === undefined).map(withoutMarks);
    const [only] = kept;
    return kept.length === 1 && only?.type === "text" && Object.keys(only).length === 2 ? only.text : kept;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== "cache_control");
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutMarks(item)]));
}

/** Where the marks of a request are: `tools`, `system`, and the indices of messages. */
export function marksIn({ tools, toolConfig, system, messages = [] }) {
  const isMarked = (part) => /"cache_control":|"cachePoint":/.test(JSON.stringify(part ?? null));
  const places = messages.flatMap((message, index) => (isMarked(message) ? [index] : []));
  return [...(isMarked(tools ?? toolConfig) ? ["tools"] : []), ...(isMarked(system) ? ["system"] : []), ...places];
}

/** How much of a prompt the next one repeats, as a share of its bytes. */
export function sharedPart(before, after) {
  const total = before.reduce((sum, part) => sum + part.length, 0);
  let shared = 0;
  for (const [index, part] of before.entries()) {
    if (part !== after[index]) break;
    shared += part.length;
  }
  return shared / total;
}
