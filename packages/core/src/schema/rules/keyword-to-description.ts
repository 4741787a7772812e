import { stringifyJson } from "../../json/stringify.ts";
import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";

/** The longest text that is worth a model's reading. */
const LONGEST = 400;

/** What a keyword says, in words that a model reads; `undefined` where it would be too long to help. */
export function describe(keyword: string, value: Json): string | undefined {
  if (typeof value === "object" && isLonger(value, LONGEST)) return undefined;
  const text = isWord(value) ? String(value) : stringifyJson(value);
  if (text.length > LONGEST) return undefined;
  return `${WORDS.get(keyword) ?? keyword}: ${text}`;
}

// Without writing it: what is referred to a thousand times may be a thousand times too long.
function isLonger(value: Json, most: number): boolean {
  let left = most;
  const count = (each: Json, depth: number): void => {
    left -= typeof each === "string" ? each.length : 1;
    if (left < 0 || depth > LONGEST || typeof each !== "object" || each === null) return;
    for (const key in each) {
      left -= isArray(each) ? 0 : key.length;
      if (left < 0) return;
      count((each as Readonly<Record<string, Json>>)[key] as Json, depth + 1);
    }
  };
  count(value, 0);
  return left < 0;
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
