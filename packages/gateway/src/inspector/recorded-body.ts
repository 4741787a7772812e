import { concat } from "../bytes.ts";
import type { BodyInfo } from "./protocol.ts";
import type { BodyRedactor, ChunkedBytes } from "./redact/body-redactor.ts";
import type { SearchedPart, Steps } from "./redact/secret-finder.ts";
import { StreamBuffer } from "./stream-buffer.ts";

/** What a body reports while it grows, and how large it may become. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** Called with the bytes that are kept in addition; negative if they are given up. */
  onGrowth(bytes: number): void;
}

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
  private pieces: (Uint8Array | string)[] = [];
  private readonly stream: StreamBuffer | undefined;
  private length = 0;
  /** What was reported of its size. */
  private reported = 0;
  /** Redacted; absent as long as nothing has been searched. */
  private redacted: ChunkedBytes | undefined;
  private isKept: boolean;
  private isThorough = false;
  /** Nothing is added any more. */
  private isClosed = false;

  constructor(name: string, isStream: boolean, limits: BodyLimits) {
    this.name = name;
    this.isStream = isStream;
    this.limits = limits;
    this.isKept = limits.maxBodyBytes > 0;
    this.stream = isStream && this.isKept ? new StreamBuffer() : undefined;
  }

  get kept(): boolean {
    return this.isKept;
  }

  /** The bytes that have come in one piece. */
  get received(): Uint8Array | undefined {
    const [first] = this.pieces;
    return this.pieces.length === 1 && typeof first !== "string" ? first : undefined;
  }

  /** The bytes of a body that was searched. */
  get searched(): Uint8Array | undefined {
    return this.redacted?.bytes;
  }

  /** `time` is in milliseconds since the start of the exchange. */
  add(piece: Uint8Array | string, time: number): void {
    if (this.isClosed) return;
    this.length += piece.length;
    if (!this.isKept) return;
    if (this.length > this.limits.maxBodyBytes) {
      this.drop();
      return;
    }
    if (this.stream === undefined) this.pieces.push(piece);
    else this.stream.add(piece, time);
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

  private release(): void {
    this.pieces = [];
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
    return this.pieces.reduce((sum, piece) => sum + piece.length * (typeof piece === "string" ? 2 : 1), 0);
  }

  private joined(): ChunkedBytes {
    if (this.stream !== undefined) return this.stream.joined();
    const [first] = this.pieces;
    // The pieces of one body are all of the same kind.
    const bytes = typeof first === "string" ? Buffer.from(this.pieces.join("")) : concat(this.pieces as Uint8Array[]);
    return { bytes, offsets: NO_OFFSETS };
  }
}

const NO_OFFSETS = new Uint32Array(0);
