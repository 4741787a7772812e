import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from "@toolglot/core";
import { type AgentMessage, textBlock } from "./message.ts";
import { cancelled } from "./refused.ts";
import { resultBlock } from "./result.ts";
import { callsIn } from "./turn.ts";

/** A conversation that can be resumed. */
export interface Conversation {
  /** The model of the last request. */
  readonly model: string;
  readonly system?: string;
  readonly messages: readonly AgentMessage[];
}

/**
 * Serializes a conversation for a file.
 *
 * @example
 * const text = formatConversation({ model: "sim/tools", messages: withText([], "Hi") });
 * parseConversation(text).model; // "sim/tools"
 */
export function formatConversation({ model, system, messages }: Conversation): string {
  const file = { toolglot: FILE_TYPE, version: VERSION, model, ...(system === undefined ? {} : { system }), messages };
  return `${stringifyJson(file, { indent: 1, maxDepth: MAX_DEPTH })}\n`;
}

/**
 * Parses a saved conversation and adds a result to every call that has none. Throws an error that says what is wrong.
 *
 * @example
 * const text = formatConversation({ model: "sim/tools", messages: withText([], "Hi") });
 * parseConversation(text).messages; // [{ role: "user", content: [{ type: "text", text: "Hi" }] }]
 */
export function parseConversation(text: string): Conversation {
  const file = parseJson(text, { maxDepth: MAX_DEPTH });
  if (!isObject(file) || file.toolglot !== FILE_TYPE)
    throw new Error("this file is not a conversation saved by toolglot");
  const { version, model, system, messages } = file;
  if (version !== VERSION)
    throw new Error(`conversations of version ${stringifyJson(version ?? null)} are not supported`);
  if (typeof model !== "string" || !Array.isArray(messages))
    throw new Error("the conversation has no model or messages");
  const read = (messages as readonly Json[]).map(messageOf);
  return { model, ...(typeof system === "string" ? { system } : {}), messages: withMissingResults(read) };
}

/** Adds a "cancelled" result for each call that has no result, because providers reject unanswered calls. */
function withMissingResults(messages: readonly AgentMessage[]): AgentMessage[] {
  const result: AgentMessage[] = [];
  for (const [index, message] of messages.entries()) {
    const before = result.at(-1);
    const missing = before?.role === "assistant" ? unanswered(before, message) : [];
    const isUser = message.role === "user";
    if (missing.length > 0 && !isUser) result.push({ role: "user", content: missing });
    result.push(isUser ? { ...message, content: [...missing, ...message.content] } : message);
    if (index === messages.length - 1 && !isUser) result.push(...lastResults(message));
  }
  return result;
}

const FILE_TYPE = "conversation";
const VERSION = 1;

/** Tool results may nest deeper than what a model writes. */
const MAX_DEPTH = 1000;

function messageOf(message: Json, index: number): AgentMessage {
  const { role, content } = isObject(message) ? message : ({} as JsonObject);
  if (role !== "user" && role !== "assistant")
    throw new Error(`message ${index + 1} has a role other than "user" and "assistant"`);
  if (typeof content === "string") return { role, content: [textBlock(content)] };
  const blocks: readonly Json[] = Array.isArray(content) ? content : [null];
  if (!blocks.every(isObject)) throw new Error(`message ${index + 1} has invalid content`);
  return { role, content: blocks };
}

function unanswered({ content }: AgentMessage, next: AgentMessage | undefined): JsonObject[] {
  const answered = new Set(next?.role === "user" ? next.content.map(({ tool_use_id }) => tool_use_id) : []);
  const calls = callsIn({ content, stopReason: "" }).filter(({ id }) => !answered.has(id));
  return calls.map((call) => resultBlock(call, cancelled()));
}

function lastResults(message: AgentMessage): AgentMessage[] {
  const content = unanswered(message, undefined);
  return content.length === 0 ? [] : [{ role: "user", content }];
}
