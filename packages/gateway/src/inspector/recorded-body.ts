import { findDialect } from "@toolglot/core";
import { concat } from "../bytes.ts";
import type { BodyInfo } from "./protocol.ts";
import type { BodyRedactor, ChunkedBytes } from "./redact/body-redactor.ts";
import type { SearchedPart, Steps } from "./redact/secret-finder.ts";
import { StreamBuffer } from "./stream-buffer.ts";

type StreamSource = ReturnType<NonNullable<NonNullable<ReturnType<typeof findDialect>>["streamSource"]>>;

/** What a body reports while it grows, and how large it may become. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
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

/** A longer text is kept as bytes, in characters: V8 would copy the text twice before it takes it for something that stays. */
const LONG_TEXT = 4096;

/** How much a stream grows before that is reported, in bytes. */
const REPORTED_GROWTH = 16_384;

/**
 * A body as it went over the wire. A whole body is kept as it comes, a stream is copied to one buffer. It is redacted when it is
 * complete or when somebody looks.
 */
export class RecordedBody {
  readonly name: string;
  readonly isStream: boolean;
  private readonly limits: BodyLimits;
  /** One piece, as nearly all whole bodies are, or several. */
  private pieces: Piece | Piece[] | undefined;
  private stream: StreamBuffer | undefined;
  /** Turns a binary stream into text: secrets can be removed from that, and people can read it. */
  private readonly source: StreamSource | undefined;
  private length = 0;
  /** What was reported of its size. */
  private reported = 0;
  /** Redacted; absent as long as nothing has been searched. */
  private redacted: ChunkedBytes | undefined;
  private isKept: boolean;
  private isThorough = false;
  /** Nothing is added any more. */
  private isClosed = false;

  constructor(name: string, isStream: boolean, limits: BodyLimits, dialect?: string) {
    this.name = name;
    this.isStream = isStream;
    this.limits = limits;
    this.source = isStream && dialect !== undefined ? findDialect(dialect)?.streamSource?.() : undefined;
    this.isKept = limits.maxBodyBytes > 0;
    this.stream = isStream && this.isKept ? new StreamBuffer() : undefined;
  }

  /** The body that another process has recorded. */
  static from(snapshot: BodySnapshot, limits: BodyLimits): RecordedBody {
    const { name, isStream, length, content, times, isSearched, isThorough } = snapshot;
    const body = new RecordedBody(name, isStream, limits);
    body.length = length;
    body.isClosed = true;
    body.isKept &&= content !== undefined && content.bytes.length <= limits.maxBodyBytes;
    if (content === undefined || !body.isKept) return body;
    body.isThorough = isThorough;
    if (isStream) body.stream = StreamBuffer.of(content, times);
    if (isSearched) {
      body.redacted = content;
      body.release();
    } else if (!isStream) body.pieces = content.bytes;
    body.report();
    return body;
  }

  /** What another process needs to show it; without its content unless that is asked for. */
  snapshot(hasContent: boolean): BodySnapshot {
    const { name, isStream, length, redacted, isThorough } = this;
    const content = hasContent && this.isKept ? { content: redacted ?? this.joined() } : {};
    const times = hasContent ? (this.stream?.times() ?? []) : [];
    return { name, isStream, length, ...content, times, isSearched: redacted !== undefined, isThorough };
  }

  get kept(): boolean {
    return this.isKept;
  }

  /** The bytes that have come in one piece. */
  get received(): Uint8Array | undefined {
    const { pieces } = this;
    return pieces instanceof Uint8Array ? pieces : undefined;
  }

  /** The bytes of a body that was searched. */
  get searched(): Uint8Array | undefined {
    return this.redacted?.bytes;
  }

  /** `time` is in milliseconds since the start of the exchange. */
  add(piece: Piece, time: number): void {
    if (this.isClosed) return;
    this.length += piece.length;
    if (!this.isKept) return;
    const shown = this.source === undefined ? piece : this.source.push(piece);
    // A piece of a binary stream need not complete a message.
    if (shown.length === 0) return;
    if (this.length > this.limits.maxBodyBytes) {
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
    this.redacted = undefined;
    this.report();
  }

  /** Nothing more is added. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.stream?.trim();
    this.report();
  }

  /** Removes secrets as they are usually written, in the part that was not searched before; returns whether there was one. */
  *redact(redactor: BodyRedactor, part?: SearchedPart): Steps<{ hasSecret: boolean; hasName: boolean }> {
    if (!this.isKept || this.redacted !== undefined) return { hasSecret: false, hasName: false };
    const joined = this.joined();
    const { hasSecret, hasName, bytes, offsets } = yield* redactor.redact(joined, this.isStream, part);
    this.replace(undefined, { bytes, offsets });
    return { hasSecret, hasName };
  }

  /** Removes secrets that a stream has sent in parts. */
  *redactParts(redactor: BodyRedactor): Steps<void> {
    const { redacted } = this;
    if (this.isStream && redacted !== undefined) this.replace(redacted, yield* redactor.redactStream(redacted));
  }

  /** What can be shown: a redacted copy if the body still grows; `undefined` if it is not kept. */
  *view(redactor: BodyRedactor): Steps<ChunkedBytes | undefined> {
    if (!this.isKept) return undefined;
    const { redacted, isStream } = this;
    if (this.isThorough) return redacted;
    const quick = redacted ?? (yield* redactor.redact(this.joined(), isStream));
    const thorough = yield* redactor.redactThoroughly(quick, isStream);
    if (!this.isClosed) return thorough;
    if (this.replace(redacted, thorough)) this.isThorough = true;
    return thorough;
  }

  *info(redactor: BodyRedactor): Steps<BodyInfo> {
    const { name, length } = this;
    const times = this.stream?.times() ?? [];
    const view = yield* this.view(redactor);
    if (view === undefined) return { name, bytes: length, kept: false };
    const { bytes, offsets } = view;
    if (!this.isStream) return { name, bytes: bytes.length, kept: true };
    const chunks = Array.from(offsets, (offset, index) => [times[index] ?? 0, offset] as const);
    return { name, bytes: bytes.length, kept: true, chunks };
  }

  // Another reader may have been faster, or it may have been dropped in the meantime.
  private replace(before: ChunkedBytes | undefined, after: ChunkedBytes): boolean {
    if (!this.isKept || this.redacted !== before) return false;
    this.redacted = after;
    this.release();
    this.report();
    return true;
  }

  private keep(piece: Piece): void {
    const { pieces } = this;
    const kept = typeof piece === "string" && piece.length > LONG_TEXT ? Buffer.from(piece) : piece;
    if (pieces === undefined) this.pieces = kept;
    else if (Array.isArray(pieces)) pieces.push(kept);
    else this.pieces = [pieces, kept];
  }

  private release(): void {
    this.pieces = undefined;
    this.stream?.release();
  }

  private report(): void {
    const size = this.size();
    this.limits.onGrowth(size - this.reported);
    this.reported = size;
  }

  private size(): number {
    const chunks = this.stream?.overhead ?? 0;
    if (!this.isKept) return 0;
    if (this.redacted !== undefined) return this.redacted.bytes.length + chunks;
    if (this.stream !== undefined) return this.stream.capacity + chunks;
    // A character of a text may take two bytes.
    return piecesOf(this.pieces).reduce((sum, piece) => sum + piece.length * (typeof piece === "string" ? 2 : 1), 0);
  }

  private joined(): ChunkedBytes {
    if (this.stream !== undefined) return this.stream.joined();
    const bytes = concat(
      piecesOf(this.pieces).map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
    );
    return { bytes, offsets: NO_OFFSETS };
  }
}

const NO_OFFSETS = new Uint32Array(0);

type Piece = Uint8Array | string;

function piecesOf(pieces: Piece | Piece[] | undefined): readonly Piece[] {
  if (pieces === undefined) return [];
  return Array.isArray(pieces) ? pieces : [pieces];
}
