import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from "@toolglot/core";
import { type AgentMessage, textBlock } from "./message.ts";
import { cancelled } from "./refused.ts";
import { resultBlock } from "./result.ts";
import { callsIn } from "./turn.ts";

/** A conversation that can be gone on with. */
export interface Conversation {
  /** The model that was asked last. */
  readonly model: string;
  readonly system?: string;
  readonly messages: readonly AgentMessage[];
}

/** A conversation as the text of a file. */
export function formatConversation({ model, system, messages }: Conversation): string {
  const file = { toolglot: FILE_TYPE, version: VERSION, model, ...(system === undefined ? {} : { system }), messages };
  return `${stringifyJson(file, { indent: 1, maxDepth: MAX_DEPTH })}\n`;
}

/** The conversation in a file's text, with a result for every call. Throws an error that says what is wrong with it. */
export function parseConversation(text: string): Conversation {
  const file = parseJson(text, { maxDepth: MAX_DEPTH });
  if (!isObject(file) || file.toolglot !== FILE_TYPE)
    throw new Error("this is no conversation that was saved by toolglot");
  const { version, model, system, messages } = file;
  if (version !== VERSION) throw new Error(`conversations of version ${stringifyJson(version ?? null)} are not known`);
  if (typeof model !== "string" || !Array.isArray(messages))
    throw new Error("the conversation has no model or messages");
  const read = (messages as readonly Json[]).map(messageOf);
  return { model, ...(typeof system === "string" ? { system } : {}), messages: withMissingResults(read) };
}

/** A conversation in which each call is answered: who did not live to tell its result is said to be interrupted. */
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

/** Results may nest deeper than what a model writes. */
const MAX_DEPTH = 1000;

function messageOf(message: Json, index: number): AgentMessage {
  const { role, content } = isObject(message) ? message : ({} as JsonObject);
  if (role !== "user" && role !== "assistant")
    throw new Error(`message ${index + 1} is neither the user's nor the model's`);
  if (typeof content === "string") return { role, content: [textBlock(content)] };
  const blocks: readonly Json[] = Array.isArray(content) ? content : [null];
  if (!blocks.every(isObject)) throw new Error(`message ${index + 1} has no content that can be read`);
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
