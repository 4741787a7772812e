import { isSpace } from "../json/chars.ts";
import {
  checkLength,
  type FrameReader,
  type Framing,
  type FramingOptions,
  framingOf,
  MAX_FRAME_LENGTH,
  type OnFrame,
} from "./framing.ts";
import { TextPieces } from "./text-pieces.ts";

/**
 * Cuts one JSON array into its elements as they arrive, each of them one frame; any other JSON text is one frame.
 * Text that is no JSON, or is cut short, becomes a frame that does not parse.
 *
 * @example
 * const framing = jsonArrayFraming((data) => console.log(JSON.parse(data)));
 * framing.push('[{"n":1},\r\n{"n"');
 * framing.push(":2}]");
 */
export function jsonArrayFraming(onFrame: OnFrame, options: FramingOptions = {}): Framing {
  return framingOf(elementReader(onFrame, options));
}

/** The same for decoded text. */
export function elementReader(onFrame: OnFrame, options: FramingOptions = {}): FrameReader {
  return new ElementReader(onFrame, options.maxLength ?? MAX_FRAME_LENGTH);
}

class ElementReader implements FrameReader {
  private readonly onFrame: OnFrame;
  private readonly maxLength: number;
  private readonly element = new TextPieces();
  private place: "before" | "inside" | "outside" = "before";
  /** How the element begins: a container ends with its own bracket, everything else before a comma or bracket. */
  private kind: "none" | "container" | "other" = "none";
  private depth = 0;
  private inString = false;
  private escaped = false;

  constructor(onFrame: OnFrame, maxLength: number) {
    this.onFrame = onFrame;
    this.maxLength = maxLength;
  }

  read(text: string): void {
    let at = 0;
    while (at < text.length) at = this.kind === "none" ? this.readBetween(text, at) : this.readElement(text, at);
  }

  // An array is complete only at its end.
  get isResting(): boolean {
    return false;
  }

  finish(): void {
    if (this.kind !== "none") this.emit("");
  }

  /** Moves to the start of the next element. */
  private readBetween(text: string, from: number): number {
    const code = text.charCodeAt(from);
    if (isSpace(code)) return from + 1;
    if (this.place === "before") {
      this.place = code === OPEN_ARRAY ? "inside" : "outside";
      if (code === OPEN_ARRAY) return from + 1;
    }
    if (this.place === "inside" && code === COMMA) return from + 1;
    if (this.place === "inside" && code === CLOSE_ARRAY) {
      this.place = "outside";
      return from + 1;
    }
    this.kind = code === OPEN_ARRAY || code === OPEN_OBJECT ? "container" : "other";
    return from;
  }

  /** Moves to the end of the element, or of the text. */
  private readElement(text: string, from: number): number {
    const end = this.endOfElement(text, from);
    if (end !== -1) {
      this.emit(text.slice(from, end));
      return end;
    }
    this.element.add(text.slice(from));
    checkLength(this.element.length, this.maxLength);
    return text.length;
  }

  private endOfElement(text: string, from: number): number {
    let at = from;
    while (at < text.length) {
      if (this.inString) at = this.skipString(text, at);
      else if (this.endsBefore(text.charCodeAt(at))) return at;
      else if (this.endsWith(text.charCodeAt(at++))) return at;
    }
    return -1;
  }

  private endsBefore(code: number): boolean {
    return this.depth === 0 && this.place === "inside" && (code === COMMA || code === CLOSE_ARRAY);
  }

  private endsWith(code: number): boolean {
    if (code === QUOTE) this.inString = true;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) this.depth++;
    else if ((code === CLOSE_OBJECT || code === CLOSE_ARRAY) && this.depth > 0) {
      return --this.depth === 0 && this.kind === "container";
    }
    return false;
  }

  private skipString(text: string, from: number): number {
    let start = this.escaped ? from + 1 : from;
    this.escaped = false;
    for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', start)) {
      if (isEven(backslashesBefore(text, quote, start))) {
        this.inString = false;
        return quote + 1;
      }
      start = quote + 1;
    }
    this.escaped = !isEven(backslashesBefore(text, text.length, start));
    return text.length;
  }

  private emit(rest: string): void {
    checkLength(this.element.length + rest.length, this.maxLength);
    this.kind = "none";
    this.onFrame(withoutSpace(this.whole(rest)), undefined);
  }

  private whole(rest: string): string {
    if (this.element.length === 0) return rest;
    this.element.add(rest);
    return this.element.take();
  }
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

// Unlike `trimEnd`, removes JSON white space only.
function withoutSpace(text: string): string {
  let end = text.length;
  while (isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

function backslashesBefore(text: string, end: number, start: number): number {
  let first = end;
  while (first > start && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return end - first;
}

function isEven(count: number): boolean {
  return count % 2 === 0;
}
