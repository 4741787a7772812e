import { isPlainText } from "../../mapping/nodes/plain.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { textPartOf } from "./content.ts";

/** `instructions` is a string, and a system message in the canonical model. */
export function wholeMessage(role: "system" | "user", text: Json | undefined, report: Report): Message[] {
  if (typeof text !== "string") return [];
  // In other dialects it is a message in the list.
  if (role === "user") report.change("default-layout");
  const origin = { dialect: "openai-responses", place: report.place, fields: {} };
  return [{ role, parts: [textPartOf(text, report)], plain: true, origin }];
}

/** A leading system message of one plain text becomes `instructions`; others stay in the input. */
export function splitInstructions(messages: readonly Message[]): { instructions?: Message; items: readonly Message[] } {
  const [first, second] = messages;
  if (first?.role !== "system" || second === undefined || second.role === "system" || second.role === "developer")
    return { items: messages };
  const [part, ...others] = first.parts;
  const plain = part?.type === "text" && others.length === 0 && first.plain !== false && isPlainText(part);
  const bare = plain && first.name === undefined && first.extras === undefined;
  return bare ? { instructions: first, items: messages.slice(1) } : { items: messages };
}

/** Whether a message came as `instructions`. */
export function isInstructions({ origin }: Message): boolean {
  return origin?.dialect === "openai-responses" && origin.place.key === "instructions";
}

/** Whether a message came as an `input` that is a string. */
export function isWholeInput({ origin }: Message): boolean {
  return origin?.dialect === "openai-responses" && origin.place.key === "input";
}

/** The text of a message. */
export function messageText({ parts }: Message): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("\n\n");
}
