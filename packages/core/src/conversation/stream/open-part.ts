// A part of a stream between its start and its end, with all that could not be emitted yet.

import { endsInHighSurrogate } from "../../json/surrogates.ts";
import { parseInput } from "../../mapping/nodes/call-input.ts";
import type { PartNote, PartStart } from "../../model/event.ts";
import type { ToolBinding } from "../tools/tool-binding.ts";

/** A part of the response that the provider has begun. */
export interface OpenPart {
  start: PartStart;
  /** Text that has not been emitted. */
  pending: string;
  /** A high surrogate whose low surrogate is still to come. */
  highSurrogate: string;
  /** The arguments of a call so far. */
  argumentText: string;
  notes: PartNote[];
  ended: boolean;
  /** It has not been emitted completely. */
  isQueued: boolean;
  /** The client's number of the part, once it was emitted. */
  index: number | undefined;
  /** The response ended before the arguments were complete. */
  isTruncated: boolean;
  /** Its text is emitted when it is complete. */
  isDeferred: boolean;
  /** Its free text becomes an argument. */
  isWrapped: boolean;
  binding: ToolBinding | undefined;
  /** Its arguments may hold JSON that is encoded twice. */
  isRepairable: boolean;
}

/** A part of which only the start is known. */
export function openPart(start: PartStart): OpenPart {
  return {
    start,
    pending: "",
    highSurrogate: "",
    argumentText: "",
    notes: [],
    ended: start.type === "whole",
    isQueued: false,
    isTruncated: false,
    index: undefined,
    isDeferred: false,
    isWrapped: false,
    binding: undefined,
    isRepairable: false,
  };
}

/** The text of a part's next delta, without a high surrogate at its end: that waits for its low surrogate. */
export function wholeCharacters(part: OpenPart, text: string): string {
  if (part.highSurrogate === "" && !endsInHighSurrogate(text)) return text;
  const whole = part.highSurrogate + text;
  const end = endsInHighSurrogate(whole) ? whole.length - 1 : whole.length;
  part.highSurrogate = whole.slice(end);
  return whole.slice(0, end);
}

/** Sent as the arguments before the arguments themselves come. */
export const PLACEHOLDER = "{}";

/** Whether arguments so far may turn out to mean none, and are held back: they cannot be taken back. */
export function mayMeanNoArguments(text: string): boolean {
  return text === PLACEHOLDER || (text.length < SHORT && NULL_PREFIX.test(text));
}

const SHORT = 64;
const NULL_PREFIX = /^\s*(?:n|nu|nul|null)?\s*$/;

/** Whether arguments can only be translated when they are complete: by a lens, or because they are JSON in a string. */
export function needsWholeArguments({ lens, wrapped }: ToolBinding, text: string): boolean {
  return lens !== undefined || wrapped || text.trimStart().startsWith('"');
}

/** Whether a citation has no range, and so is for the whole text, which is known at its end. */
export function isForWholeText({ citation }: PartNote): boolean {
  if (citation === undefined) return false;
  const { start = 0, end } = citation;
  return end === undefined || end <= start;
}

/** Whether a call's arguments are incomplete JSON. */
export function isIncompleteCall({ start, argumentText: text }: OpenPart): boolean {
  return start.type === "call" && start.kind === "function" && text.trim() !== "" && !isComplete(text);
}

/** Whether a call has free text in place of arguments. */
export function isCustom({ start, binding }: OpenPart): boolean {
  return (start.type === "call" && start.kind === "custom") || binding?.kind === "custom";
}

/** Whether a call that has not ended is cut where the response is: free text is if it is the last part. */
export function isCut({ start, argumentText: text }: OpenPart, isLast: boolean): boolean {
  return start.type === "call" && (start.kind === "custom" ? isLast : !isComplete(text));
}

/** Whether a text is complete JSON. */
export function isComplete(text: string): boolean {
  return text.trim() !== "" && parseInput({ type: "json", text }).problem !== "invalid-json";
}
