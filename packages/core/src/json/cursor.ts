import { skipSpace } from "./chars.ts";
import { JsonError, type JsonErrorCode } from "./error.ts";
import { escapePointer } from "./pointer.ts";

/** A position in a JSON text, and the keys that lead to it. */
export class Cursor {
  readonly text: string;
  position = 0;
  /** One key per open container; `undefined` until it is known. */
  readonly path: (string | number | undefined)[] = [];

  constructor(text: string) {
    this.text = text;
    // A byte order mark is not JSON, but editors and shells write one.
    if (text.charCodeAt(0) === 0xfeff) this.position = 1;
  }

  /** The next character that is not white space, or `""` at the end. */
  next(): string {
    this.position = skipSpace(this.text, this.position);
    return this.text.charAt(this.position);
  }

  /** Skips white space and the character, if it comes next. */
  take(char: string): boolean {
    return this.next() === char && this.skip(char);
  }

  /** Skips the character, if it is next. */
  skip(char: string): boolean {
    if (this.text.charAt(this.position) !== char) return false;
    this.position++;
    return true;
  }

  expected(what: string, offset: number = this.position): never {
    const char = this.text.charAt(offset);
    const found = char === "" ? "the end of the text" : JSON.stringify(char);
    throw this.error("syntax", `expected ${what}, found ${found}`, offset);
  }

  error(code: JsonErrorCode, problem: string, offset: number = this.position): JsonError {
    const before = this.text.slice(0, offset);
    const line = before.split("\n").length;
    const column = offset - before.lastIndexOf("\n");
    return new JsonError(code, `${problem} (line ${line}, column ${column})`, {
      offset,
      line,
      column,
      pointer: this.pointer,
    });
  }

  get pointer(): string {
    return this.path.map((key) => (key === undefined ? "" : `/${escapePointer(String(key))}`)).join("");
  }
}
