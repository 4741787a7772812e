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

export function isCall({ start }: OpenPart): boolean {
  return start.type === "call";
}

/** Whether a text is complete JSON. */
export function isComplete(text: string): boolean {
  return text.trim() !== "" && parseInput({ type: "json", text }).problem !== "invalid-json";
}
