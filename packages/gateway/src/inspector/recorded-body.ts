// One body, as recorded.

import type { BodyHost } from "./body-host.ts";
import type { StoredBytes } from "./body-store.ts";
import { type BodyPiece, byteLengthOfPieces, maxSizeOfPieces, sizeOfPieces, storePieces, withPiece } from "./pieces.ts";
import { type ChunkedBytes, replaced } from "./redact/body-redactor.ts";
import type { Found } from "./redact/secret-search.ts";
import type { Searched } from "./searched.ts";
import { chunkedCopy, type StreamBuffer, setOffsets, timesIn } from "./stream-buffer.ts";
import { type BodyTextSource, streamSourceOf } from "./stream-source.ts";

/** How much a body grows before it reports that, in bytes. */
const REPORTED_GROWTH = 16_384;

/** A body that was complete before. */
export interface CompleteBody extends Pick<RecordedBody, "length" | "stored" | "starts"> {
  readonly searched: Searched;
}

/**
 * A body as it goes over the wire. A whole body is a reference to what was sent or received; a stream is copied to a buffer, which is
 * reused afterwards. When the body is complete, it moves to the store, where secrets are removed from it later.
 */
export class RecordedBody {
  readonly name: string;
  readonly isStream: boolean;
  /** As many bytes as have gone over the wire. */
  length = 0;
  /** Whether secrets were removed in every spelling, and those that a stream sends in parts. */
  isThorough = false;
  private readonly host: BodyHost;
  private pieces: BodyPiece | BodyPiece[] | undefined = undefined;
  private stream: StreamBuffer | undefined = undefined;
  /** Turns a binary stream into text: secrets can be removed from that, and people can read it. */
  private readonly source: BodyTextSource | undefined;
  /** All of it, as soon as it is complete, and where and when the chunks of a stream began. */
  stored: StoredBytes | undefined = undefined;
  starts: StoredBytes | undefined = undefined;
  /** What was reported of its size. */
  private reported = 0;
  private isDropped: boolean;
  /** The secrets that it was searched for (`SecretFinder.version`), and what was found. */
  version = 0;
  hasSecret = false;
  hasName = false;

  constructor(name: string, isStream: boolean, host: BodyHost, dialect?: string) {
    this.name = name;
    this.isStream = isStream;
    this.host = host;
    this.source = isStream && dialect !== undefined ? streamSourceOf(dialect) : undefined;
    this.isDropped = host.maxBodyBytes === 0;
  }

  /** Whether it can be shown. */
  get isKept(): boolean {
    return !this.isDropped;
  }

  /** Whether nothing is added any more. */
  get isComplete(): boolean {
    return this.isDropped || this.stored !== undefined;
  }

  /** Whether a secret was found, or a field that is named like one (perhaps in a schema only). */
  get isUnusual(): boolean {
    return this.hasSecret || this.hasName;
  }

  /** `time` is in milliseconds since the start of the exchange. */
  add(piece: BodyPiece, time: number): void {
    if (this.stored !== undefined) return;
    this.length += piece.length;
    if (this.isDropped) return;
    const shown = this.source === undefined ? piece : this.source.push(piece);
    // A piece of a binary stream need not complete a message.
    if (shown.length === 0) return;
    if (this.length > this.host.maxBodyBytes) {
      this.drop();
      return;
    }
    if (this.isStream) {
      this.stream ??= this.host.store.takeStream();
      this.stream.add(shown, time);
    } else this.pieces = withPiece(this.pieces, shown);
    if (this.length - this.reported > REPORTED_GROWTH) this.report();
  }

  /** What it takes in the store at most, in bytes. */
  get maxSize(): number {
    return this.stream?.maxSize ?? maxSizeOfPieces(this.pieces);
  }

  /** What it takes in the store, in bytes. */
  get exactSize(): number {
    return this.stream?.maxSize ?? byteLengthOfPieces(this.pieces);
  }

  /** Takes over a body that was complete before. */
  restore({ length, stored, starts, searched }: CompleteBody): void {
    this.length = length;
    this.stored = stored;
    this.starts = starts;
    this.isDropped = stored === undefined;
    this.onSearched(searched.version, searched.hasName);
    this.reported = (stored?.length ?? 0) + (starts?.length ?? 0);
  }

  drop(): void {
    if (this.isDropped) return;
    const { stored, starts } = this;
    const { store } = this.host;
    this.isDropped = true;
    // What is in the memory may be a secret until it was searched.
    if (this.version === 0) stored?.clear();
    if (stored !== undefined) store.release(stored);
    if (starts !== undefined) store.release(starts);
    this.stored = undefined;
    this.starts = undefined;
    this.releaseParts();
    this.report();
  }

  /** Moves the body to the store, because nothing more is added. Returns by how much it has grown since that was reported, in bytes. */
  complete(): number {
    const { stream, host } = this;
    if (this.isComplete) return 0;
    const view = stream?.view();
    this.stored = view === undefined ? storePieces(this.pieces, host.store) : host.store.keep(view.bytes);
    if (view !== undefined) this.starts = host.store.keep(view.starts);
    this.releaseParts();
    return this.growth();
  }

  /** It was searched together with others, and there is no secret in it. */
  onSearched(version: number, hasName: boolean): void {
    this.version = version;
    this.hasName = hasName;
  }

  /** A copy of its bytes: those in the store may be released in any later turn of the event loop. */
  copied(): ChunkedBytes {
    const { stream, stored, pieces, host } = this;
    if (stored !== undefined) return chunkedCopy({ bytes: stored.view(), starts: this.starts?.view() ?? NO_BYTES });
    if (stream !== undefined) return chunkedCopy(stream.view());
    const whole = storePieces(pieces, host.store);
    const bytes = Buffer.from(whole.view());
    host.store.release(whole);
    return chunkedCopy({ bytes, starts: NO_BYTES });
  }

  times(): readonly number[] {
    return timesIn(this.starts?.view() ?? this.stream?.view().starts ?? NO_BYTES);
  }

  /** Takes a copy from which more was removed. */
  replace({ bytes, offsets }: ChunkedBytes): void {
    const { stored, starts } = this;
    const { store } = this.host;
    if (stored === undefined || stored.view().equals(bytes)) return;
    this.stored = store.keep(bytes);
    if (starts !== undefined) setOffsets(starts.view(), offsets);
    // The secret must not stay in memory that is reused.
    stored.clear();
    store.release(stored);
    this.report();
  }

  /** Removes what was found. */
  clean({ spans, hasSecret, hasName }: Found, version: number): void {
    this.version = version;
    this.hasSecret = hasSecret;
    this.hasName = hasName;
    if (spans.length > 0) this.replace(replaced(this.copied(), spans));
  }

  /** Its bytes, valid for this turn of the event loop, if it was searched for the secrets of this version and has none. */
  cleanBytes(version: number): Uint8Array | undefined {
    return this.hasSecret || this.version !== version ? undefined : this.stored?.view();
  }

  private releaseParts(): void {
    if (this.stream !== undefined) this.host.store.releaseStream(this.stream);
    this.stream = undefined;
    this.pieces = undefined;
  }

  private report(): void {
    this.host.onGrowth(this.growth());
  }

  private growth(): number {
    const { stored, stream, starts, pieces, reported: before } = this;
    this.reported = stored ? stored.length + (starts?.length ?? 0) : (stream?.capacity ?? sizeOfPieces(pieces));
    return this.reported - before;
  }
}

const NO_BYTES = new Uint8Array(0);
