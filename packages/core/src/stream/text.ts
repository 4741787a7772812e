import { endsInHighSurrogate } from "../json/surrogates.ts";
import type { StreamSource } from "../model/dialect.ts";

/**
 * Turns the chunks of one stream into text, whatever the chunks cut through: what is not whole yet waits for the next.
 *
 * @example
 * const source = new TextSource();
 * const bytes = [0x7b, 0xf0, 0x9f, 0x98, 0x80, 0x7d];
 * console.log(source.push(new Uint8Array(bytes.slice(0, 3))));
 * console.log(source.push(new Uint8Array(bytes.slice(3))) + source.end());
 */
export class TextSource implements StreamSource {
  private bytes: Uint8Array | undefined;
  private surrogate = "";
  private started = false;
  private invalid = false;

  /** Text never fails: invalid UTF-8 is replaced. */
  readonly failure: undefined;

  /** Whether invalid UTF-8 was replaced by U+FFFD. */
  get replaced(): boolean {
    return this.invalid;
  }

  /** The text that is complete with this chunk. */
  push(chunk: Uint8Array | string): string {
    const text = typeof chunk === "string" ? this.flushBytes() + chunk : this.readBytes(chunk);
    return this.withoutMark(this.wholePairs(text, typeof chunk === "string"));
  }

  /** What was waiting for another chunk: an incomplete character becomes U+FFFD, a lone surrogate stays. */
  end(): string {
    return this.withoutMark(this.wholePairs(this.flushBytes(), false));
  }

  private readBytes(chunk: Uint8Array): string {
    const bytes = this.bytes === undefined ? chunk : concatenate(this.bytes, chunk);
    const end = endOfWhole(bytes);
    if (end === bytes.length) {
      this.bytes = undefined;
      return this.decode(bytes);
    }
    // A copy, because the owner of the chunk may reuse its memory.
    this.bytes = new Uint8Array(bytes.subarray(end));
    return this.decode(bytes.subarray(0, end));
  }

  private flushBytes(): string {
    const { bytes } = this;
    if (bytes === undefined) return "";
    this.bytes = undefined;
    return this.decode(bytes);
  }

  private decode(bytes: Uint8Array): string {
    if (this.invalid) return LENIENT.decode(bytes);
    try {
      return STRICT.decode(bytes);
    } catch {
      // The strict decoder only detects errors: the stream continues with U+FFFD, and `replaced` reports it.
      this.invalid = true;
      return LENIENT.decode(bytes);
    }
  }

  private wholePairs(text: string, isString: boolean): string {
    if (this.surrogate === "" && !(isString && endsInHighSurrogate(text))) return text;
    const all = this.surrogate + text;
    const end = isString && endsInHighSurrogate(all) ? all.length - 1 : all.length;
    this.surrogate = all.slice(end);
    return all.slice(0, end);
  }

  private withoutMark(text: string): string {
    if (this.started || text === "") return text;
    this.started = true;
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }
}

// The core is compiled without the types of any runtime; all runtimes have these classes.
declare class TextDecoder {
  constructor(label: "utf-8", options: { readonly fatal?: boolean; readonly ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const ENCODER = new TextEncoder();

/** A text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

// Both decode complete sequences only, which keeps them stateless and fast; `ignoreBOM` keeps the byte order mark.
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });

/** Where bytes can be split: before an incomplete sequence, else at the end. */
function endOfWhole(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back] as number;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? length - back : length;
  }
  return length;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
