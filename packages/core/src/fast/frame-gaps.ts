// The fast path `frameTemplates`: finding the places of a frame in which the next frames may differ from it.

import { CLOSE_LIST, COMMA, isDigit, OPEN_LIST, OPEN_OBJECT, QUOTE, skipDigits, skipSpace } from "../json/chars.ts";
import { escapePointer } from "../json/pointer.ts";

/** The fields in which frames may differ, as JSON Pointers: one text, and fields that are ignored. */
export interface TemplateFields {
  readonly text: string;
  /** A field that repeats the text. */
  readonly mirror?: string | undefined;
  /** A field whose value is read as it is. */
  readonly id?: string | undefined;
  /** A pointer that ends in a slash means everything below it. */
  readonly ignored: readonly string[];
}

/** A place of a frame in which others may differ from it: a string without its quotes, or a count. */
export interface Gap {
  readonly kind: "text" | "mirror" | "id" | "string" | "count";
  readonly start: number;
  readonly end: number;
}

/** Where the fields are in valid JSON; `undefined` where its text is no string, or where it is unclear which value counts. */
export function gapsIn(json: string, fields: TemplateFields): Gap[] | undefined {
  const finder = new GapFinder(json, fields);
  if (finder.readValue(skipSpace(json, 0), "", 0) === UNCLEAR) return undefined;
  const { gaps } = finder;
  const count = (kind: Gap["kind"]) => gaps.filter((gap) => gap.kind === kind).length;
  const isComplete = count("text") === 1 && count("mirror") === (fields.mirror === undefined ? 0 : 1);
  return isComplete ? gaps : undefined;
}

/** Where the quote stands that ends a string; -1 where there is none. */
export function closingQuote(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1 && isEscaped(text, end, start)) end = text.indexOf('"', end + 1);
  return end;
}

/** Where a number ends that has digits alone; -1 where there is none. */
export function endOfCount(text: string, start: number): number {
  const end = skipDigits(text, start);
  return end === start || (end > start + 1 && text.charCodeAt(start) === ZERO) ? -1 : end;
}

/** Where the quote stands that ends a string without escapes; -1 where there is none. */
export function endOfPlain(text: string, start: number): number {
  for (let end = start; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === QUOTE) return end;
    if (code === BACKSLASH || code < SPACE) return -1;
  }
  return -1;
}

/** The text that a JSON string without its quotes stands for; `undefined` where it is invalid. */
export function unescaped(body: string): string | undefined {
  try {
    return JSON.parse(`"${body}"`) as string;
  } catch {
    // The parser of the frame reports what is wrong with it.
    return undefined;
  }
}

/** Walks through JSON and collects the places of the fields; each method returns the index after what it has read. */
class GapFinder {
  readonly gaps: Gap[] = [];
  private readonly json: string;
  private readonly fields: TemplateFields;

  constructor(json: string, fields: TemplateFields) {
    this.json = json;
    this.fields = fields;
  }

  readValue(at: number, pointer: string, depth: number): number {
    const code = this.json.charCodeAt(at);
    if (depth > DEEPEST) return UNCLEAR;
    if (code === OPEN_OBJECT) return this.readObject(at + 1, pointer, depth + 1);
    if (code === OPEN_LIST) return this.readList(at + 1, pointer, depth + 1);
    return code === QUOTE ? this.readString(at + 1, pointer) : this.readScalar(at, pointer);
  }

  private readObject(start: number, pointer: string, depth: number): number {
    const { json } = this;
    const keys: string[] = [];
    let at = skipSpace(json, start);
    while (json.charCodeAt(at) === QUOTE) {
      const end = closingQuote(json, at + 1);
      const key = JSON.parse(json.slice(at, end + 1)) as string;
      // Of a key that comes twice, the last one counts.
      if (keys.includes(key)) return UNCLEAR;
      keys.push(key);
      const colon = skipSpace(json, end + 1);
      at = this.readValue(skipSpace(json, colon + 1), `${pointer}/${escapePointer(key)}`, depth);
      if (at === UNCLEAR) return UNCLEAR;
      at = this.skipComma(at);
    }
    return at + 1;
  }

  private readList(start: number, pointer: string, depth: number): number {
    const { json } = this;
    let at = skipSpace(json, start);
    for (let index = 0; json.charCodeAt(at) !== CLOSE_LIST; index++) {
      at = this.readValue(at, `${pointer}/${index}`, depth);
      if (at === UNCLEAR || at >= json.length) return UNCLEAR;
      at = this.skipComma(at);
    }
    return at + 1;
  }

  private readString(start: number, pointer: string): number {
    const end = closingQuote(this.json, start);
    if (end === -1) return UNCLEAR;
    const { text, mirror, id } = this.fields;
    if (pointer === text) this.gaps.push({ kind: "text", start, end });
    else if (pointer === mirror) this.gaps.push({ kind: "mirror", start, end });
    else if (pointer === id) this.gaps.push({ kind: "id", start, end });
    else if (this.isIgnored(pointer)) this.gaps.push({ kind: "string", start, end });
    return end + 1;
  }

  private readScalar(start: number, pointer: string): number {
    const { json } = this;
    SCALAR.lastIndex = start;
    const [scalar = ""] = SCALAR.exec(json) ?? [];
    if (scalar === "") return UNCLEAR;
    const end = start + scalar.length;
    if (isDigit(json.charCodeAt(start)) && endOfCount(json, start) === end && this.isIgnored(pointer))
      this.gaps.push({ kind: "count", start, end });
    return end;
  }

  private skipComma(at: number): number {
    const next = skipSpace(this.json, at);
    return this.json.charCodeAt(next) === COMMA ? skipSpace(this.json, next + 1) : next;
  }

  private isIgnored(pointer: string): boolean {
    return this.fields.ignored.some((each) => each === pointer || (each.endsWith("/") && pointer.startsWith(each)));
  }
}

function isEscaped(text: string, at: number, start: number): boolean {
  let before = at;
  while (before > start && text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

/** A number, or a word. */
const SCALAR = /[-+\w.]*/y;

const UNCLEAR = -1;
const DEEPEST = 16;
const ZERO = 48;
const BACKSLASH = 92;
const SPACE = 32;
