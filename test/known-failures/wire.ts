import type { Json } from "@toolglot/core";
import { convertTools } from "../support/dynamic.ts";

/** The dialects that hold whole conversations. */
export const DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama", "openrouter"] as const;

export type DialectName = (typeof DIALECTS)[number];
export type Fields = { readonly [key: string]: Json };

/** Every two of them that differ. */
export const PAIRS: readonly (readonly [client: DialectName, provider: DialectName])[] = DIALECTS.flatMap((client) =>
  DIALECTS.filter((provider) => provider !== client).map((provider) => [client, provider] as const),
);

/** A model of each that takes whatever a test does not deny it. */
export const MODELS: Readonly<Record<DialectName, string>> = {
  "openai-chat": "gpt-4.1",
  "openai-responses": "gpt-4.1",
  anthropic: "claude-opus-4-5",
  gemini: "gemini-3.8-flash",
  ollama: "qwen3",
  openrouter: "openai/gpt-4.1",
};

export interface Call {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/** The output of a model: text, then calls. */
export interface AssistantTurn {
  readonly text?: string;
  readonly calls?: readonly Call[];
}

export interface Result {
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

export type Turn =
  | { readonly system: string }
  | { readonly user: string }
  | { readonly assistant: AssistantTurn }
  | { readonly results: readonly Result[] };

export interface ConversationTurns {
  readonly tools?: readonly Json[];
  readonly turns: readonly Turn[];
}

const OBJECT = { type: "object", required: ["city"], properties: { city: { type: "string" } } };

/** Two tools in the dialect MCP. */
export const WEATHER: Json = { name: "get_weather", description: "The weather of a city", inputSchema: OBJECT };
export const TIME: Json = { name: "get_time", description: "The time in a city", inputSchema: OBJECT };

export const PARIS: Call = { id: "call_paris", name: "get_weather", arguments: '{"city":"Paris"}' };
export const OSLO: Call = { id: "call_oslo", name: "get_time", arguments: '{"city":"Oslo"}' };

/** An id as the dialect itself makes them. */
export function idIn(dialect: DialectName, id: string): string {
  return dialect === "anthropic" ? id.replace(/^call_/, "toolu_") : id;
}

function toolsIn(dialect: DialectName, tools: readonly Json[]): readonly Json[] {
  return convertTools(tools, { from: "mcp", to: dialect }).value;
}

/** A request in a dialect. */
export function writeRequest(dialect: DialectName, { tools, turns }: ConversationTurns, fields: Fields = {}): Fields {
  const listed = tools === undefined ? {} : { tools: toolsIn(dialect, tools) };
  const model = MODELS[dialect];
  switch (dialect) {
    case "openai-responses":
      return { model, input: turns.flatMap(responsesTurn), ...listed, ...fields };
    case "anthropic":
      return { model, max_tokens: 4096, messages: turns.flatMap(anthropicTurn), ...listed, ...fields };
    case "gemini":
      return { model, contents: turns.flatMap(geminiTurn), ...listed, ...fields };
    case "ollama":
      return { model, messages: turns.flatMap(ollamaTurn), stream: false, ...listed, ...fields };
    default:
      return { model, messages: turns.flatMap(chatTurn), ...listed, ...fields };
  }
}

/** The same request with one more answer of the model's, as a client sends it back. */
export function withResponse(dialect: DialectName, request: Fields, response: Fields): Fields {
  const list = (key: string) => (request[key] ?? []) as readonly Json[];
  switch (dialect) {
    case "openai-responses":
      return { ...request, input: [...list("input"), ...(response.output as readonly Json[])] };
    case "anthropic":
      return { ...request, messages: [...list("messages"), { role: "assistant", content: response.content ?? null }] };
    case "gemini":
      return { ...request, contents: [...list("contents"), at(response, "candidates", 0, "content")] };
    case "ollama":
      return { ...request, messages: [...list("messages"), response.message ?? null] };
    default:
      return { ...request, messages: [...list("messages"), at(response, "choices", 0, "message")] };
  }
}

/** The field of a request that holds the conversation. */
export function historyField(dialect: DialectName): string {
  if (dialect === "openai-responses") return "input";
  return dialect === "gemini" ? "contents" : "messages";
}

/** The same request with more turns. */
export function withTurns(dialect: DialectName, request: Fields, turns: readonly Turn[]): Fields {
  const key = historyField(dialect);
  const written = writeRequest(dialect, { turns })[key] as readonly Json[];
  return { ...request, [key]: [...(request[key] as readonly Json[]), ...written] };
}

/** What stands at a place of a JSON value; null where nothing does. */
export function at(value: Json | undefined, ...path: readonly (string | number)[]): Json {
  let found: Json | undefined = value;
  for (const key of path) found = (found as { readonly [key: string]: Json } | null | undefined)?.[key];
  return found ?? null;
}

function input(call: Call): Json {
  return JSON.parse(call.arguments) as Json;
}

function chatTurn(turn: Turn): Json[] {
  if ("system" in turn) return [{ role: "system", content: turn.system }];
  if ("user" in turn) return [{ role: "user", content: turn.user }];
  if ("assistant" in turn) return [chatMessage(turn.assistant)];
  return turn.results.map(({ id, content }) => ({ role: "tool", tool_call_id: id, content }));
}

export function chatMessage({ text, calls = [] }: AssistantTurn): Fields {
  return {
    role: "assistant",
    content: text ?? null,
    ...(calls.length > 0 ? { tool_calls: calls.map(chatCall) } : {}),
  };
}

export function chatCall({ id, name, arguments: text }: Call): Fields {
  return { id, type: "function", function: { name, arguments: text } };
}

function responsesTurn(turn: Turn): Json[] {
  if ("system" in turn) return [{ role: "system", content: turn.system }];
  if ("user" in turn) return [{ role: "user", content: turn.user }];
  if ("results" in turn)
    return turn.results.map(({ id, content }) => ({ type: "function_call_output", call_id: id, output: content }));
  const { text, calls = [] } = turn.assistant;
  const written = text === undefined ? [] : [{ role: "assistant", content: text }];
  return [...written, ...calls.map(({ id, name, arguments: args }) => responsesCall({ id, name, arguments: args }))];
}

export function responsesCall({ id, name, arguments: text }: Call): Fields {
  return { type: "function_call", call_id: id, name, arguments: text };
}

function anthropicTurn(turn: Turn): Json[] {
  if ("system" in turn) return [{ role: "system", content: turn.system }];
  if ("user" in turn) return [{ role: "user", content: turn.user }];
  if ("assistant" in turn) return [{ role: "assistant", content: blocks(turn.assistant) }];
  const content = turn.results.map((result) => ({
    type: "tool_result",
    tool_use_id: idIn("anthropic", result.id),
    content: result.content,
  }));
  return [{ role: "user", content }];
}

export function blocks({ text, calls = [] }: AssistantTurn): Json[] {
  return [
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...calls.map((call) => ({
      type: "tool_use",
      id: idIn("anthropic", call.id),
      name: call.name,
      input: input(call),
    })),
  ];
}

function geminiTurn(turn: Turn): Json[] {
  if ("system" in turn) return [];
  if ("user" in turn) return [{ role: "user", parts: [{ text: turn.user }] }];
  if ("assistant" in turn) return [{ role: "model", parts: geminiParts(turn.assistant) }];
  const parts = turn.results.map(({ id, name, content }) => ({
    functionResponse: { id, name, response: { output: content } },
  }));
  return [{ role: "user", parts }];
}

export function geminiParts({ text, calls = [] }: AssistantTurn): Fields[] {
  return [
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map((call, index) => ({
      functionCall: { id: call.id, name: call.name, args: input(call) },
      ...(index === 0 ? { thoughtSignature: "skip_thought_signature_validator" } : {}),
    })),
  ];
}

function ollamaTurn(turn: Turn): Json[] {
  if ("system" in turn) return [{ role: "system", content: turn.system }];
  if ("user" in turn) return [{ role: "user", content: turn.user }];
  if ("assistant" in turn) return [ollamaMessage(turn.assistant)];
  return turn.results.map(({ id, name, content }) => ({ role: "tool", tool_name: name, tool_call_id: id, content }));
}

export function ollamaMessage({ text, calls = [] }: AssistantTurn): Fields {
  const tool_calls = calls.map((call, index) => ({
    id: call.id,
    function: { index, name: call.name, arguments: input(call) },
  }));
  return { role: "assistant", content: text ?? "", ...(calls.length > 0 ? { tool_calls } : {}) };
}
