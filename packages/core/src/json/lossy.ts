import { isDigit, isSpace, skipDigits, skipSpace } from "./chars.ts";

/**
 * Whether the text may have a number that a double prints with other digits although its value is unremarkable. It has
 * no false negatives; a false positive, in a string, only costs a second, exact parse.
 */
export function mayHoldLossyNumber(text: string, inArrays: boolean): boolean {
  return inArrays ? scanNumbers(text, 0) : scanColons(text);
}

/** Whether a double prints a number exactly as it is written. */
export function isDoubleText(lexeme: string): boolean {
  return String(Number(lexeme)) === lexeme;
}

// A number outside of arrays follows a colon. In texts with long strings, colons are rare, and the engine finds them
// ten times as fast as a pattern matches; if they turn out to be frequent, the pattern continues from there.
function scanColons(text: string): boolean {
  let left = 128;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    const code = text.charCodeAt(colon + 1);
    if (code <= NINE && code !== QUOTE && isLossyAfter(text, colon)) return true;
    if (--left + colon / 64 < 0) return scanNumbers(text, colon);
  }
  return false;
}

// A number with an exponent, or with a fraction that ends in zero or has 16 digits: all others that a double changes
// were found in the value. The first three characters let the engine skip ahead.
const UNUSUAL =
  /[0-9][.eE][-+0-9](?<=[:,[]\s*-?[0-9]+(?:\.[0-9]+)?[.eE].)(?:(?<=[eE].)|[0-9]{0,17}(?:(?<=0)[\s,\]}]|(?<=[0-9.]{17})))/g;

function scanNumbers(text: string, from: number): boolean {
  UNUSUAL.lastIndex = from;
  for (let match = UNUSUAL.exec(text); match !== null; match = UNUSUAL.exec(text)) {
    if (isLossyAt(text, startOfNumber(text, match.index))) return true;
  }
  return false;
}

const QUOTE = 34;
const MINUS = 45;
const POINT = 46;
const NINE = 57;
const POINT_OR_E = ".eE";

function startOfNumber(text: string, digit: number): number {
  let start = skipDigitsBack(text, digit);
  if (text.charCodeAt(start - 1) === POINT) start = skipDigitsBack(text, start - 1);
  return text.charCodeAt(start - 1) === MINUS ? start - 1 : start;
}

function isValueStart(text: string, start: number): boolean {
  let before = start - 1;
  while (isSpace(text.charCodeAt(before))) before--;
  const char = text[before];
  if (char === ":") return !isEscapedKey(text, before);
  return char === "," || char === "[";
}

// JSON inside a string, such as a call's arguments, has a backslash before the quote that ends a key.
function isEscapedKey(text: string, colon: number): boolean {
  return text[colon - 1] === '"' && text[colon - 2] === "\\" && text[colon - 3] !== "\\";
}

/** Whether the value after a colon is a number that a double prints with other digits. */
export function isLossyAfter(text: string, colon: number): boolean {
  const start = skipSpace(text, colon + 1);
  const code = text.charCodeAt(start);
  return (isDigit(code) || code === MINUS) && isLossyAt(text, start);
}

function isLossyAt(text: string, start: number): boolean {
  const whole = skipDigits(text, start + 1);
  // An integer of up to 15 digits is always exact, as most numbers are.
  if (!POINT_OR_E.includes(text.charAt(whole)) && whole - start < 16) return false;
  const end = endOfNumber(text, whole);
  return isValueStart(text, start) && isValueEnd(text, end) && !isDoubleText(text.slice(start, end));
}

function isValueEnd(text: string, end: number): boolean {
  const after = text.charAt(skipSpace(text, end));
  return after === "," || after === "}" || after === "]";
}

function endOfNumber(text: string, whole: number): number {
  let end = whole;
  if (text.charCodeAt(end) === POINT) end = skipDigits(text, end + 1);
  if (text[end] !== "e" && text[end] !== "E") return end;
  const sign = text[end + 1];
  return skipDigits(text, sign === "+" || sign === "-" ? end + 2 : end + 1);
}

function skipDigitsBack(text: string, from: number): number {
  let start = from;
  while (isDigit(text.charCodeAt(start - 1))) start--;
  return start;
}
