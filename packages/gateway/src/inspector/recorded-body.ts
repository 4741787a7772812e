import { findDialect } from "@toolglot/core";
import type { BodyStore, StoredBytes } from "./body-store.ts";
import { joinPieces, type Piece, sizeOfPieces, storePieces } from "./pieces.ts";
import type { BodyInfo } from "./protocol.ts";
import type { BodyRedactor, ChunkedBytes } from "./redact/body-redactor.ts";
import type { SearchedPart, Steps } from "./redact/secret-finder.ts";
import { chunkedCopy, type StreamBuffer, setOffsets, startsOf, timesIn } from "./stream-buffer.ts";

type StreamSource = ReturnType<NonNullable<NonNullable<ReturnType<typeof findDialect>>["streamSource"]>>;

/** What a body reports while it grows, how large it may become, and where it is kept. */
export interface BodyHost {
  readonly maxBodyBytes: number;
  readonly store: BodyStore;
  /** Called with the bytes that are kept in addition; negative if they are given up. */
  onGrowth(bytes: number): void;
}

/** A body as data, for another process. */
export interface BodySnapshot {
  readonly name: string;
  readonly isStream: boolean;
  readonly length: number;
  /** Absent if it is not kept. */
  readonly content?: ChunkedBytes;
  readonly times: readonly number[];
  /** Whether secrets were removed from it, as they are usually written, or in every way. */
  readonly isSearched: boolean;
  readonly isThorough: boolean;
}

/** How much a body grows before that is reported, in bytes. */
const REPORTED_GROWTH = 16_384;

/**
 * A body as it went over the wire. A whole body is kept as it comes, a stream is copied to one buffer; when it is complete, it moves
 * to the store. It is redacted when it is complete or when somebody looks.
 */
export class RecordedBody {
  readonly name: string;
  readonly isStream: boolean;
  private readonly host: BodyHost;
  /** One piece, as nearly all whole bodies are, or several. */
  private pieces: Piece | Piece[] | undefined;
  private stream: StreamBuffer | undefined;
  /** Turns a binary stream into text: secrets can be removed from that, and people can read it. */
  private readonly source: StreamSource | undefined;
  private length = 0;
  /** What was reported of its size. */
  private reported = 0;
  /** All of it, as soon as it is complete, and where and when the chunks of a stream began. */
  private stored: StoredBytes | undefined;
  private starts: StoredBytes | undefined;
  private isKept: boolean;
  private isSearched = false;
  private isThorough = false;
  /** Nothing is added any more. */
  private isClosed = false;

  constructor(name: string, isStream: boolean, host: BodyHost, dialect?: string) {
    this.name = name;
    this.isStream = isStream;
    this.host = host;
    this.source = isStream && dialect !== undefined ? findDialect(dialect)?.streamSource?.() : undefined;
    this.isKept = host.maxBodyBytes > 0;
    this.stream = isStream && this.isKept ? host.store.takeStream() : undefined;
  }

  /** The body that another process has recorded. */
  static from(snapshot: BodySnapshot, host: BodyHost): RecordedBody {
    const { name, isStream, length, content, times, isSearched, isThorough } = snapshot;
    const body = new RecordedBody(name, isStream, host);
    body.release();
    body.length = length;
    body.isClosed = true;
    body.isKept &&= content !== undefined && content.bytes.length <= host.maxBodyBytes;
    if (content === undefined || !body.isKept) return body;
    body.isSearched = isSearched;
    body.isThorough = isThorough;
    body.stored = host.store.adopt(content.bytes);
    if (isStream) body.starts = host.store.keep(startsOf(content.offsets, times));
    body.report();
    return body;
  }

  /** What another process needs to show it; without its content unless that is asked for. */
  snapshot(hasContent: boolean): BodySnapshot {
    const { name, isStream, length, isSearched, isThorough } = this;
    const content = hasContent && this.isKept ? { content: this.copied() } : {};
    return { name, isStream, length, ...content, times: hasContent ? this.times() : [], isSearched, isThorough };
  }

  get kept(): boolean {
    return this.isKept;
  }

  /** The bytes of a complete body, until the event loop goes on. */
  get complete(): Uint8Array | undefined {
    return this.stored?.view();
  }

  /** The same for a body that was searched. */
  get searched(): Uint8Array | undefined {
    return this.isSearched ? this.complete : undefined;
  }

  /** `time` is in milliseconds since the start of the exchange. */
  add(piece: Piece, time: number): void {
    if (this.isClosed) return;
    this.length += piece.length;
    if (!this.isKept) return;
    const shown = this.source === undefined ? piece : this.source.push(piece);
    // A piece of a binary stream need not complete a message.
    if (shown.length === 0) return;
    if (this.length > this.host.maxBodyBytes) {
      this.drop();
      return;
    }
    if (this.stream === undefined) this.keep(shown);
    else this.stream.add(shown, time);
    if (this.length - this.reported > REPORTED_GROWTH) this.report();
  }

  /** Gives up the bytes. */
  drop(): void {
    if (!this.isKept) return;
    this.isKept = false;
    this.release();
    this.report();
  }

  /** Nothing more is added. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (!this.isKept) return;
    const { pieces, stream } = this;
    const { store } = this.host;
    this.pieces = undefined;
    this.stream = undefined;
    if (stream === undefined) this.stored = storePieces(pieces, store);
    else {
      const { bytes, starts } = stream.view();
      this.stored = store.keep(bytes);
      this.starts = store.keep(starts);
      store.releaseStream(stream);
    }
    this.report();
  }

  /** Removes secrets as they are usually written, in the part that was not searched before; returns whether there was one. */
  *redact(redactor: BodyRedactor, part?: SearchedPart): Steps<{ hasSecret: boolean; hasName: boolean }> {
    const { stored } = this;
    if (stored === undefined || this.isSearched) return { hasSecret: false, hasName: false };
    const whole = this.isStream ? this.copied() : { bytes: stored.view(), offsets: NO_OFFSETS };
    const { hasSecret, hasName, bytes, offsets } = yield* redactor.redact(whole, this.isStream, part);
    this.replace(stored, whole, { bytes, offsets });
    return { hasSecret, hasName };
  }

  /** Removes secrets that a stream has sent in parts. */
  *redactParts(redactor: BodyRedactor): Steps<void> {
    const { stored } = this;
    if (!this.isStream || stored === undefined) return;
    const whole = this.copied();
    this.replace(stored, whole, yield* redactor.redactStream(whole));
  }

  /** What can be shown: a redacted copy; `undefined` if the body is not kept. */
  *view(redactor: BodyRedactor): Steps<ChunkedBytes | undefined> {
    if (!this.isKept) return undefined;
    const { stored, isStream } = this;
    const whole = this.copied();
    if (this.isThorough) return whole;
    const quick = this.isSearched ? whole : yield* redactor.redact(whole, isStream);
    const thorough = yield* redactor.redactThoroughly(quick, isStream);
    if (stored !== undefined && this.replace(stored, whole, thorough)) this.isThorough = true;
    return thorough;
  }

  *info(redactor: BodyRedactor): Steps<BodyInfo> {
    const { name, length } = this;
    const times = this.times();
    const view = yield* this.view(redactor);
    if (view === undefined) return { name, bytes: length, kept: false };
    const { bytes, offsets } = view;
    if (!this.isStream) return { name, bytes: bytes.length, kept: true };
    const chunks = Array.from(offsets, (offset, index) => [times[index] ?? 0, offset] as const);
    return { name, bytes: bytes.length, kept: true, chunks };
  }

  // Another reader may have been faster, or it may have been dropped in the meantime.
  private replace(stored: StoredBytes, before: ChunkedBytes, after: ChunkedBytes): boolean {
    if (this.stored !== stored) return false;
    this.isSearched = true;
    if (after.bytes === before.bytes) return true;
    const { store } = this.host;
    this.stored = store.keep(after.bytes);
    if (this.starts !== undefined) setOffsets(this.starts.view(), after.offsets);
    // The secret must not stay where others will write.
    stored.clear();
    store.release(stored);
    this.report();
    return true;
  }

  private keep(piece: Piece): void {
    const { pieces } = this;
    if (pieces === undefined) this.pieces = piece;
    else if (Array.isArray(pieces)) pieces.push(piece);
    else this.pieces = [pieces, piece];
  }

  private release(): void {
    const { stream, stored, starts } = this;
    const { store } = this.host;
    if (stream !== undefined) store.releaseStream(stream);
    if (stored !== undefined) store.release(stored);
    if (starts !== undefined) store.release(starts);
    this.pieces = undefined;
    this.stream = undefined;
    this.stored = undefined;
    this.starts = undefined;
  }

  private report(): void {
    const size = this.size();
    if (size !== this.reported) this.host.onGrowth(size - this.reported);
    this.reported = size;
  }

  private size(): number {
    const { stored, stream, starts } = this;
    if (stored !== undefined) return stored.length + (starts?.length ?? 0);
    if (stream !== undefined) return stream.capacity;
    return sizeOfPieces(this.pieces);
  }

  private times(): readonly number[] {
    return timesIn(this.stream?.view().starts ?? this.starts?.view() ?? NO_BYTES);
  }

  // What is in the store may be gone when the event loop goes on, and what is not there yet still grows.
  private copied(): ChunkedBytes {
    const { stream, stored, starts } = this;
    if (stream !== undefined) return chunkedCopy(stream.view());
    if (stored === undefined) return { bytes: Buffer.from(joinPieces(this.pieces)), offsets: NO_OFFSETS };
    return chunkedCopy({ bytes: stored.view(), starts: starts?.view() ?? NO_BYTES });
  }
}

const NO_BYTES = new Uint8Array(0);
const NO_OFFSETS = new Uint32Array(0);
