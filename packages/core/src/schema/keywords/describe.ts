import { stringifyJson } from "../../json/stringify.ts";
import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";

/** The longest text that is worth a model's attention. */
const MAX_LENGTH = 400;

/** Describes a keyword by a label and its value. */
export function describeAs(label: string): (value: Json) => string | undefined {
  return (value) => describeValue(label, value);
}

/** For keywords that are of no use to a model. */
export function describeNothing(): undefined {
  return undefined;
}

/** A label and a value as text; undefined where that would be too long to help. */
export function describeValue(label: string, value: Json): string | undefined {
  if (typeof value === "object" && exceeds(value, MAX_LENGTH)) return undefined;
  const text = isScalar(value) ? String(value) : stringifyJson(value);
  return text.length > MAX_LENGTH ? undefined : `${label}: ${text}`;
}

// Counts instead of writing the text, because a value that is shared a thousand times may be a thousand times too long.
function exceeds(value: Json, limit: number): boolean {
  let left = limit;
  const count = (each: Json, depth: number): void => {
    left -= typeof each === "string" ? each.length : 1;
    if (left < 0 || depth > MAX_LENGTH || typeof each !== "object" || each === null) return;
    for (const key in each) {
      left -= isArray(each) ? 0 : key.length;
      if (left < 0) return;
      count((each as Readonly<Record<string, Json>>)[key] as Json, depth + 1);
    }
  };
  count(value, 0);
  return left < 0;
}

function isScalar(value: Json): boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
