// The schema of a field that is named like a secret says what its values are: a default may be a real one.

/** Bytes of a value, and the quotes that it needs where it is replaced by a text. */
export interface QuotedSpan {
  readonly start: number;
  readonly end: number;
  readonly quotes: string;
}

/** What a schema lists, and where the schema ends. */
export interface ListedValues {
  readonly spans: readonly QuotedSpan[];
  readonly end: number;
}

/** Keywords of JSON Schema whose values are values of the field. */
const LISTING: ReadonlySet<string> = new Set(["default", "const", "enum", "example", "examples"]);

/** The texts and numbers below these keywords in the object at `start`, which may be JSON within a text of JSON. */
export function listedValues(bytes: Uint8Array, start: number, escapes: number): ListedValues {
  return new ListedValueSearch(bytes, escapes).run(start);
}

class ListedValueSearch {
  private readonly bytes: Uint8Array;
  /** The backslashes before each quote of the object. */
  private readonly escapes: number;
  private readonly spans: QuotedSpan[] = [];
  private depth = 0;
  /** The depth of the keyword whose value is read. */
  private listing: number | undefined;

  constructor(bytes: Uint8Array, escapes: number) {
    this.bytes = bytes;
    this.escapes = escapes;
  }

  run(start: number): ListedValues {
    let at = start;
    do at = this.read(at);
    while (this.depth > 0 && at < this.bytes.length);
    return { spans: this.spans, end: at };
  }

  /** Reads a token, and returns where the next one begins. */
  private read(at: number): number {
    const { bytes, listing } = this;
    const byte = bytes[at];
    if (byte === BACKSLASH || byte === QUOTE) return this.readText(at);
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.close();
    else if (byte === COMMA && this.depth === listing) this.listing = undefined;
    else if (listing !== undefined && beginsNumber(byte)) return this.readNumber(at);
    return at + 1;
  }

  private close(): void {
    this.depth--;
    if (this.listing !== undefined && this.depth < this.listing) this.listing = undefined;
  }

  private readNumber(start: number): number {
    let end = start;
    while (beginsNumber(this.bytes[end]) || CONTINUE_NUMBER.has(this.bytes[end])) end++;
    this.spans.push({ start, end, quotes: `${"\\".repeat(this.escapes)}"` });
    return end;
  }

  private readText(at: number): number {
    const { bytes, escapes, listing } = this;
    const start = at + escapes + 1;
    const quote = bytes[start - 1] === QUOTE ? this.endOfText(start) : undefined;
    // The text around the object ends.
    if (quote === undefined) return bytes.length;
    const end = quote - escapes;
    const isKey = COLON_FOLLOWS.test(textOf(bytes, quote + 1, quote + 1 + MAX_SPACES));
    if (isKey && listing === undefined && LISTING.has(textOf(bytes, start, end))) this.listing = this.depth;
    if (!isKey && listing !== undefined && end > start) this.spans.push({ start, end, quotes: "" });
    return quote + 1;
  }

  // A quote of the object itself has as many backslashes; one of a text around it has fewer, and one within the text more.
  private endOfText(start: number): number | undefined {
    let backslashes = 0;
    for (let at = start; at < this.bytes.length; at++) {
      const byte = this.bytes[at];
      if (byte === QUOTE) {
        const own = backslashes & ~(backslashes + 1);
        if (own === this.escapes) return at;
        if (own < this.escapes) return undefined;
      }
      backslashes = byte === BACKSLASH ? backslashes + 1 : 0;
    }
    return undefined;
  }
}

const COLON_FOLLOWS = /^\s*:/;
const MAX_SPACES = 16;

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return end - start > MAX_NAME ? "" : String.fromCharCode(...bytes.subarray(start, end));
}

const MAX_NAME = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** `.`, `e`, `E` and `+`. */
const CONTINUE_NUMBER: ReadonlySet<number | undefined> = new Set([0x2e, 0x65, 0x45, 0x2b]);

/** A digit or `-`. */
function beginsNumber(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2d);
}
