import type { Part } from "../../model/part.ts";

/** What a failed result begins with, where a dialect has no flag for it. */
const PREFIX = "[Error] ";

/** Whether the text of a result says that the tool failed. */
export function hasErrorPrefix([first]: readonly Part[]): boolean {
  return first?.type === "text" && first.text.startsWith(PREFIX);
}

/** A result's parts with the words that say that the tool failed. */
export function addErrorPrefix(parts: readonly Part[]): Part[] {
  const [first, ...rest] = parts;
  if (first?.type === "text") return [{ ...first, text: PREFIX + first.text }, ...rest];
  return [{ type: "text", text: PREFIX }, ...parts];
}

/** A result's parts without those words. */
export function stripErrorPrefix(parts: readonly Part[]): Part[] {
  const [first, ...rest] = parts;
  if (first?.type !== "text") return [...parts];
  const text = first.text.slice(PREFIX.length);
  return text === "" && rest.length > 0 ? rest : [{ ...first, text }, ...rest];
}
