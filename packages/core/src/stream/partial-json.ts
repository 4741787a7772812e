import { isSpace } from "../json/chars.ts";
import { MAX_DEPTH } from "../json/limits.ts";
import { canEndNumber, type NumberStep, nextInNumber, startOfNumber } from "./partial-number.ts";

/** The state of a text that is to become one JSON value; `invalid` if no further text can complete it. */
export type JsonState = "empty" | "open" | "complete" | "invalid";

/**
 * Tells of a text that arrives in pieces whether it is one JSON value yet, in one pass and without building it.
 *
 * @example
 * const progress = new JsonProgress();
 * progress.push('{"city":"Par');
 * console.log(progress.state);
 * progress.push('is"}');
 * console.log(progress.state);
 */
export class JsonProgress {
  private step: Step = "value";
  private number: NumberStep = "minus";
  /** For each open container, whether it is an object. */
  private readonly open: boolean[] = [];
  private inKey = false;
  /** The rest of a literal. */
  private literal = "";
  /** The number of hex digits that an escape still needs. */
  private digits = 0;

  get state(): JsonState {
    if (this.step === "invalid") return "invalid";
    if (this.open.length > 0) return "open";
    if (this.step === "value") return "empty";
    return this.step === "after" || (this.step === "number" && canEndNumber(this.number)) ? "complete" : "open";
  }

  push(text: string): void {
    let at = 0;
    while (at < text.length && this.step !== "invalid") {
      if (this.step === "string") at = this.skipString(text, at);
      else if (this.step === "number") at = this.skipNumber(text, at);
      else this.step = this.read(this.step, text.charCodeAt(at++));
    }
  }

  private read(step: Step, code: number): Step {
    if (step === "escape") return this.readEscape(code);
    if (step === "hex") return this.readHex(code);
    if (step === "literal") return this.readLiteral(code);
    return isSpace(code) ? step : this.readToken(step, code);
  }

  private readToken(step: Step, code: number): Step {
    if (step === "after") return this.readAfter(code);
    if (step === "colon") return code === COLON ? "value" : "invalid";
    if (step === "key") return this.readKey(code);
    if (step === "first-key") return code === CLOSE_OBJECT ? this.close() : this.readKey(code);
    if (step === "first-value" && code === CLOSE_ARRAY) return this.close();
    return this.readValue(code);
  }

  private readValue(code: number): Step {
    this.inKey = false;
    if (code === QUOTE) return "string";
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) return this.openContainer(code === OPEN_OBJECT);
    return this.startLiteral(code) ?? this.startNumber(code) ?? "invalid";
  }

  private readKey(code: number): Step {
    this.inKey = true;
    return code === QUOTE ? "string" : "invalid";
  }

  private readAfter(code: number): Step {
    const inObject = this.open.at(-1);
    if (inObject === undefined) return "invalid";
    if (code === COMMA) return inObject ? "key" : "value";
    return code === (inObject ? CLOSE_OBJECT : CLOSE_ARRAY) ? this.close() : "invalid";
  }

  private openContainer(isObject: boolean): Step {
    if (this.open.length === MAX_DEPTH) return "invalid";
    this.open.push(isObject);
    return isObject ? "first-key" : "first-value";
  }

  private close(): Step {
    this.open.pop();
    return "after";
  }

  private startLiteral(code: number): Step | undefined {
    const literal = LITERALS.find((word) => word.charCodeAt(0) === code);
    if (literal === undefined) return undefined;
    this.literal = literal.slice(1);
    return "literal";
  }

  private readLiteral(code: number): Step {
    if (code !== this.literal.charCodeAt(0)) return "invalid";
    this.literal = this.literal.slice(1);
    return this.literal === "" ? "after" : "literal";
  }

  private startNumber(code: number): Step | undefined {
    const start = startOfNumber(code);
    if (start === undefined) return undefined;
    this.number = start;
    return "number";
  }

  /** Moves to the character after the number, which is not read yet. */
  private skipNumber(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const next = nextInNumber(this.number, text.charCodeAt(at));
      if (next === undefined) {
        this.step = canEndNumber(this.number) ? "after" : "invalid";
        return at;
      }
      this.number = next;
    }
    return text.length;
  }

  /** Moves after the first character that is special in a string. */
  private skipString(text: string, from: number): number {
    let at = from;
    let code = text.charCodeAt(at);
    while (code >= SPACE && code !== QUOTE && code !== BACKSLASH) code = text.charCodeAt(++at);
    if (code === QUOTE) this.step = this.inKey ? "colon" : "after";
    else if (code === BACKSLASH) this.step = "escape";
    else if (at < text.length) this.step = "invalid";
    return at + 1;
  }

  private readEscape(code: number): Step {
    this.digits = 4;
    if (code === LETTER_U) return "hex";
    return ESCAPES.includes(String.fromCharCode(code)) ? "string" : "invalid";
  }

  private readHex(code: number): Step {
    if (!HEX_DIGITS.includes(String.fromCharCode(code))) return "invalid";
    return --this.digits === 0 ? "string" : "hex";
  }
}

/** What the text is in the middle of, or what must come next. */
type Step =
  | ("value" | "first-value" | "key" | "first-key" | "colon" | "after")
  | ("string" | "escape" | "hex" | "literal" | "number" | "invalid");

const LITERALS = ["true", "false", "null"];
const ESCAPES = '"\\/bfnrt';
const HEX_DIGITS = "0123456789abcdefABCDEF";

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const LETTER_U = 117;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
