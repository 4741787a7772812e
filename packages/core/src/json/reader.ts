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

/** A list or an object that has begun, with the keys that lead to it, and the key of its last member. */
export interface OpenContainer {
  readonly value: Json[] | Record<string, Json>;
  readonly path: readonly (string | number)[];
  readonly last: string | number | undefined;
}

/** A stretch of a text inside of a container. */
export interface Stretch {
  readonly from: number;
  /** The offset of what follows the last member; infinite where it is not known, because the text is wrong. */
  readonly end: number;
  /** Whether a member precedes it, so that it begins with a comma. */
  readonly continues: boolean;
}

/** Parses members of a container into it, as `readJson` does; errors have their position in the whole text. */
export function readMembers(text: string, container: OpenContainer, stretch: Stretch, options: ReaderOptions): void {
  const cursor = new Cursor(text);
  cursor.position = stretch.from;
  cursor.path.push(...container.path, container.last);
  new Reader(cursor, options).members(container.value, stretch);
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

  members(container: OpenContainer["value"], { end, continues }: Stretch): void {
    const level = this.cursor.path.length - 1;
    for (let more = !continues || this.hasNext(end); more; more = this.hasNext(end)) {
      if (Array.isArray(container)) this.element(container, level);
      else this.member(container, level);
    }
    if (this.cursor.position !== end) this.cursor.expected(Array.isArray(container) ? LIST_GOES_ON : OBJECT_GOES_ON);
  }

  private hasNext(end: number): boolean {
    return this.cursor.next() === "," && this.cursor.position < end && this.cursor.skip(",");
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
    do this.member(object, level);
    while (this.cursor.take(","));
    if (!this.cursor.take("}")) this.cursor.expected(OBJECT_GOES_ON);
    return this.close(object);
  }

  private member(object: Record<string, Json>, level: number): void {
    const key = this.key(object, level);
    if (!this.cursor.take(":")) this.cursor.expected("':' after the key");
    setKey(object, key, this.value("a value after ':'"));
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
    do this.element(array, level);
    while (this.cursor.take(","));
    if (!this.cursor.take("]")) this.cursor.expected(LIST_GOES_ON);
    return this.close(array);
  }

  private element(array: Json[], level: number): void {
    this.cursor.path[level] = array.length;
    array.push(this.value("a value"));
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

const LIST_GOES_ON = "',' or ']'";
const OBJECT_GOES_ON = "',' or '}'";

const LITERALS: readonly (readonly [string, Json])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
