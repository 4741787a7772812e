import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { bindings } from "../bindings/index.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";

/** What a request tells of its conversation. */
export interface Conversation {
  readonly model: string;
  readonly stream: boolean;
  readonly agent: string | undefined;
  readonly session: string;
  /** The number of tools that are offered. */
  readonly tools: number;
}

/** Reads a few fields of a request that is parsed anyway. */
export function conversationOf({ model, stream, match, headers, body }: GenerateRequest): Conversation {
  const session = match.binding.client.sessionOf?.(body, headers);
  return {
    model,
    stream,
    agent: agentNamed(headers["user-agent"] ?? ""),
    session: session === undefined ? hashOf(firstPrompt(body)) : session.slice(0, MAX_SESSION),
    tools: toolCount(body),
  };
}

/** The last text of the user in a request. */
export function lastPrompt(body: JsonObject): string {
  const messages = messagesIn(body);
  return userText(Array.isArray(messages) ? messages.findLast(isFromUser) : messages);
}

function firstPrompt(body: JsonObject): string {
  const messages = messagesIn(body);
  return userText(Array.isArray(messages) ? messages.find(isFromUser) : messages);
}

function messagesIn({ messages, input = messages, contents = input }: JsonObject): Json | undefined {
  return contents;
}

/** In characters. */
const MAX_SESSION = 128;

function isFromUser(message: Json): boolean {
  return isObject(message) && (message.role === "user" || message.role === undefined) && userText(message) !== "";
}

/** The first text of a message. */
function userText(message: Json | undefined): string {
  if (typeof message === "string") return message;
  if (!isObject(message ?? null)) return "";
  const { content, parts = content } = message as JsonObject;
  if (typeof parts === "string") return parts;
  const texts = Array.isArray(parts) ? parts.map((part: Json) => (isObject(part) ? part.text : part)) : [];
  return (texts.find((text) => typeof text === "string" && text !== "") ?? "") as string;
}

function toolCount({ tools, functions }: JsonObject): number {
  const offered = tools ?? functions;
  if (!Array.isArray(offered)) return 0;
  let count = 0;
  for (const tool of offered) count += Math.max(1, isObject(tool) ? nestedCount(tool) : 0);
  return count;
}

// Several functions may be declared in one tool.
function nestedCount({
  functionDeclarations = null,
  function_declarations: other = functionDeclarations,
}: JsonObject): number {
  return Array.isArray(other) ? other.length : 0;
}

/** The name of the agent with a user agent. */
function agentNamed(userAgent: string): string | undefined {
  const known = named.get(userAgent);
  if (known !== undefined) return known.name;
  const agent = AGENTS.find((each) => each.userAgent.test(userAgent));
  if (named.size < MAX_NAMED) named.set(userAgent, { name: agent?.name });
  return agent?.name;
}

const AGENTS = bindings.flatMap(({ client }) => client.agents ?? []);
const named = new Map<string, { readonly name: string | undefined }>();
const MAX_NAMED = 200;

/** FNV-1a: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  const end = Math.min(text.length, MAX_HASHED);
  for (let index = 0; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

const MAX_HASHED = 1024;
