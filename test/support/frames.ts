import { isObject, type Json, type JsonObject } from "@toolglot/core";
import type { ConversationCase } from "./conversation-cases.ts";
import { createBridge } from "./dynamic.ts";
import { equal } from "./json.ts";

/**
 * The usual request around a case: what its files need not repeat. A file is what stands beside it; `null` stands for a
 * field of the frame that is not there, as in a JSON merge patch.
 */
export function frameOf(dialect: string, each: ConversationCase): JsonObject {
  const { models, asks } = each;
  const model = models[dialect];
  const tools = toolsOf(dialect, each);
  const toolFields = dialect === "bedrock" ? { toolConfig: { tools } } : { tools };
  return {
    ...FRAMES[dialect],
    ...(model === undefined ? {} : { [dialect === "bedrock" ? "modelId" : "model"]: model }),
    ...(tools.length === 0 ? {} : toolFields),
    ...asks[dialect],
  };
}

/** The model that a provider is asked for. */
export function modelOf(dialect: string, { models }: ConversationCase): string {
  return models[dialect] ?? (MODELS[dialect] as string);
}

/** A request, of which the file says what is not usual. */
export function framed(file: JsonObject, frame: JsonObject): JsonObject {
  const settings = { ...asObject(frame[SETTINGS]), ...asObject(file[SETTINGS]) };
  const nested = Object.keys(settings).length === 0 ? {} : { [SETTINGS]: framedFields(settings) };
  return framedFields({ ...frame, ...file, ...nested });
}

/** What is not usual in a request. */
export function unframed(request: JsonObject, frame: JsonObject): JsonObject {
  const left = Object.keys(frame).filter((key) => !(key in request));
  const output = Object.entries(request)
    .filter(([key, value]) => !equal(value as never, frame[key] as never))
    .map(([key, value]) => [key, key === SETTINGS ? unframed(asObject(value), asObject(frame[key])) : value] as const);
  return Object.fromEntries([...output, ...left.map((key) => [key, null] as const)]);
}

/** The field of a request in which Google's Interactions API has what others have at the top: it is patched in itself. */
const SETTINGS = "generation_config";

function framedFields(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function asObject(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}

/** The frame with one message, or the few that a message became, instead of the usual question. */
export function withMessages(file: Json, dialect: string, frame: JsonObject): JsonObject {
  const messages = Array.isArray(file) ? file : [file];
  const field = fieldOf(dialect);
  const [question] = frame[field] as readonly Json[];
  const output = isAnswer(messages) ? [question, ...messages, question] : messages;
  return { ...frame, [field]: output as Json[] };
}

/** The message that a request has instead of the usual question; a list where it became several. */
export function messagesIn(request: JsonObject, dialect: string, frame: JsonObject): Json {
  const field = fieldOf(dialect);
  const all = request[field] as readonly Json[];
  const messages = isAnswer(all) ? all.slice(1, -1) : all;
  const rest = unframed({ ...request, [field]: frame[field] as Json }, frame);
  if (Object.keys(rest).length > 0) return { ...rest, [field]: all };
  return messages.length === 1 ? (messages[0] as Json) : messages;
}

/** Where a dialect's requests have their messages. */
export function fieldOf(dialect: string): string {
  return FIELDS[dialect] ?? "messages";
}

const FIELDS: Readonly<Record<string, string>> = {
  "openai-responses": "input",
  gemini: "contents",
  "gemini-interactions": "input",
};

const REQUEST = "What is the weather like?";
const REQUESTED = { role: "user", content: REQUEST };

const MODELS: Readonly<Record<string, string>> = {
  "openai-chat": "gpt-4.1",
  "openai-responses": "gpt-4.1",
  anthropic: "claude-sonnet-4-6",
  gemini: "gemini-3.5-flash",
  "gemini-interactions": "gemini-3.5-flash",
  ollama: "qwen3",
  openrouter: "openai/gpt-4.1",
  bedrock: "anthropic.claude-sonnet-4-6",
};

/** The models of Gemini and Bedrock stand in the address. */
const FRAMES: Readonly<Record<string, JsonObject>> = {
  "openai-chat": { model: "gpt-4.1", messages: [REQUESTED] },
  "openai-responses": { model: "gpt-4.1", input: [REQUESTED], store: false },
  anthropic: { model: "claude-sonnet-4-6", max_tokens: 16384, messages: [REQUESTED] },
  gemini: { contents: [{ role: "user", parts: [{ text: REQUEST }] }] },
  "gemini-interactions": {
    model: "gemini-3.5-flash",
    input: [{ type: "user_input", content: [{ type: "text", text: REQUEST }] }],
    store: false,
  },
  ollama: { model: "qwen3", messages: [REQUESTED], stream: false },
  openrouter: { model: "openai/gpt-4.1", messages: [REQUESTED] },
  bedrock: { messages: [{ role: "user", content: [{ text: REQUEST }] }] },
};

/** The tools of a case, as a bridge sends them to the dialect's provider. */
function toolsOf(dialect: string, each: ConversationCase): readonly Json[] {
  const { tools = [], source, asks } = each;
  if (dialect === source || (tools.length === 0 && asks[source] === undefined)) return tools;
  const known = translatedTools.get(each) ?? new Map<string, readonly Json[]>();
  translatedTools.set(each, known);
  const translated = known.get(dialect) ?? translateTools(dialect, each);
  known.set(dialect, translated);
  return translated;
}

const translatedTools = new WeakMap<ConversationCase, Map<string, readonly Json[]>>();

function translateTools(dialect: string, each: ConversationCase): readonly Json[] {
  const { source } = each;
  const { value } = createBridge({ client: source, provider: dialect }).request(frameOf(source, each));
  const { tools = isObject(value.toolConfig) ? value.toolConfig.tools : undefined } = value;
  return (tools ?? []) as readonly Json[];
}

function isAnswer(messages: readonly Json[]): boolean {
  return messages.some((message) => isObject(message) && MODEL_ROLES.has(message.role ?? message.type));
}

/** The roles and the types of what a model says. */
const MODEL_ROLES: ReadonlySet<Json | undefined> = new Set(["assistant", "model", "model_output"]);
