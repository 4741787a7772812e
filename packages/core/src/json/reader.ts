import type { Json } from "../model/json.ts";
import { isDigit } from "./chars.ts";
import { Cursor } from "./cursor.ts";
import { readNumber, readString } from "./token.ts";
import { setKey } from "./value.ts";

/** The options of the exact parser. */
export interface ReaderOptions {
  readonly maxDepth: number;
  readonly onDuplicate?: ((pointer: string) => void) | undefined;
}

/** Parses JSON with exact numbers and duplicate keys, and reports the exact position of errors. */
export function readJson(text: string, options: ReaderOptions): Json {
  return new Reader(new Cursor(text), options).document();
}

class Reader {
  private readonly cursor: Cursor;
  private readonly options: ReaderOptions;

  constructor(cursor: Cursor, options: ReaderOptions) {
    this.cursor = cursor;
    this.options = options;
  }

  document(): Json {
    const value = this.value("a value");
    if (this.cursor.next() !== "") this.cursor.expected("the end of the text");
    return value;
  }

  private value(expected: string): Json {
    const char = this.cursor.next();
    if (char === '"') return readString(this.cursor);
    if (char === "{") return this.object();
    if (char === "[") return this.array();
    if (char === "-" || isDigit(char.charCodeAt(0))) return readNumber(this.cursor);
    return this.literal(expected);
  }

  private object(): Json {
    const object: Record<string, Json> = {};
    const level = this.open();
    if (this.cursor.take("}")) return this.close(object);
    do {
      const key = this.key(object, level);
      if (!this.cursor.take(":")) this.cursor.expected("':' after the key");
      setKey(object, key, this.value("a value after ':'"));
    } while (this.cursor.take(","));
    if (!this.cursor.take("}")) this.cursor.expected("',' or '}'");
    return this.close(object);
  }

  private key(object: Record<string, Json>, level: number): string {
    const { path } = this.cursor;
    path[level] = undefined;
    if (this.cursor.next() !== '"') this.cursor.expected("a key in double quotes");
    const key = readString(this.cursor);
    path[level] = key;
    if (this.options.onDuplicate !== undefined && Object.hasOwn(object, key)) {
      this.options.onDuplicate(this.cursor.pointer);
    }
    return key;
  }

  private array(): Json {
    const array: Json[] = [];
    const level = this.open();
    if (this.cursor.take("]")) return this.close(array);
    do {
      this.cursor.path[level] = array.length;
      array.push(this.value("a value"));
    } while (this.cursor.take(","));
    if (!this.cursor.take("]")) this.cursor.expected("',' or ']'");
    return this.close(array);
  }

  private open(): number {
    const { path, position } = this.cursor;
    if (path.length >= this.options.maxDepth) {
      throw this.cursor.error("too_deep", `nested deeper than ${this.options.maxDepth} levels`);
    }
    this.cursor.position = position + 1;
    return path.push(undefined) - 1;
  }

  private close<T>(value: T): T {
    this.cursor.path.pop();
    return value;
  }

  private literal(expected: string): Json {
    for (const [literal, value] of LITERALS) {
      if (!this.cursor.text.startsWith(literal, this.cursor.position)) continue;
      this.cursor.position += literal.length;
      return value;
    }
    return this.cursor.expected(expected);
  }
}

const LITERALS: readonly (readonly [string, Json])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
