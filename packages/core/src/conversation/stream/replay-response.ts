// A whole response as the events of a stream, for providers that answer a request for a stream with a whole body.

import { levelOf } from "../../loss-levels.ts";
import { inputAsText } from "../../mapping/nodes/call-input.ts";
import type { CallPart } from "../../model/call.ts";
import type { ReasoningPart, TextPart } from "../../model/content.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Part } from "../../model/part.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";

/** The events of a stream that is equivalent to a whole response; a stream has one candidate. */
export function* replayResponse(response: CanonicalResponse, report: Report): Generator<StreamEvent> {
  const { id, model, created, usedTier, usage, candidates } = response;
  const [first] = candidates;
  if (first === undefined) return;
  for (const index of candidates.keys())
    if (index > 0) report.at("candidates").at(index).loseField(levelOf("parts"), { feature: "candidates" });
  yield { type: "response-start", id, model, created, usedTier };
  for (const [index, part] of first.parts.entries()) yield* partEvents(part, index);
  yield { type: "response-end", finishReason: first.finishReason, usage };
}

function* partEvents(part: Part, index: number): Generator<StreamEvent> {
  yield { type: "part-start", index, part: startOf(part) };
  if (part.type === "text") yield* textEvents(part, index);
  else if (part.type === "refusal") yield { type: "part-delta", index, text: part.text };
  else if (part.type === "reasoning") yield* reasoningEvents(part, index);
  else if (part.type === "call") yield { type: "part-delta", index, text: inputAsText(part.input) };
  yield { type: "part-end", index };
}

function startOf(part: Part): PartStart {
  switch (part.type) {
    case "text":
    case "refusal":
      return { type: part.type };
    case "reasoning":
      return reasoningStart(part);
    case "call":
      return callStart(part);
    default:
      return { type: "whole", part };
  }
}

function reasoningStart({ summary, redacted, signature }: ReasoningPart): PartStart {
  return {
    type: "reasoning",
    ...(summary === undefined ? {} : { summary }),
    ...(redacted === undefined ? {} : { redacted }),
    // Redacted reasoning is its signature alone; otherwise the signature follows the text.
    ...(redacted === true && signature !== undefined ? { signature } : {}),
  };
}

function callStart({ kind, id, name, namespace, signature }: CallPart): PartStart {
  const group = namespace === undefined ? {} : { namespace };
  return { type: "call", kind, id, name, ...group, ...(signature === undefined ? {} : { signature }) };
}

function* textEvents({ text, citations = [], signature }: TextPart, index: number): Generator<StreamEvent> {
  yield { type: "part-delta", index, text };
  for (const citation of citations) yield { type: "part-note", index, note: { citation } };
  if (signature !== undefined) yield { type: "part-note", index, note: { signature } };
}

function* reasoningEvents({ texts, signature, redacted }: ReasoningPart, index: number): Generator<StreamEvent> {
  for (const [place, text] of texts.entries()) {
    if (place > 0) yield { type: "part-note", index, note: { paragraph: true } };
    yield { type: "part-delta", index, text };
  }
  if (signature !== undefined && redacted !== true) yield { type: "part-note", index, note: { signature } };
}
