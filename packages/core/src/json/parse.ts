import type { Json } from "../model/json.ts";
import type { Steps } from "../model/steps.ts";
import { isCloser, isOpener } from "./chars.ts";
import { noteDuplicates } from "./duplicates.ts";
import { JsonError } from "./error.ts";
import { depthLimit, MAX_LENGTH } from "./limits.ts";
import { isLossyAfter, mayHoldLossyNumber } from "./lossy.ts";
import { readInPieces } from "./pieces.ts";
import { type ReaderOptions, readJson } from "./reader.ts";
import { hasMembers } from "./scan.ts";
import { HAS_LISTED_NUMBER, HAS_NUMBER, keysIn, NEEDS_EXACT_PARSER, survey } from "./survey.ts";

/** The limits of `parseJson`, and what it does with duplicate keys. */
export interface ParseOptions {
  /** How many arrays and objects may be nested: 256 by default, 1,000 at most. */
  readonly maxDepth?: number | undefined;
  /** How many UTF-16 units the text may have: 64 Mi by default. */
  readonly maxLength?: number | undefined;
  /** Called with each key that an object repeats; the last value wins. */
  readonly onDuplicate?: ((pointer: string) => void) | undefined;
  /** Records the keys that an object repeats, for `duplicatesIn` and for the losses of a translation. */
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
  const { limits, found } = limitsOf(text, options);
  const value = parseFast(text, limits) ?? readJson(text, limits);
  if (found.length > 0) noteDuplicates(value, found);
  return value;
}

/**
 * The same in steps, for texts that take long to parse.
 *
 * @example
 * parseJsonInSteps("[1]").next(); // { done: true, value: [1] }
 */
export function* parseJsonInSteps(text: string, options: StepOptions = {}): Steps<Json> {
  const { limits, found } = limitsOf(text, options);
  const { maxDepth, onDuplicate } = limits;
  const value = yield* readInPieces(text, { maxDepth, onDuplicate, piece: options.piece ?? PIECE, parseFast });
  if (found.length > 0) noteDuplicates(value, found);
  return value;
}

/** So many characters of JSON take about a millisecond to parse. */
export const PIECE = 65_536;

/** How long the pieces are that are parsed in one step, in characters. */
interface StepOptions extends ParseOptions {
  readonly piece?: number;
}

/** The limits of a text, and where the keys are collected that it repeats. */
function limitsOf(text: string, options: ParseOptions): { readonly limits: ReaderOptions; readonly found: string[] } {
  const { maxLength = MAX_LENGTH, noteDuplicates: notes = false } = options;
  if (text.length > maxLength) throw tooLarge(text, maxLength);
  const found: string[] = [];
  const onDuplicate = notes ? collecting(found, options.onDuplicate) : options.onDuplicate;
  return { limits: { maxDepth: depthLimit(options.maxDepth), onDuplicate }, found };
}

function collecting(found: string[], onDuplicate: ParseOptions["onDuplicate"]): (pointer: string) => void {
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

/** The same in steps. */
export function* jsonInSteps(text: string, options?: ParseOptions): Steps<Json | undefined> {
  try {
    return yield* parseJsonInSteps(text, options);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/**
 * The value by the native parser, if it is certainly exact. `null` means uncertain (or `null` itself): then the exact
 * parser decides.
 */
function parseFast(text: string, limits: ReaderOptions): Json {
  if (looksTooDeep(text, limits.maxDepth)) return null;
  const value = parseNative(text);
  // A lone number has no context in which the scan would find it.
  if (value === null || typeof value === "number") return null;
  const found = survey(value, limits.maxDepth);
  if ((found & NEEDS_EXACT_PARSER) !== 0) return null;
  const isListed = (found & HAS_LISTED_NUMBER) !== 0;
  const isMember = (found & HAS_NUMBER) !== 0 && !isListed;
  if (isListed && mayHoldLossyNumber(text, true)) return null;
  if (limits.onDuplicate === undefined) return isMember && mayHoldLossyNumber(text, false) ? null : value;
  // Where members are counted, their numbers are looked at on the way.
  return hasMembers(text, keysIn(found), isMember ? isLossyAfter : undefined) ? value : null;
}

/** The value by the native parser; `null` where that finds an error. */
export function parseNative(text: string): Json {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    // Its message depends on the runtime; the exact parser finds the same error with its position.
    return null;
  }
}

// The native parser would build a million levels before they could be counted. A wrong guess only costs time.
function looksTooDeep(text: string, maxDepth: number): boolean {
  let end = text.length;
  while (end > text.length - maxDepth && isCloser(text.charCodeAt(end - 1))) end--;
  if (isCloser(text.charCodeAt(end - 1))) return text.length - end === maxDepth;
  return text.length > LARGE && opensDeeply(text);
}

const LARGE = 65_536;
const HEAD = 512;
const MAX_OPENING = 32;

function opensDeeply(text: string): boolean {
  let open = 0;
  for (let index = 0; index < HEAD; index++) {
    const code = text.charCodeAt(index);
    if (isOpener(code)) open++;
    else if (isCloser(code)) open--;
  }
  return open > MAX_OPENING;
}

function tooLarge(text: string, maxLength: number): JsonError {
  const message = `text of ${text.length} characters is longer than ${maxLength}`;
  return new JsonError("too_large", message, { offset: maxLength });
}
