import { stringifyJson } from "../../json/stringify.ts";
import type { Json } from "../../model/json.ts";

/** The longest text that is worth a model's reading. */
const LONGEST = 400;

/** What a keyword says, in words that a model reads; `undefined` where it would be too long to help. */
export function describe(keyword: string, value: Json): string | undefined {
  const text = isWord(value) ? String(value) : stringifyJson(value);
  if (text.length > LONGEST) return undefined;
  return `${WORDS.get(keyword) ?? keyword}: ${text}`;
}

function isWord(value: Json): boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

/** A description with notes behind it. */
export function withNotes(description: string | undefined, notes: readonly string[]): string | undefined {
  if (notes.length === 0) return description;
  const remark = `(${notes.length === 1 ? notes[0] : notes.join("; ")})`;
  return description === undefined || description === "" ? remark : `${description} ${remark}`;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["minLength", "minimum length"],
  ["maxLength", "maximum length"],
  ["minItems", "minimum items"],
  ["maxItems", "maximum items"],
  ["minProperties", "minimum properties"],
  ["maxProperties", "maximum properties"],
  ["exclusiveMinimum", "greater than"],
  ["exclusiveMaximum", "less than"],
  ["multipleOf", "multiple of"],
  ["uniqueItems", "unique items"],
  ["dependentRequired", "which properties require which others"],
]);
