import type { Json } from "../model/json.ts";
import { noteDuplicates } from "./duplicates.ts";
import { JsonError } from "./error.ts";
import { depthLimit, MAX_LENGTH } from "./limits.ts";
import { mayHoldLossyNumber } from "./lossy.ts";
import { type ReaderOptions, readJson } from "./reader.ts";
import { countMembers } from "./scan.ts";
import { countKeys, HAS_LISTED_NUMBER, HAS_NUMBER, HAS_ODDITY, survey } from "./survey.ts";

/** The limits of `parseJson`, and what it does with duplicate keys. */
export interface ParseOptions {
  /** How many arrays and objects may be nested: 256 by default, 1,000 at most. */
  readonly maxDepth?: number | undefined;
  /** How many UTF-16 units the text may have: 64 Mi by default. */
  readonly maxLength?: number | undefined;
  /** Called with each key that an object repeats; the last value wins. */
  readonly onDuplicate?: ((pointer: string) => void) | undefined;
  /** Remembers the keys that an object repeats, for `duplicatesIn`, and for all that translates the value. */
  readonly noteDuplicates?: boolean | undefined;
}

/**
 * Parses JSON without changing a digit: a number that a double would print otherwise becomes a `LosslessNumber`.
 * Throws a `JsonError` with offset, line and column for what is not JSON, too deep or too large.
 *
 * @example
 * String(parseJson("12345678901234567890")); // "12345678901234567890"
 */
export function parseJson(text: string, options: ParseOptions = {}): Json {
  const { maxLength = MAX_LENGTH, noteDuplicates: notes = false } = options;
  if (text.length > maxLength) throw tooLarge(text, maxLength);
  const found: string[] = [];
  const onDuplicate = notes ? noting(found, options.onDuplicate) : options.onDuplicate;
  const limits = { maxDepth: depthLimit(options.maxDepth), onDuplicate };
  const value = parseFast(text, limits) ?? readJson(text, limits);
  if (found.length > 0) noteDuplicates(value, found);
  return value;
}

function noting(found: string[], onDuplicate: ParseOptions["onDuplicate"]): (pointer: string) => void {
  return (pointer) => {
    found.push(pointer);
    onDuplicate?.(pointer);
  };
}

/**
 * The value of a text that may be JSON, or `undefined` where it is not.
 *
 * @example
 * jsonIn("no"); // undefined
 */
export function jsonIn(text: string, options?: ParseOptions): Json | undefined {
  try {
    return parseJson(text, options);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/**
 * What the native parser makes of the text, if that is surely the exact value.
 * `null` means that it is not sure (or that it is `null`): then the exact parser decides.
 */
function parseFast(text: string, limits: ReaderOptions): Json {
  if (looksTooDeep(text, limits.maxDepth)) return null;
  const value = parseNative(text);
  // A lone number has nothing around it that a scan could find it by.
  if (value === null || typeof value === "number") return null;
  const found = survey(value, limits.maxDepth);
  if ((found & HAS_ODDITY) !== 0) return null;
  if ((found & HAS_NUMBER) !== 0 && mayHoldLossyNumber(text, (found & HAS_LISTED_NUMBER) !== 0)) return null;
  return limits.onDuplicate !== undefined && countMembers(text) !== countKeys(value) ? null : value;
}

function parseNative(text: string): Json {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    // Its message differs from runtime to runtime; the exact parser finds the same error and says where it is.
    return null;
  }
}

// The native parser would build a million levels before they could be counted. A wrong guess only costs time.
function looksTooDeep(text: string, maxDepth: number): boolean {
  let end = text.length;
  while (end > text.length - maxDepth && isCloser(text.charCodeAt(end - 1))) end--;
  if (isCloser(text.charCodeAt(end - 1))) return text.length - end === maxDepth;
  return text.length > LARGE && opensSteeply(text);
}

const LARGE = 65_536;
const HEAD = 512;
const STEEP = 32;

function opensSteeply(text: string): boolean {
  let open = 0;
  for (let index = 0; index < HEAD; index++) {
    const code = text.charCodeAt(index);
    if (code === 123 || code === 91) open++;
    else if (isCloser(code)) open--;
  }
  return open > STEEP;
}

function isCloser(code: number): boolean {
  return code === 125 || code === 93;
}

function tooLarge(text: string, maxLength: number): JsonError {
  const message = `text of ${text.length} characters is longer than ${maxLength}`;
  return new JsonError("too_large", message, { offset: maxLength });
}
