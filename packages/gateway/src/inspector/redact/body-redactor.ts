import type { Redactor } from "../../observe/redact.ts";
import { redactDeltas } from "./redact-deltas.ts";
import { replaceSpans } from "./replace-spans.ts";
import type { SearchedPart, SecretFinder, Steps } from "./secret-finder.ts";

/** A body and where its chunks begin. */
export interface ChunkedBytes {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
}

/** A body without the secrets that were found. */
export interface RedactedBytes extends ChunkedBytes {
  /** There was a secret, or a part of one. */
  readonly hasSecret: boolean;
  /** There is a field that is named like a secret, if only in a schema. */
  readonly hasName: boolean;
}

/** How much is searched thoroughly in one step, in bytes. */
const STEP = 65_536;

/** Removes secrets from bodies. */
export class BodyRedactor {
  readonly finder: SecretFinder;
  private readonly redactor: Redactor;

  constructor(redactor: Redactor, finder: SecretFinder) {
    this.redactor = redactor;
    this.finder = finder;
  }

  redactText(text: string): string {
    return this.redactor.redact(text);
  }

  /** Removes secrets as they are usually written, in one fast pass, and in other spellings where there may be some: done before a body is kept. */
  *redact(body: ChunkedBytes, isStream: boolean, part?: SearchedPart): Steps<RedactedBytes> {
    const quick = yield* this.redactUsual(body, isStream, part);
    if (!mayBeEscaped(body.bytes, part)) return quick;
    const { bytes, offsets } = yield* this.redactSpellings(quick);
    return bytes === quick.bytes ? quick : { ...quick, bytes, offsets, hasSecret: true };
  }

  private *redactUsual({ bytes, offsets }: ChunkedBytes, isStream: boolean, part?: SearchedPart): Steps<RedactedBytes> {
    const { spans, hasSecret, hasName } = yield* this.finder.find(bytes, isStream, part);
    if (spans.length === 0) return { bytes, offsets, hasSecret, hasName };
    const replaced = replaceSpans(bytes, spans);
    return { bytes: replaced.bytes, offsets: offsets.map(replaced.offset), hasSecret, hasName };
  }

  /** Removes secrets in any spelling, and those that a stream sends in parts: done before somebody looks. */
  *redactThoroughly(body: ChunkedBytes, isStream: boolean): Steps<ChunkedBytes> {
    const spelled = yield* this.redactSpellings(body);
    return isStream ? yield* this.redactStream(spelled) : spelled;
  }

  // In Latin-1, each byte is one character, so that no body changes but for its secrets.
  private *redactSpellings({ bytes, offsets }: ChunkedBytes): Steps<ChunkedBytes> {
    const pieces: Uint8Array[] = [];
    const moves: Move[] = [];
    for (let start = 0; start < bytes.length; ) {
      const end = cutAfter(bytes, start + STEP);
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
      const clean = this.redactor.redact(text);
      pieces.push(clean === text ? bytes.subarray(start, end) : Buffer.from(clean, "latin1"));
      if (clean !== text) moves.push({ start, end, shift: clean.length - text.length });
      start = end;
      yield;
    }
    if (moves.length === 0) return { bytes, offsets };
    return { bytes: Buffer.concat(pieces), offsets: offsets.map((offset) => moved(offset, moves)) };
  }

  /** Removes secrets that a stream sends in parts. */
  *redactStream({ bytes, offsets }: ChunkedBytes): Steps<ChunkedBytes> {
    const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().split("\n");
    const changed = yield* redactDeltas(lines, this.finder);
    if (changed.size === 0) return { bytes, offsets };
    const moves: Move[] = [];
    let start = 0;
    for (const [index, line] of lines.entries()) {
      const end = start + Buffer.byteLength(line) + 1;
      const other = changed.get(index);
      if (other !== undefined) moves.push({ start, end, shift: Buffer.byteLength(other) + 1 - (end - start) });
      start = end;
    }
    const text = lines.map((line, index) => changed.get(index) ?? line).join("\n");
    return { bytes: Buffer.from(text), offsets: offsets.map((offset) => moved(offset, moves)) };
  }
}

// JSON spells a character in another way by such an escape. Few bodies have one, and native code finds that out fast.
function mayBeEscaped(bytes: Uint8Array, { start, end }: SearchedPart = { start: 0, end: bytes.length }): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, end - start)).includes("\\u00");
}

/** Bytes that have become more or fewer. */
interface Move {
  readonly start: number;
  readonly end: number;
  readonly shift: number;
}

// An offset within what has changed stays as far from its start, or moves to its end.
function moved(offset: number, moves: readonly Move[]): number {
  let shift = 0;
  for (const move of moves) {
    if (offset <= move.start) break;
    if (offset < move.end) return Math.min(offset, move.end + move.shift) + shift;
    shift += move.shift;
  }
  return offset + shift;
}

// No secret contains any of these, so that none is cut in two.
const SEPARATORS: ReadonlySet<number> = new Set([...' ,{}[]"\n'].map((character) => character.charCodeAt(0)));
const MAX_PIECE = 4 * STEP;

function cutAfter(bytes: Uint8Array, from: number): number {
  const limit = Math.min(bytes.length, from + MAX_PIECE);
  for (let at = from; at < limit; at++) if (SEPARATORS.has(bytes[at] ?? 0)) return at + 1;
  return limit;
}
