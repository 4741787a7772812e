import type { Json } from "../model/json.ts";
import type { Steps } from "../model/steps.ts";
import { COMMA, isCloser, isOpener, OPEN_LIST, QUOTE, skipSpace } from "./chars.ts";
import { Cursor } from "./cursor.ts";
import { escapePointer } from "./pointer.ts";
import { type OpenContainer, type ReaderOptions, readJson, readMembers } from "./reader.ts";
import { endOfString } from "./scan.ts";
import { setKey } from "./value.ts";

/** How a text is parsed in pieces. */
export interface ReadInPiecesOptions extends ReaderOptions {
  /** The length from which on members of a container are parsed. */
  readonly piece: number;
  /** Parses a text natively; `null` where that is not certain to be exact. */
  readonly parseFast: (text: string, options: ReaderOptions) => Json;
}

/**
 * Parses a text as `readJson` does, one piece after the other. The brackets, commas and strings of the text are scanned;
 * whenever a piece has been scanned, the members in it are parsed into the containers that are still open.
 */
export function* readInPieces(text: string, options: ReadInPiecesOptions): Steps<Json> {
  const start = skipSpace(text, text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0);
  if (text.length < options.piece || !isOpener(text.charCodeAt(start)))
    return options.parseFast(text, options) ?? readJson(text, options);
  const reader = new PieceReader(text, options);
  for (let at = start; ; ) {
    at = reader.scan(at);
    if (reader.root !== undefined) return reader.root;
    yield;
  }
}

/** A container of which some members are parsed already. */
interface Container extends OpenContainer {
  /** The offset of the members that are not parsed yet. */
  from: number;
  /** Whether the last member is a container that is parsed, and the comma after it is still to come. */
  continues: boolean;
  last: string | number | undefined;
}

class PieceReader {
  private readonly text: string;
  private readonly options: ReadInPiecesOptions;
  /** The brackets that are open, and the start of the last member inside of each. */
  private readonly brackets: number[] = [];
  private readonly members: number[] = [];
  /** The outermost of the open containers: those that are longer than a piece. */
  private readonly containers: Container[] = [];
  /** Up to where the text is parsed. */
  private parsed = 0;
  /** The value of the text, once all of it is parsed. */
  root: Json | undefined;

  constructor(text: string, options: ReadInPiecesOptions) {
    this.text = text;
    this.options = options;
  }

  /** Scans the next piece, and parses it. Returns where the one after it begins. */
  scan(from: number): number {
    const { text, options } = this;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = endOfString(text, at);
      else if (isOpener(code)) this.open(at);
      else if (isCloser(code)) {
        if (this.close(at)) return text.length;
      } else if (code === COMMA) {
        this.members[this.members.length - 1] = at + 1;
        if (at - this.parsed >= options.piece) {
          this.parseUpTo(at);
          return at + 1;
        }
      }
    }
    return this.fail();
  }

  private open(at: number): void {
    if (this.brackets.length >= this.options.maxDepth) this.fail();
    this.brackets.push(at);
    this.members.push(at + 1);
  }

  // Most containers are shorter than a piece, and are parsed with those around them.
  private close(at: number): boolean {
    const bracket = this.text.charCodeAt(this.brackets.at(-1) ?? 0);
    // The codes of brackets and of braces are two apart.
    if (bracket + 2 !== this.text.charCodeAt(at)) this.fail();
    if (this.containers.length === 0 && this.brackets.length === 1) this.begin(0);
    if (this.containers.length === this.brackets.length) this.end(at);
    this.brackets.pop();
    this.members.pop();
    return this.root !== undefined;
  }

  // ── containers that are longer than a piece ───────────────────────────────

  private begin(index: number): Container {
    const bracket = this.brackets[index] as number;
    const value = this.text.charCodeAt(bracket) === OPEN_LIST ? [] : {};
    const parent = this.containers.at(-1);
    const path = parent === undefined ? [] : [...parent.path, this.attach(parent, value, bracket)];
    const container = { value, path, from: bracket + 1, continues: false, last: undefined };
    this.containers.push(container);
    return container;
  }

  // Everything before a container is parsed: what is left between a comma and its bracket is its key.
  private attach(parent: Container, value: Container["value"], bracket: number): string | number {
    const key = Array.isArray(parent.value) ? parent.value.length : this.keyIn(parent.from, bracket);
    if (key === undefined || (typeof key === "number" && skipSpace(this.text, parent.from) !== bracket))
      return this.fail();
    if (Array.isArray(parent.value)) parent.value.push(value);
    else this.set(parent, String(key), value);
    parent.last = key;
    parent.continues = true;
    return key;
  }

  private keyIn(from: number, bracket: number): string | undefined {
    const object = this.options.parseFast(`{${this.text.slice(from, bracket)}null}`, { maxDepth: 1 });
    const keys = Object.keys((object ?? {}) as object);
    return keys.length === 1 ? keys[0] : undefined;
  }

  private end(at: number): void {
    const container = this.containers.at(-1) as Container;
    const isEmpty = !hasMembers(container.value) && skipSpace(this.text, container.from) === at;
    if (!isEmpty) this.parse(container, at);
    this.containers.pop();
    this.parsed = at;
    const parent = this.containers.at(-1);
    if (parent !== undefined) parent.from = at + 1;
    else this.finish(container.value, at);
  }

  private set({ value: object, path }: Container, key: string, value: Json): void {
    if (Object.hasOwn(object, key))
      this.options.onDuplicate?.([...path, key].map((each) => `/${escapePointer(String(each))}`).join(""));
    setKey(object as Record<string, Json>, key, value);
  }

  private finish(value: Json, at: number): void {
    const cursor = new Cursor(this.text);
    cursor.position = at + 1;
    if (cursor.next() !== "") cursor.expected("the end of the text");
    this.root = value;
  }

  // ── members ───────────────────────────────────────────────────────────────

  // A container that is still open here is longer than a piece, or will soon be.
  private parseUpTo(comma: number): void {
    for (let index = 0; index < this.brackets.length; index++) {
      const container = this.containers[index] ?? this.begin(index);
      const isLast = index === this.brackets.length - 1;
      const next = isLast ? comma + 1 : (this.members[index] as number);
      // Where the next container has begun, everything before it is parsed.
      if (index < this.containers.length - 1) continue;
      if (next > container.from) this.parse(container, next - 1);
      // Something follows its last member, and it is not a comma.
      else if (container.continues) this.fail();
      container.from = next;
    }
    this.parsed = comma;
  }

  private parse(container: Container, end: number): void {
    if (container.continues) {
      const comma = skipSpace(this.text, container.from);
      if (comma !== end && this.text.charCodeAt(comma) !== COMMA) this.fail();
      container.continues = false;
      if (comma === end) return;
      container.from = comma + 1;
    }
    const part = this.native(this.wrapped(container, end), container.path.length) as Container["value"] | null;
    // No members between two commas is an error, and integer keys are not in the order of the text.
    if (part !== null && hasMembers(part) && !this.repeatsKey(container, part)) add(container, part);
    else readMembers(this.text, container, { ...container, end }, this.options);
  }

  private wrapped({ value, from }: Container, end: number): string {
    const part = this.text.slice(from, end);
    return Array.isArray(value) ? `[${part}]` : `{${part}}`;
  }

  private native(text: string, depth: number): Json {
    const { parseFast, maxDepth, onDuplicate } = this.options;
    return parseFast(text, { maxDepth: maxDepth - depth, onDuplicate });
  }

  private repeatsKey({ value }: Container, part: Container["value"]): boolean {
    if (this.options.onDuplicate === undefined || Array.isArray(part)) return false;
    for (const key in part) if (Object.hasOwn(value, key)) return true;
    return false;
  }

  // The exact parser reads what is not parsed yet, and throws where it is wrong.
  private fail(): never {
    const container = this.containers.at(-1);
    if (container !== undefined)
      readMembers(this.text, container, { ...container, end: Number.POSITIVE_INFINITY }, this.options);
    readJson(this.text, this.options);
    throw new Error("a text that cannot be parsed in pieces can be parsed as a whole");
  }
}

function add({ value }: Container, part: Container["value"]): void {
  if (Array.isArray(value)) for (const item of part as Json[]) value.push(item);
  else for (const [key, member] of Object.entries(part)) setKey(value, key, member);
}

function hasMembers(value: object): boolean {
  if (Array.isArray(value)) return value.length > 0;
  for (const _ in value) return true;
  return false;
}

const BYTE_ORDER_MARK = 0xfeff;
