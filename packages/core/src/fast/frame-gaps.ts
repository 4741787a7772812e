import { isDigit, skipDigits } from "../json/chars.ts";

/** A place in which two frames differ: a string without its quotes, a count, or white space. */
export interface Gap {
  readonly kind: "string" | "count" | "space";
  readonly start: number;
  readonly end: number;
}

/** The places in which two frames differ; `undefined` where they differ in more than values, or in too many. */
export function gapsBetween(one: string, other: string): Gap[] | undefined {
  const gaps: Gap[] = [];
  let here = 0;
  let there = 0;
  while (there < other.length && gaps.length <= MOST_GAPS) {
    // Most of the JSON around texts is punctuation, and the same in both.
    if (kindAt(other, there) === "mark" && one.charCodeAt(here) === other.charCodeAt(there)) {
      here++;
      there++;
      continue;
    }
    const kind = one.charCodeAt(here) === BLANK ? "space" : kindAt(other, there);
    const [hereEnd, thereEnd] = [endOfToken(one, here, kind), endOfToken(other, there, kind)];
    if (hereEnd === -1 || thereEnd === -1) return undefined;
    const differs = one.slice(here, hereEnd) !== other.slice(there, thereEnd);
    if (differs && kind === "mark") return undefined;
    if (differs) gaps.push(gapOf(kind as Gap["kind"], there, thereEnd));
    here = hereEnd;
    there = thereEnd;
  }
  return here === one.length && there === other.length ? gaps : undefined;
}

/** Where white space ends. */
export function endOfSpace(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === BLANK) end++;
  return end;
}

/** Where the quote stands that ends a string; -1 where there is none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1 && isEscaped(text, end, start)) end = text.indexOf('"', end + 1);
  return end;
}

/** Where a number ends that has digits alone; -1 where there is none. */
export function endOfCount(text: string, start: number): number {
  const end = skipDigits(text, start);
  return end === start || (end > start + 1 && text.charCodeAt(start) === ZERO) ? -1 : end;
}

function gapOf(kind: Gap["kind"], start: number, end: number): Gap {
  return kind === "string" ? { kind, start: start + 1, end: end - 1 } : { kind, start, end };
}

type Token = Gap["kind"] | "mark";

function kindAt(text: string, at: number): Token {
  const code = text.charCodeAt(at);
  if (code === QUOTE) return "string";
  if (code === BLANK) return "space";
  return isDigit(code) ? "count" : "mark";
}

/** Where a token ends; -1 where there is none of its kind. */
function endOfToken(text: string, start: number, kind: Token): number {
  if (kind === "space") return endOfSpace(text, start);
  if (kindAt(text, start) !== kind) return -1;
  if (kind === "count") return skipDigits(text, start);
  return kind === "mark" ? start + 1 : endOfString(text, start + 1) + 1 || -1;
}

function isEscaped(text: string, at: number, start: number): boolean {
  let before = at;
  while (before > start && text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

const MOST_GAPS = 8;
const BLANK = 32;
const QUOTE = 34;
const BACKSLASH = 92;
const ZERO = 48;
