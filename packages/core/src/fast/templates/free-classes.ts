// The fast path `templates`: classes of free values. The translation of a value may depend on its class and on nothing
// else: whether a text ends with white space, which prefix an id has. The class is part of a body's shape. A value
// without a class is not free, and is part of the shape itself.

import { jsonIn } from "../../json/parse.ts";
import { hasMembers } from "../../json/scan.ts";
import { isWellFormedText } from "../../json/surrogates.ts";
import { countKeys } from "../../json/survey.ts";
import { isEmpty, isObject } from "../../json/value.ts";
import { INVALID_INPUT } from "../../mapping/nodes/call-input.ts";
import { ERROR_PREFIX } from "../../mapping/nodes/error-prefix.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FreeKind } from "./free-values.ts";

/** The class of a free value of a kind; none where it is not free. */
export function freeClass(value: Json, kind: FreeKind): string | undefined {
  if (kind === "text" || kind === "description") return typeof value === "string" ? textClass(value) : undefined;
  if (kind === "id") return typeof value === "string" ? idClass(value) : undefined;
  if (kind === "arguments") return plainArguments(value) && (typeof value === "string" ? "at" : "ao");
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value <= 0) return undefined;
  return kind === "count" ? "c" : "n";
}

/** The class of a text: whether it begins and ends with white space. Blank texts and those with a prefix that means something have none. */
function textClass(text: string): string | undefined {
  if (text.length === 0 || text.startsWith(ERROR_PREFIX) || !isWellFormedText(text)) return undefined;
  const begins = mayBeSpace(text.charCodeAt(0)) && text.trimStart() !== text;
  const ends = mayBeSpace(text.charCodeAt(text.length - 1)) && text.trimEnd() !== text;
  if (!begins && !ends) return "t";
  if (text.trim() === "") return undefined;
  if (!begins) return "te";
  return ends ? "tbe" : "tb";
}

function mayBeSpace(code: number): boolean {
  return code <= 0x20 || code >= 0x80;
}

/** The class of an id: its prefix, its length, and its characters. Short ids have none, because they could not be found again. */
function idClass(id: string): string | undefined {
  const start = prefixLength(id);
  const length = id.length - start;
  if (length < SHORTEST_ID || length > LONGEST_ID) return undefined;
  const prefix = id.slice(0, start);
  if (isFrom(start, id, HEX)) return `i${prefix}${length}h`;
  if (!isFrom(start, id, ID)) return undefined;
  return `i${prefix}${length}${id.includes("-", start) ? "-" : ""}`;
}

// To test an id takes a fraction of the time that it takes to find its parts by an expression.
function isFrom(start: number, id: string, pattern: RegExp): boolean {
  pattern.lastIndex = start;
  return pattern.test(id);
}

const ID = /[A-Za-z0-9][A-Za-z0-9-]*$/y;
const HEX = /[0-9a-f]+$/y;
const PREFIX = /[a-z]+[_-](?=[A-Za-z0-9])/y;
const SHORTEST_ID = 8;
const LONGEST_ID = 128;

/** The length of the prefix of an id, such as `call_`. */
export function prefixLength(id: string): number {
  return isFrom(0, id, PREFIX) ? PREFIX.lastIndex : 0;
}

/** Another id of the same class; ids with another number differ. */
export function idLike(id: string, number: number): string {
  const start = prefixLength(id);
  const rest = id.slice(start);
  const digits = String(number).padStart(4, "0");
  const letters = isFrom(start, id, HEX) ? "cafe" : "Qz";
  const filled = (letters + digits).slice(-rest.length).padStart(rest.length, "9b7");
  return id.slice(0, start) + (rest.includes("-") ? `${filled.slice(0, 1)}-${filled.slice(2)}` : filled);
}

/**
 * The arguments of a call, parsed where they are a text; `undefined` unless they are a filled object in which nothing is
 * encoded twice and nothing has to be repaired.
 */
export function plainArguments(value: Json): JsonObject | undefined {
  if (typeof value !== "string")
    return isObject(value) && !isEmpty(value) && isPlainObject(value, 0) ? value : undefined;
  // An escape may hide a brace, and half of a surrogate pair.
  if (!value.startsWith("{") || value.includes("\\u") || ENCODED.test(value) || !isWellFormedText(value))
    return undefined;
  const parsed = jsonIn(value);
  if (!isObject(parsed) || isEmpty(parsed) || !isPlainObject(parsed, 0)) return undefined;
  return hasMembers(value, countKeys(parsed)) ? parsed : undefined;
}

/** A string that may hold a JSON object or array. */
const ENCODED = /[:[,]\s*"(?:\s|\\[nrt])*[[{]/;
const ENCODED_STRING = /^\s*[[{]/;
const DEEPEST = 16;

function isPlainObject(object: JsonObject, depth: number): boolean {
  for (const key in object)
    if (key === INVALID_INPUT || !isWellFormedText(key) || !isPlainValue(object[key] as Json, depth)) return false;
  return true;
}

function isPlainValue(value: Json, depth: number): boolean {
  if (typeof value === "string") return isWellFormedText(value) && !ENCODED_STRING.test(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth > DEEPEST) return false;
  if (!Array.isArray(value)) return isObject(value) && isPlainObject(value, depth + 1);
  for (const item of value as readonly Json[]) if (!isPlainValue(item, depth + 1)) return false;
  return true;
}
