import type { Json, JsonObject } from "@toolglot/core";

/**
 * The dialect that the loop speaks, whatever the provider does: its results say whether they are errors and hold pictures,
 * and the thoughts of every vendor come back in it with their signatures.
 */
export const DIALECT = "anthropic";

/** A message of a conversation, in that dialect. */
export interface AgentMessage extends JsonObject {
  readonly role: "user" | "assistant";
  readonly content: readonly JsonObject[];
}

/** A call that the model made. */
export interface AgentCall {
  readonly id: string;
  /** As the model wrote it. */
  readonly name: string;
  readonly input: Json;
  /** The arguments as they came, where they are no JSON. */
  readonly unreadable?: string;
}

/** What people and models say, as a block of a message. */
export function textBlock(text: string): JsonObject {
  return { type: "text", text };
}

/** The words of a message. */
export function textIn(content: readonly JsonObject[]): string {
  return content.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : [])).join("");
}

/** A conversation that goes on with this; what the user said last and was not answered stays with it. */
export function withText(messages: readonly AgentMessage[], text: string): AgentMessage[] {
  const last = messages.at(-1);
  if (last?.role !== "user") return [...messages, { role: "user", content: [textBlock(text)] }];
  return [...messages.slice(0, -1), { role: "user", content: [...last.content, textBlock(text)] }];
}
