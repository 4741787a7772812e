// Models differ in which reasoning they want back: all of it, that of turns with calls, that since the last message of
// the user, or none (`ModelRule.returnReasoning`).

import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { fieldReport } from "../../mapping/provenance.ts";
import type { ModelRule } from "../../model/conversation-profile.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";

/** Messages with the reasoning that a model requires, and without reasoning that it refuses. */
export function withRequiredReasoning(
  messages: readonly Message[],
  wanted: ModelRule["returnReasoning"],
  report: Report,
): readonly Message[] {
  if (wanted === undefined) return messages;
  if (wanted === "never") return messages.map((message) => withoutForeign(message, report));
  if (wanted !== "this-turn") return messages.map((message) => withReasoning(message, wanted));
  const last = messages.findLastIndex(({ role, parts }) => role === "user" && !parts.every(isResult));
  return messages.map((message, index) => (index < last ? withoutReasoning(message, "model", report) : message));
}

/** Stands in for reasoning that is gone. */
const EMPTY: Part = { type: "reasoning", texts: [""] };

function withReasoning(message: Message, wanted: "every-turn" | "every-call"): Message {
  const { role, parts } = message;
  if (role !== "assistant" || parts.some(({ type }) => type === "reasoning")) return message;
  if (wanted === "every-call" && !parts.some(({ type }) => type === "call")) return message;
  return { ...message, parts: [EMPTY, ...parts] };
}

function withoutReasoning(message: Message, code: "model" | "foreign-reasoning", report: Report): Message {
  const parts = message.parts.filter(({ type }) => type !== "reasoning");
  if (parts.length === message.parts.length) return message;
  for (const { type, origin } of message.parts)
    if (type === "reasoning") report.on(origin?.place ?? Place.root).lose(code, { feature: "reasoning" });
  return { ...message, parts };
}

// A model that never returns its reasoning signs no calls either.
function withoutForeign(message: Message, report: Report): Message {
  const unsigned = replaceItems(message.parts, (part) => {
    if (part.type !== "call" || part.signature === undefined) return part;
    fieldReport(part, "signature", report).lose("foreign-signature", { feature: "signature" });
    return { ...part, signature: undefined };
  });
  const rest = unsigned === message.parts ? message : { ...message, parts: unsigned };
  return withoutReasoning(rest, "foreign-reasoning", report);
}

function isResult({ type }: Part): boolean {
  return type === "result";
}
