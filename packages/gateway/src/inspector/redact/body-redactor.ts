// Removing secrets from recorded bodies. `SecretFinder` finds them as bytes; spellings that it does not know, and
// secrets in pieces of a stream, are searched for when somebody looks.

import { MAX_BYTES_PER_CHARACTER } from "../../bytes.ts";
import type { Redactor } from "../../observe/redact.ts";
import { wordsOf } from "./byte-scanner.ts";
import { redactDeltas } from "./redact-deltas.ts";
import { replaceSpans } from "./replace-spans.ts";
import { type SearchedPart, type SearchSteps, SecretFinder } from "./secret-finder.ts";
import { apart, type Found, type SecretSpan } from "./secret-search.ts";
import { isSuspicious } from "./suspicious-text.ts";
import { type Unescaped, unescaped } from "./unescape.ts";

/** A body and where its chunks begin. */
export interface ChunkedBytes {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
}

const LINE_END = 0x0a;

/** How much is searched thoroughly in one step, in bytes. */
const STEP = 65_536;

/** Where short texts are encoded. */
const SCRATCH = Buffer.allocUnsafeSlow(16_384);
const SCRATCH_WORDS = wordsOf(SCRATCH);

/** Removes secrets from bodies. */
export class BodyRedactor {
  readonly finder: SecretFinder;

  constructor(redactor: Redactor) {
    this.finder = new SecretFinder(redactor);
  }

  redactText(text: string): string {
    return this.finder.redactText(text);
  }

  /** Whether short texts may have secrets: known ones, or a key or a user's name in a URL. */
  mayHaveSecret(text: string): boolean {
    if (isSuspicious(text)) return true;
    if (text.length * MAX_BYTES_PER_CHARACTER > SCRATCH.length) return this.finder.find(Buffer.from(text)).hasSecret;
    const bytes = SCRATCH.subarray(0, SCRATCH.write(text));
    return this.finder.find(bytes, false, undefined, SCRATCH_WORDS).hasSecret;
  }

  /** Finds secrets as they are usually written, and where characters of them are escaped. */
  find(bytes: Uint8Array, isStream: boolean, part?: SearchedPart, words?: Uint32Array): Found {
    const { finder } = this;
    const usual = finder.find(bytes, isStream, part, words);
    const spelled = unescaped(bytes, finder.escapable, part?.start, part?.end);
    return spelled === undefined ? usual : joined(usual, finder.find(spelled.bytes, isStream), spelled);
  }

  /** The same for a large body, in steps. */
  *findInSteps(bytes: Uint8Array, isStream: boolean): SearchSteps<Found> {
    const usual = yield* this.finder.findInSteps(bytes, isStream);
    const spelled = unescaped(bytes, this.finder.escapable);
    return spelled === undefined
      ? usual
      : joined(usual, yield* this.finder.findInSteps(spelled.bytes, isStream), spelled);
  }

  /** Removes what `find` finds. */
  *redact(body: ChunkedBytes, isStream: boolean): SearchSteps<ChunkedBytes> {
    return replaced(body, (yield* this.findInSteps(body.bytes, isStream)).spans);
  }

  /** Removes secrets from a body of which more is to come, and what may be the beginning of a secret. */
  *redactUnfinished(body: ChunkedBytes, isStream: boolean): SearchSteps<ChunkedBytes> {
    const { bytes, offsets } = body;
    // Of a stream, the last line may be a part of an event.
    const end = isStream ? bytes.lastIndexOf(LINE_END) + 1 : bytes.length - this.finder.openEnd(bytes);
    const whole = { bytes: bytes.subarray(0, end), offsets: offsets.map((offset) => Math.min(offset, end)) };
    return yield* this.redactThoroughly(yield* this.redact(whole, isStream), isStream, true);
  }

  /** Removes secrets in any spelling, and those that a stream sends in parts: done before somebody looks. */
  *redactThoroughly(body: ChunkedBytes, isStream: boolean, isUnfinished = false): SearchSteps<ChunkedBytes> {
    const spelled = yield* this.redactSpellings(body);
    return isStream ? yield* this.redactStream(spelled, isUnfinished) : spelled;
  }

  // In Latin-1, each byte is one character, so that no body changes but for its secrets.
  private *redactSpellings({ bytes, offsets }: ChunkedBytes): SearchSteps<ChunkedBytes> {
    const pieces: Uint8Array[] = [];
    const moves: Move[] = [];
    for (let start = 0; start < bytes.length; ) {
      const end = cutAfter(bytes, start + STEP);
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
      const clean = this.redactText(text);
      pieces.push(clean === text ? bytes.subarray(start, end) : Buffer.from(clean, "latin1"));
      if (clean !== text) moves.push({ start, end, shift: clean.length - text.length });
      start = end;
      yield;
    }
    if (moves.length === 0) return { bytes, offsets };
    return { bytes: Buffer.concat(pieces), offsets: offsets.map((offset) => moved(offset, moves)) };
  }

  /** Removes secrets that a stream sends in parts. */
  *redactStream({ bytes, offsets }: ChunkedBytes, isUnfinished = false): SearchSteps<ChunkedBytes> {
    const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().split("\n");
    const changed = yield* redactDeltas(lines, this.finder, isUnfinished);
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

/** What was found in a body, and in the same body without escapes. */
function joined(usual: Found, { spans, hasSecret, hasName }: Found, { position }: Unescaped): Found {
  const before = spans.map((span) => ({ ...span, start: position(span.start), end: position(span.end) }));
  return {
    spans: apart([...usual.spans, ...before]),
    hasSecret: hasSecret || usual.hasSecret,
    hasName: hasName || usual.hasName,
  };
}

/** A body of which some bytes were replaced. */
export function replaced(body: ChunkedBytes, spans: readonly SecretSpan[]): ChunkedBytes {
  if (spans.length === 0) return body;
  const { bytes, offset } = replaceSpans(body.bytes, spans);
  return { bytes, offsets: body.offsets.map(offset) };
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
