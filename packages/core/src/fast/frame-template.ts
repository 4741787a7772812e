import { isDigit, skipDigits } from "../json/chars.ts";
import { escapePointer } from "../json/pointer.ts";
import type { Json } from "../model/json.ts";

/** The fields in which frames may differ, as JSON Pointers: one text, and fields that are ignored. */
export interface TemplateFields {
  readonly text: string;
  /** A field that repeats the text. */
  readonly mirror?: string | undefined;
  /** A pointer that ends in a slash means everything below it. */
  readonly ignored: readonly string[];
}

/** A frame as it was sent, and the JSON in it. */
export interface SentFrame {
  readonly sent: string;
  readonly json: string;
}

/**
 * The bytes that frames with different texts have in common. A frame that matches is neither cut out nor parsed, which is many
 * times as fast.
 */
export class FrameTemplate {
  /** The text of the last match. */
  text = "";
  /** The same as JSON, without quotes. */
  private body: string | undefined;
  /** The text before, between and after the places in which the frames differ. */
  private readonly literals: readonly string[];
  private readonly kinds: readonly Kind[];

  private constructor(literals: readonly string[], kinds: readonly Kind[]) {
    this.literals = literals;
    this.kinds = kinds;
  }

  /** The template of a frame and the one before it; `undefined` where they differ in other fields. */
  static between(before: string, frame: SentFrame, differing: TemplateFields): FrameTemplate | undefined {
    const gaps = frame.sent.length > LONGEST ? undefined : gapsBetween(before, frame.sent);
    if (gaps === undefined) return undefined;
    const literals = literalsAround(frame.sent, gaps);
    const pointers = pointersOf(gaps, literals, frame);
    const kinds = gaps.map(({ kind }, index) => kindOf(kind, pointers[index], differing));
    const known = pointers.every((pointer) => mayDiffer(pointer, differing));
    const complete = kinds.includes("text") && (differing.mirror === undefined || kinds.includes("again"));
    return known && complete ? new FrameTemplate(literals, kinds) : undefined;
  }

  /** The index after the frame that begins at an index, if it matches; else -1. */
  match(all: string, from: number): number {
    const { kinds, literals } = this;
    this.body = undefined;
    let at = from;
    for (let index = 0; index < kinds.length; index++) {
      const literal = literals[index] as string;
      const start = at + literal.length;
      if (all.slice(at, start) !== literal) return -1;
      at = this.endOfValue(all, start, kinds[index] as Kind);
      if (at === -1) return -1;
    }
    const last = literals[kinds.length] as string;
    const end = at + last.length;
    return end - from <= LONGEST && all.slice(at, end) === last ? end : -1;
  }

  private endOfValue(all: string, start: number, kind: Kind): number {
    if (kind === "space") return endOfSpace(all, start);
    if (kind === "count") return endOfCount(all, start);
    const end = endOfString(all, start);
    if (end === -1 || end - start > LONGEST) return -1;
    const body = all.slice(start, end);
    if (kind === "again") return body === this.body ? end : -1;
    if (kind === "text") this.body = body;
    if (kind === "string") return TO_BE_PARSED.test(body) ? -1 : end;
    const text = TO_BE_PARSED.test(body) ? parsed(`"${body}"`) : body;
    if (typeof text !== "string") return -1;
    this.text = text;
    return end;
  }
}

type Kind = "text" | "again" | Gap["kind"];

function kindOf(kind: Gap["kind"], pointer: string | undefined, { text, mirror }: TemplateFields): Kind {
  if (kind !== "string") return kind;
  if (pointer === text) return "text";
  return pointer === mirror && pointer !== undefined ? "again" : kind;
}

function mayDiffer(pointer: string | undefined, { text, mirror, ignored }: TemplateFields): boolean {
  if (pointer === undefined) return false;
  if (pointer === text || pointer === mirror || pointer === SPACE) return true;
  return ignored.some((each) => each === pointer || (each.endsWith("/") && pointer.startsWith(each)));
}

/** A place in which two frames differ: a string without its quotes, a count, or white space. */
interface Gap {
  readonly kind: "string" | "count" | "space";
  readonly start: number;
  readonly end: number;
}

/** Longer frames are rare, and not worth comparing. */
const LONGEST = 16_384;
const MOST_GAPS = 8;
const DEEPEST = 16;

/** A character that ends a string, escapes another, or is not allowed in one. */
const TO_BE_PARSED = /[^ !#-[\]-\uffff]/;

/** Stands for white space of any length, where a template otherwise has the pointer of a value. */
const SPACE = " ";

const BLANK = 32;
const QUOTE = 34;
const BACKSLASH = 92;
const ZERO = 48;

// ── where two frames differ ─────────────────────────────────────────────────

function gapsBetween(one: string, other: string): Gap[] | undefined {
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

function endOfSpace(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === BLANK) end++;
  return end;
}

/** Where the quote stands that ends a string; -1 where there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1 && isEscaped(text, end, start)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number, start: number): boolean {
  let before = at;
  while (before > start && text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

/** Where a number ends that has digits alone; -1 where there is none. */
function endOfCount(text: string, start: number): number {
  const end = skipDigits(text, start);
  return end === start || (end > start + 1 && text.charCodeAt(start) === ZERO) ? -1 : end;
}

// ── which values these are ──────────────────────────────────────────────────

function literalsAround(text: string, gaps: readonly Gap[]): string[] {
  const starts = [0, ...gaps.map(({ end }) => end)];
  return starts.map((start, index) => text.slice(start, gaps[index]?.start));
}

/** Where in the frame's JSON the gaps are; `undefined` for those that are no value. */
function pointersOf(
  gaps: readonly Gap[],
  literals: readonly string[],
  { sent, json }: SentFrame,
): (string | undefined)[] {
  const start = sent.indexOf(json);
  if (start === -1) return gaps.map(() => undefined);
  // Longer than any string of the frame: where a probe is found, it is the value in its gap.
  const probes = gaps.map((_, index) => "0".repeat(sent.length + index));
  const probed = filled(literals, gaps, probes);
  const value = parsed(probed.slice(start, probed.length - (sent.length - start - json.length)));
  return gaps.map(({ kind, start: from, end }, index) => {
    if (kind !== "space") return pointerTo(probes[index] as string, value, 0);
    // White space that may vary in valid JSON is not inside of a token.
    return from >= start && end <= start + json.length ? SPACE : undefined;
  });
}

// A string is valid wherever a count is.
function filled(literals: readonly string[], gaps: readonly Gap[], probes: readonly string[]): string {
  const values = gaps.map(({ kind }, index) => {
    if (kind === "space") return "";
    return kind === "string" ? probes[index] : `"${probes[index]}"`;
  });
  return literals.map((literal, index) => literal + (values[index] ?? "")).join("");
}

function pointerTo(probe: string, value: Json | undefined, depth: number): string | undefined {
  if (value === probe) return "";
  if (typeof value !== "object" || value === null || depth > DEEPEST) return undefined;
  for (const [key, inner] of Object.entries(value as Readonly<Record<string, Json>>)) {
    const pointer = pointerTo(probe, inner, depth + 1);
    if (pointer !== undefined) return `/${escapePointer(key)}${pointer}`;
  }
  return undefined;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The parser of the frame reports what is wrong with it.
    return undefined;
  }
}
