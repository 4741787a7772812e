import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/** An entry of `reasoning_details`, and the field of it that has the text. */
export interface TextDetail {
  readonly wire: JsonObject;
  readonly field: string;
}

/** The only entry of a chunk's `reasoning_details`, if it has text. */
export function textDetailIn(details: Json | undefined): TextDetail | undefined {
  const [wire, ...others] = isArray(details) ? details : [];
  const field = isObject(wire) ? TEXT_FIELDS.find((each) => typeof wire[each] === "string") : undefined;
  return isObject(wire) && field !== undefined && others.length === 0 ? { wire, field } : undefined;
}

const TEXT_FIELDS = ["text", "summary"];

/** Appends text to the last entry of a list, instead of adding an entry per delta. */
export function textAppender(details: Json[], { wire, field }: TextDetail): (text: string) => void {
  let detail: Record<string, Json> = {};
  return (text) => {
    if (details.at(-1) !== detail) {
      detail = { ...wire, [field]: "" };
      details.push(detail);
    }
    detail[field] = `${detail[field]}${text}`;
  };
}

/** The texts of `reasoning_details`, or of the parts of a `thinking` part. */
export function detailTexts(details: readonly Json[]): string[] {
  return details.flatMap((detail) => {
    const { text, summary } = (isObject(detail) ? detail : {}) as JsonObject;
    if (typeof text === "string") return [text];
    return typeof summary === "string" ? [summary] : [];
  });
}

/** Joins the fragments of a stream: those with the same index and type are one entry. */
export function mergeDetails(fragments: readonly Json[]): Json[] {
  const merged: JsonObject[] = [];
  for (const fragment of fragments) {
    if (!isObject(fragment)) continue;
    const at = merged.findIndex(
      (one) => one.index === fragment.index && one.type === fragment.type && isSameEntry(one, fragment),
    );
    const known = merged[at];
    if (known === undefined || fragment.index === undefined) merged.push(fragment);
    else merged[at] = { ...known, ...withoutNulls(fragment), ...joined(known, fragment) };
  }
  return merged;
}

// Entries with different ids are different entries, even at one index.
function isSameEntry({ id: one }: JsonObject, { id: other }: JsonObject): boolean {
  return typeof one !== "string" || typeof other !== "string" || one === other;
}

function joined(one: JsonObject, other: JsonObject): JsonObject {
  const fields = ["text", "summary", "data"].filter(
    (field) => typeof one[field] === "string" && typeof other[field] === "string",
  );
  return Object.fromEntries(fields.map((field) => [field, `${one[field]}${other[field]}`]));
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
