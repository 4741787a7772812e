// The numbers and texts of an exchange as bytes in the store. The garbage collector would have to move them twice, and to look at them
// again and again, if they were objects.

import { REPLACEMENT } from "../observe/redact.ts";
import type { HeaderMap } from "../transport.ts";
import type { BodyStore, StoredBytes } from "./body-store.ts";
import { isSecret } from "./redact/headers.ts";

/** More than any ordinary exchange has. */
const MAX_NUMBERS = 4096;

/** Says that a number follows as a text. */
const AS_TEXT = 0xffffffff;

/** Writes numbers and texts; `FieldReader` reads them in the same order. */
export class FieldWriter {
  private readonly numbers = new Uint32Array(MAX_NUMBERS);
  /** The first number is how many there are. */
  private count = 1;
  private texts = "";

  number(value: number | undefined): void {
    if (value === undefined) this.numbers[this.count++] = 0;
    else if (value >>> 0 === value && value < AS_TEXT - 1) this.numbers[this.count++] = value + 1;
    else {
      this.numbers[this.count++] = AS_TEXT;
      this.text(String(value));
    }
  }

  text(value: string | undefined): void {
    this.numbers[this.count++] = value === undefined ? 0 : value.length + 1;
    if (value !== undefined) this.texts += value;
  }

  /** Values of headers that are named like secrets are left out. */
  headers(headers: HeaderMap | undefined): void {
    const at = this.count++;
    let written = headers === undefined ? 0 : 1;
    for (const name in headers) {
      this.text(name);
      this.text(isSecret(name) ? REPLACEMENT : headers[name]);
      written++;
    }
    this.numbers[at] = written;
  }

  /** Moves what was written to the store; `undefined` if it is too much. */
  store(store: BodyStore): StoredBytes | undefined {
    const { numbers, count, texts } = this;
    this.count = 1;
    this.texts = "";
    numbers[0] = count;
    return count > MAX_NUMBERS ? undefined : store.keepNumbers(numbers, count, texts);
  }
}

/** Reads what a `FieldWriter` has written. */
export class FieldReader {
  private readonly stored: StoredBytes;
  private readonly words: Uint32Array;
  /** Decoded when the first of them is read. */
  private texts: string | undefined = undefined;
  private next: number;
  private offset = 0;

  constructor(stored: StoredBytes) {
    this.stored = stored;
    this.words = stored.slab.words;
    this.next = stored.start / Uint32Array.BYTES_PER_ELEMENT + 1;
  }

  number(): number | undefined {
    const word = this.words[this.next++] ?? 0;
    if (word === AS_TEXT) return Number(this.text());
    return word === 0 ? undefined : word - 1;
  }

  text(): string | undefined {
    const word = this.words[this.next++] ?? 0;
    if (word === 0) return undefined;
    const start = this.offset;
    this.offset += word - 1;
    this.texts ??= this.decodeTexts();
    return this.texts.slice(start, this.offset);
  }

  headers(): Readonly<Record<string, string>> | undefined {
    const written = this.words[this.next++] ?? 0;
    if (written === 0) return undefined;
    const headers: Record<string, string> = {};
    for (let left = written; left > 1; left--) {
      const name = this.text() ?? "";
      const value = this.text();
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  }

  /** All texts together. */
  private decodeTexts(): string {
    const { slab, start, length } = this.stored;
    const count = this.words[start / Uint32Array.BYTES_PER_ELEMENT] ?? 0;
    return slab.memory.toString("utf8", start + count * Uint32Array.BYTES_PER_ELEMENT, start + length);
  }
}
