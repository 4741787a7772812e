import type { Json, JsonObject } from "@toolglot/core";

/**
 * The dialect of the agent's messages, whatever the provider speaks: its tool results have an error flag and may hold
 * images, and its reasoning blocks carry the signatures of every vendor.
 */
export const DIALECT = "anthropic";

/** A message in the agent's dialect. */
export interface AgentMessage extends JsonObject {
  readonly role: "user" | "assistant";
  readonly content: readonly JsonObject[];
}

/** A tool call of the model. */
export interface AgentCall {
  readonly id: string;
  /** The name as the model wrote it. */
  readonly name: string;
  readonly input: Json;
  /** The arguments as the model sent them, if they are not valid JSON. */
  readonly unreadable?: string;
}

/** A text block of a message. */
export function textBlock(text: string): JsonObject {
  return { type: "text", text };
}

/** The text of a message's content. */
export function textIn(content: readonly JsonObject[]): string {
  return content.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : [])).join("");
}

/**
 * Appends user text: to the last message if that is the user's, otherwise as a new message.
 *
 * @example
 * withText([], "Hi"); // [{ role: "user", content: [{ type: "text", text: "Hi" }] }]
 */
export function withText(messages: readonly AgentMessage[], text: string): AgentMessage[] {
  const last = messages.at(-1);
  if (last?.role !== "user") return [...messages, { role: "user", content: [textBlock(text)] }];
  return [...messages.slice(0, -1), { role: "user", content: [...last.content, textBlock(text)] }];
}
