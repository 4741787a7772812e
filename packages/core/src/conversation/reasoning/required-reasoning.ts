import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { fieldReport } from "../../mapping/provenance.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { ModelRule } from "../../model/profile.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";

/** A conversation with the thoughts that a model wants to see again, and without those that it refuses. */
export function withRequiredReasoning(
  messages: readonly Message[],
  wanted: ModelRule["thoughts"],
  report: Report,
): readonly Message[] {
  if (wanted === undefined) return messages;
  if (wanted === "never") return messages.map((message) => withoutForeign(message, report));
  if (wanted !== "this-turn") return messages.map((message) => withThought(message, wanted));
  const last = messages.findLastIndex(({ role, parts }) => role === "user" && !parts.every(isResult));
  return messages.map((message, index) => (index < last ? withoutThoughts(message, "model", report) : message));
}

/** A thought of which nothing is known but that there was one. */
const EMPTY: Part = { type: "reasoning", texts: [""] };

function withThought(message: Message, wanted: "every-turn" | "every-call"): Message {
  const { role, parts } = message;
  if (role !== "assistant" || parts.some(({ type }) => type === "reasoning")) return message;
  if (wanted === "every-call" && !parts.some(({ type }) => type === "call")) return message;
  return { ...message, parts: [EMPTY, ...parts] };
}

function withoutThoughts(message: Message, code: "model" | "foreign-reasoning", report: Report): Message {
  const parts = message.parts.filter(({ type }) => type !== "reasoning");
  if (parts.length === message.parts.length) return message;
  for (const { type, origin } of message.parts)
    if (type === "reasoning") report.on(origin?.place ?? Place.root).lose(code, { feature: "reasoning" });
  return { ...message, parts };
}

// What never shows its reasoning signs no calls either.
function withoutForeign(message: Message, report: Report): Message {
  const unsigned = replaceItems(message.parts, (part) => {
    if (part.type !== "call" || part.signature === undefined) return part;
    fieldReport(part, "signature", report).lose("foreign-signature", { feature: "signature" });
    return { ...part, signature: undefined };
  });
  const rest = unsigned === message.parts ? message : { ...message, parts: unsigned };
  return withoutThoughts(rest, "foreign-reasoning", report);
}

function isResult({ type }: Part): boolean {
  return type === "result";
}
