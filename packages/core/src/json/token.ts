import type { JsonNumber } from "../model/json.ts";
import { isDigit, skipDigits } from "./chars.ts";
import type { Cursor } from "./cursor.ts";
import { isDoubleText } from "./lossy.ts";
import { LosslessNumber } from "./number.ts";

/** Reads the string whose opening quote is next. */
export function readString(cursor: Cursor): string {
  const start = cursor.position;
  const stop = nextSpecial(cursor, start + 1);
  if (cursor.text.charCodeAt(stop) === QUOTE) {
    cursor.position = stop + 1;
    return cursor.text.slice(start + 1, stop);
  }
  cursor.position = endOfEscaped(cursor, stop) + 1;
  return JSON.parse(cursor.text.slice(start, cursor.position)) as string;
}

/** Reads the number that is next, and keeps its digits if a double would not. */
export function readNumber(cursor: Cursor): number | JsonNumber {
  const start = cursor.position;
  cursor.skip("-");
  if (!cursor.skip("0")) readDigits(cursor, "a digit");
  if (cursor.skip(".")) readDigits(cursor, "a digit after '.'");
  if (cursor.skip("e") || cursor.skip("E")) {
    if (!cursor.skip("+")) cursor.skip("-");
    readDigits(cursor, "a digit in the exponent");
  }
  const lexeme = cursor.text.slice(start, cursor.position);
  return isDoubleText(lexeme) ? Number(lexeme) : new LosslessNumber(lexeme);
}

const QUOTE = 34;
// The characters that end or interrupt a string: a quote, a backslash, or a control character.
const SPECIAL = /[^ !#-[\]-\uffff]/g;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function nextSpecial(cursor: Cursor, from: number): number {
  SPECIAL.lastIndex = from;
  if (!SPECIAL.test(cursor.text)) return cursor.expected("'\"' to end the string", cursor.text.length);
  const stop = SPECIAL.lastIndex - 1;
  if (cursor.text.charCodeAt(stop) < 32) cursor.expected("control characters in a string to be escaped", stop);
  return stop;
}

function endOfEscaped(cursor: Cursor, backslash: number): number {
  let stop = backslash;
  while (cursor.text.charCodeAt(stop) !== QUOTE) stop = nextSpecial(cursor, endOfEscape(cursor, stop));
  return stop;
}

function endOfEscape(cursor: Cursor, backslash: number): number {
  ESCAPE.lastIndex = backslash;
  if (ESCAPE.test(cursor.text)) return ESCAPE.lastIndex;
  return cursor.expected('one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX', backslash + 1);
}

function readDigits(cursor: Cursor, expected: string): void {
  if (!isDigit(cursor.text.charCodeAt(cursor.position))) cursor.expected(expected);
  cursor.position = skipDigits(cursor.text, cursor.position);
}
