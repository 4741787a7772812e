import type { Json, JsonObject } from "../model/json.ts";
import type { Steps } from "../model/steps.ts";
import { constantText } from "./constant.ts";
import { JsonError } from "./error.ts";
import { depthLimit, MAX_DEPTH } from "./limits.ts";
import { isPlainJson, isPlainObject } from "./plain.ts";
import { stringifyPlain } from "./stringify-plain.ts";
import { writeJson } from "./writer.ts";

/** The formatting and limits of `stringifyJson`. */
export interface StringifyOptions {
  /** How many spaces each level is indented by: none by default, 10 at most. */
  readonly indent?: number | undefined;
  /** How many arrays and objects may be nested: 256 by default, 1,000 at most. */
  readonly maxDepth?: number | undefined;
}

/**
 * Writes JSON as `JSON.stringify` does, with every digit of a `LosslessNumber`.
 * Throws a `JsonError` with the pointer of what JSON cannot say, where `JSON.stringify` would write `null` or nothing.
 *
 * @example
 * stringifyJson({ id: new LosslessNumber("12345678901234567890") }); // '{"id":12345678901234567890}'
 */
export function stringifyJson(json: Json | object, options: StringifyOptions = {}): string {
  // The types of wire formats are interfaces, which TypeScript does not take for JSON.
  const value = json as Json;
  const maxDepth = depthLimit(options.maxDepth);
  const spaces = Math.min(10, Math.max(0, options.indent ?? 0));
  const known = spaces > 0 ? undefined : stringifyAroundConstants(value, maxDepth - 1);
  if (known !== undefined) return known;
  if (isPlainJson(value, maxDepth)) return spaces > 0 ? JSON.stringify(value, null, spaces) : stringifyPlain(value);
  return writeJson(value, { indent: " ".repeat(spaces), maxDepth });
}

/**
 * The same in steps, for objects with long lists; without formatting.
 *
 * @example
 * stringifyJsonInSteps({ messages: [] }).next(); // { done: true, value: '{"messages":[]}' }
 */
export function* stringifyJsonInSteps(json: Json | object, piece: number = PIECE): Steps<string> {
  const value = json as Json;
  if (!hasLongList(value)) return stringifyJson(value);
  try {
    let text = "";
    for (const [key, member] of Object.entries(value)) {
      const known = constantText(member);
      const written = known ?? (isLongList(member) ? yield* writeList(member, piece) : writeAt(1, member));
      text += `${text === "" ? "{" : ","}${JSON.stringify(key)}:${written}`;
    }
    return `${text}}`;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    // Its pointer begins at the value as a whole.
    return stringifyJson(value);
  }
}

/** So many characters of JSON take a few milliseconds to write. */
const PIECE = 1_048_576;

/** Shorter lists are written as a whole. */
const LONG = 64;

function hasLongList(value: Json): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !isPlainObject(value)) return false;
  for (const key in value) if (isLongList(value[key])) return true;
  return false;
}

function isLongList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value) && value.length > LONG;
}

function* writeList(list: readonly Json[], piece: number): Steps<string> {
  let text = "";
  let paused = 0;
  for (const item of list) {
    text += (text === "" ? "[" : ",") + writeAt(2, item);
    if (text.length - paused < piece) continue;
    paused = text.length;
    yield;
  }
  return `${text}]`;
}

function writeAt(depth: number, value: Json): string {
  return stringifyJson(value, { maxDepth: MAX_DEPTH - depth });
}

/** Writes an object around members that are constants with known texts; `undefined` if it has none, or is not plain. */
function stringifyAroundConstants(value: Json, depthLeft: number): string | undefined {
  if (!hasConstant(value)) return undefined;
  let text = "";
  // Joining them would copy a text that is copied once more when it is sent.
  for (const [key, member] of Object.entries(value)) {
    const known = constantText(member);
    if (known === undefined && !isPlainJson(member, depthLeft)) return undefined;
    text += `${text === "" ? "{" : ","}${JSON.stringify(key)}:${known ?? stringifyPlain(member)}`;
  }
  return `${text}}`;
}

function hasConstant(value: Json): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !isPlainObject(value)) return false;
  for (const key in value) if (constantText(value[key]) !== undefined) return true;
  return false;
}
