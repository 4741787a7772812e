// A turn of the model is all that it said between two messages of the user or of tools. Stored reasoning is looked up
// turn by turn.

import type { Budget } from "../../budget.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { Steps } from "../../model/steps.ts";
import { callKey, Fingerprints, textKey } from "./keys.ts";

/** One turn of the model: consecutive assistant messages, from an index on. */
export interface ModelTurn {
  readonly first: number;
  readonly messages: readonly Message[];
  readonly prefix: () => string;
}

/** The turns of the model in a conversation. */
export function turnsOf(messages: readonly Message[]): ModelTurn[] {
  const prints = new Fingerprints(messages);
  const turns: ModelTurn[] = [];
  for (let index = 0; index < messages.length; index++) {
    if (messages[index]?.role !== "assistant") continue;
    const first = index;
    while (messages[index + 1]?.role === "assistant") index++;
    turns.push({ first, messages: messages.slice(first, index + 1), prefix: () => prints.upTo(first) });
  }
  return turns;
}

/** Whether a part is unsigned reasoning: only the stored reasoning tells which provider made it. */
export function isUnsigned(part: Part): boolean {
  return part.type === "reasoning" && part.signature === undefined;
}

/** The text of parts, without the others. */
export function joinedText(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** The keys under which reasoning of a conversation may have been stored. */
export function* reasoningKeysIn(messages: readonly Message[], withTexts: boolean, budget: Budget): Steps<string[]> {
  const keys: string[] = [];
  for (const turn of turnsOf(messages)) {
    keys.push(...keysOf(turn, withTexts));
    if (budget.isPauseDue(turn.messages.length / 4)) yield;
  }
  return keys.slice(-MOST_KEYS);
}

/** How many of the latest turns of a conversation are looked up. */
const MOST_KEYS = 1024;

function keysOf({ messages, prefix }: ModelTurn, withTexts: boolean): string[] {
  const parts = messages.flatMap((message) => message.parts);
  const calls = parts.filter((part) => part.type === "call");
  if (calls.length > 0) return calls.map((call, position) => callKey(call, { prefix, position }));
  return withTexts || parts.some(isUnsigned) ? [textKey(joinedText(parts), { prefix, position: 0 })] : [];
}
