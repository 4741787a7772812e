import { QUOTE } from "../json/chars.ts";
import { endOfCount, endOfString, type Gap, gapsIn, type TemplateFields } from "./frame-gaps.ts";

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
  private body = "";
  /** The text before, between and after the places in which the frames differ. */
  private readonly literals: readonly string[];
  private readonly kinds: readonly Gap["kind"][];
  /** The last of the literals, before and from the brace on that ends the JSON: white space in between means nothing. */
  private readonly end: readonly [before: string, after: string];

  private constructor(literals: readonly string[], kinds: readonly Gap["kind"][], end: FrameTemplate["end"]) {
    this.literals = literals;
    this.kinds = kinds;
    this.end = end;
  }

  /** The template of a frame; `undefined` where it is not clear where its fields are. */
  static of({ sent, json }: SentFrame, fields: TemplateFields): FrameTemplate | undefined {
    const at = sent.indexOf(json);
    const gaps = at === -1 || sent.length > LONGEST ? undefined : gapsIn(json, fields);
    if (gaps === undefined) return undefined;
    const starts = [0, ...gaps.map(({ end }) => at + end)];
    const ends = [...gaps.map(({ start }) => at + start), sent.length];
    const literals = starts.map((start, index) => sent.slice(start, ends[index]));
    const brace = at + json.trimEnd().length - 1;
    const last = [sent.slice(starts.at(-1), brace).trimEnd(), sent.slice(brace)] as const;
    return new FrameTemplate(
      [...literals.slice(0, -1), last.join("")],
      gaps.map(({ kind }) => kind),
      last,
    );
  }

  /** The index after the frame that begins at an index, if it matches; else -1. */
  match(all: string, from: number): number {
    const { kinds, literals } = this;
    let at = from;
    for (let index = 0; index < kinds.length; index++) {
      const literal = literals[index] as string;
      const start = at + literal.length;
      // A slice is compared as a whole; `startsWith` compares characters, which takes ten times as long.
      if (all.slice(at, start) !== literal) return -1;
      at = this.endOfValue(all, start, kinds[index] as Gap["kind"]);
      if (at === -1) return -1;
    }
    const last = literals[kinds.length] as string;
    const end = all.slice(at, at + last.length) === last ? at + last.length : this.endOfPadded(all, at);
    return end - from <= LONGEST ? end : -1;
  }

  private endOfValue(all: string, start: number, kind: Gap["kind"]): number {
    switch (kind) {
      case "count":
        return endOfCount(all, start);
      case "string":
        return endOfPlain(all, start);
      case "mirror": {
        const end = start + this.body.length;
        return all.slice(start, end) === this.body && all.charCodeAt(end) === QUOTE ? end : -1;
      }
      case "text":
        return this.endOfText(all, start);
    }
  }

  private endOfText(all: string, start: number): number {
    const plain = endOfPlain(all, start);
    const end = plain === -1 ? endOfString(all, start) : plain;
    if (end === -1 || end - start > LONGEST) return -1;
    this.body = all.slice(start, end);
    const text = plain === -1 ? unescaped(this.body) : this.body;
    if (text === undefined) return -1;
    this.text = text;
    return end;
  }

  // Padding with spaces hides the length of a text from who can see only the length of a frame.
  private endOfPadded(all: string, from: number): number {
    const [before, after] = this.end;
    let at = from + before.length;
    if (all.slice(from, at) !== before) return -1;
    while (all.charCodeAt(at) === SPACE) at++;
    return all.slice(at, at + after.length) === after ? at + after.length : -1;
  }
}

/** Where the quote stands that ends a string without escapes; -1 where there is none. */
function endOfPlain(text: string, start: number): number {
  for (let end = start; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === QUOTE) return end;
    if (code === BACKSLASH || code < SPACE) return -1;
  }
  return -1;
}

/** The text that a JSON string without its quotes stands for; `undefined` where it is invalid. */
function unescaped(body: string): string | undefined {
  try {
    return JSON.parse(`"${body}"`) as string;
  } catch {
    // The parser of the frame reports what is wrong with it.
    return undefined;
  }
}

/** Longer frames are rare, and not worth comparing. */
const LONGEST = 16_384;

const SPACE = 32;
const BACKSLASH = 92;
