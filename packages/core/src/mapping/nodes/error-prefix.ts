// Results of failed calls in dialects without a flag such as `is_error`: the text begins with a prefix, which is
// removed again on the way back.

import type { Part } from "../../model/part.ts";

/** Marks a failed result in dialects that have no flag for it. */
export const ERROR_PREFIX = "[Error] ";

/** Whether a result begins with the error prefix. */
export function hasErrorPrefix([first]: readonly Part[]): boolean {
  return first?.type === "text" && first.text.startsWith(ERROR_PREFIX);
}

/** A result's parts with the error prefix. */
export function addErrorPrefix(parts: readonly Part[]): Part[] {
  const [first, ...rest] = parts;
  if (first?.type === "text") return [{ ...first, text: ERROR_PREFIX + first.text }, ...rest];
  return [{ type: "text", text: ERROR_PREFIX }, ...parts];
}

/** A result's parts without the error prefix. */
export function stripErrorPrefix(parts: readonly Part[]): Part[] {
  const [first, ...rest] = parts;
  if (first?.type !== "text") return [...parts];
  const text = first.text.slice(ERROR_PREFIX.length);
  return text === "" && rest.length > 0 ? rest : [{ ...first, text }, ...rest];
}
