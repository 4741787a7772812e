// The fast path `bodyCache`, for bodies without spaces between their values: that their text is the one that `stringifyJson` would
// write is seen by its length, and the text of a part is a part of the text.

import { isDigit } from "../json/chars.ts";
import { PIECE, parseNative } from "../json/parse.ts";
import { rememberSourceText, type SourcePart } from "../json/source-text.ts";
import { isArray } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";

/** Longer texts are parsed in steps. */
const LONGEST = 2 * PIECE;

/** What is nested deeper may be too deep in another dialect. */
const DEEPEST = 64;

const COMPACT = /^\{"\w+":\S/;

/**
 * Parses a body that nobody will change and remembers the texts of the schemas in it; `undefined` where the text is not certainly
 * the one that `stringifyJson` would write.
 *
 * No text of the same value is shorter than that one, except for the texts of some numbers: spaces, repeated keys and digits that a
 * double does not have make it longer. Those numbers are compared with the text.
 *
 * @example
 * readCompact('{"model":"m"}'); // { model: "m" }
 */
export function readCompact(text: string): JsonObject | undefined {
  if (text.length > LONGEST || !COMPACT.test(text)) return undefined;
  const escapes = escapesIn(text);
  const body = escapes === undefined ? null : (parseNative(text) as JsonObject | null);
  if (escapes === undefined || body === null) return undefined;
  const layout = new TextLayout(text, escapes);
  if (layout.endOf(body, 0, 0) + escapes.length !== text.length) return undefined;
  rememberSourceText(body, text, layout.schemas);
  return body;
}

/** The positions of the escapes in a JSON text; `undefined` where there is one that `stringifyJson` would not write, or may not. */
function escapesIn(text: string): readonly number[] | undefined {
  const found: number[] = [];
  for (let at = text.indexOf("\\"); at >= 0; at = text.indexOf("\\", at + 2)) {
    const code = text.charCodeAt(at + 1);
    if (code === LETTER_U || code === SLASH) return undefined;
    found.push(at);
  }
  return found;
}

const SLASH = 47;
const LETTER_U = 117;

/** Where the values of a body would be in its shortest text, if no character were escaped. An end is `NaN` where that is not clear. */
class TextLayout {
  /** The schemas, and where they are in the text. */
  readonly schemas: SourcePart[] = [];
  private readonly text: string;
  private readonly escapes: readonly number[];
  private passed = 0;
  private isInSchema = false;

  constructor(text: string, escapes: readonly number[]) {
    this.text = text;
    this.escapes = escapes;
  }

  endOf(value: Json, start: number, depth: number): number {
    if (typeof value === "string") return start + value.length + 2;
    if (typeof value === "number") return isShortest(value) ? start + String(value).length : Number.NaN;
    if (typeof value !== "object" || value === null) return start + String(value).length;
    if (depth > DEEPEST) return Number.NaN;
    if (isArray(value)) return this.endOfList(value, start, depth + 1);
    const object = value as JsonObject;
    const isSchema = object.type === "object" && !this.isInSchema;
    return isSchema ? this.endOfSchema(object, start, depth + 1) : this.endOfObject(object, start, depth + 1);
  }

  private endOfList(list: readonly Json[], start: number, depth: number): number {
    let at = start;
    for (const item of list) at = this.endOf(item, at + 1, depth);
    return at + (at === start ? 2 : 1);
  }

  private endOfObject(object: JsonObject, start: number, depth: number): number {
    let at = start;
    for (const key in object) {
      // Objects have their integer keys first, whatever the order of the text.
      if (isDigit(key.charCodeAt(0))) return Number.NaN;
      const value = object[key] as Json;
      at += key.length + 4;
      at = typeof value === "number" ? this.endOfMember(key, value, at) : this.endOf(value, at, depth);
    }
    return at + (at === start ? 2 : 1);
  }

  private endOfSchema(schema: JsonObject, start: number, depth: number): number {
    const from = this.positionOf(start);
    this.isInSchema = true;
    const end = this.endOfObject(schema, start, depth);
    this.isInSchema = false;
    this.schemas.push({ value: schema, start: from, end: this.positionOf(end) });
    return end;
  }

  // A quote after a brace or a comma and before a letter begins a string, so that what is found is a member. If it were another one,
  // there would be one more than the value has, and the text would be longer by it than the number can make it shorter.
  private endOfMember(key: string, value: number, start: number): number {
    const number = String(value);
    if (isShortest(value)) return start + number.length;
    const end = this.positionOf(start) + number.length;
    const member = `"${key}":${number}`;
    const around = this.text.slice(end - member.length - 1, end + 1);
    const isWritten = around.slice(1, -1) === member && /^[{,]"[a-z_][\w-]*":[^"]+[,}]$/i.test(around);
    return isWritten ? start + number.length : Number.NaN;
  }

  /** The position in the text of one that is known without escapes; positions are asked for in their order. */
  private positionOf(place: number): number {
    while ((this.escapes[this.passed] as number) < place + this.passed) this.passed++;
    return place + this.passed;
  }
}

/** Whether all other texts of a number are longer than the one that is written; those of others may have an exponent. */
function isShortest(value: number): boolean {
  if (Number.isInteger(value)) return (value % 100 !== 0 || value === 0) && Math.abs(value) < 1e15;
  return Math.abs(value) >= 0.1 && String(value).length < 16;
}
