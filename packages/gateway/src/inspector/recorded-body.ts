import { concat } from "../bytes.ts";
import type { BodyInfo } from "./protocol.ts";
import type { BodyRedactor, ChunkedBytes } from "./redact/body-redactor.ts";
import type { Steps } from "./redact/secret-finder.ts";

/** What a body reports while it grows, and how large it may become. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Called with the bytes that are kept in addition; negative if they are given up. */
  onGrowth(bytes: number): void;
}

/** A body as it went over the wire. Its pieces are kept as they come, and joined and redacted when it is complete. */
export class RecordedBody {
  readonly name: string;
  readonly isStream: boolean;
  private readonly limits: BodyLimits;
  private pieces: (Uint8Array | string)[] = [];
  /** When each piece of a stream came, in milliseconds since the start of the exchange. */
  private times: number[] = [];
  private length = 0;
  /** Absent as long as the body grows. */
  private sealed: ChunkedBytes | undefined;
  private sealedTimes: Uint32Array = NO_OFFSETS;
  private isKept: boolean;
  private isThorough = false;
  /** Nothing is added any more. */
  private isClosed = false;

  constructor(name: string, isStream: boolean, limits: BodyLimits) {
    this.name = name;
    this.isStream = isStream;
    this.limits = limits;
    this.isKept = limits.maxBytes > 0;
  }

  get kept(): boolean {
    return this.isKept;
  }

  add(piece: Uint8Array | string, time: number): void {
    if (this.isClosed) return;
    this.length += piece.length;
    if (!this.isKept) return;
    if (this.length > this.limits.maxBytes) {
      this.drop();
      return;
    }
    this.limits.onGrowth(piece.length);
    this.pieces.push(piece);
    if (this.isStream) this.times.push(time);
  }

  /** Gives up the bytes. */
  drop(): void {
    if (!this.isKept) return;
    this.limits.onGrowth(-(this.sealed?.bytes.length ?? this.length));
    this.isKept = false;
    this.pieces = [];
    this.times = [];
    this.sealed = undefined;
  }

  /** Joins and redacts what has come; returns whether it contains anything suspicious. */
  *seal(redactor: BodyRedactor): Steps<boolean> {
    this.isClosed = true;
    if (!this.isKept || this.sealed !== undefined) return false;
    const before = this.length;
    const joined = this.joined();
    const { isSuspicious, ...redacted } = yield* redactor.redact(joined, this.isStream);
    if (!this.isKept) return isSuspicious;
    this.sealed = { bytes: redacted.bytes, offsets: redacted.offsets };
    this.sealedTimes = Uint32Array.from(this.times);
    this.pieces = [];
    this.times = [];
    this.length = joined.bytes.length;
    this.limits.onGrowth(redacted.bytes.length - before);
    return isSuspicious;
  }

  /** Redacts a sealed body thoroughly, once. */
  *sealThoroughly(redactor: BodyRedactor): Steps<void> {
    const { sealed } = this;
    if (this.isThorough || sealed === undefined) return;
    const thorough = yield* redactor.redactThoroughly(sealed, this.isStream);
    if (this.sealed !== sealed) return;
    this.limits.onGrowth(thorough.bytes.length - sealed.bytes.length);
    this.sealed = thorough;
    this.isThorough = true;
  }

  /** What can be shown: a redacted copy if the body still grows; `undefined` if it is not kept. */
  *view(redactor: BodyRedactor): Steps<ChunkedBytes | undefined> {
    if (!this.isKept) return undefined;
    if (this.sealed === undefined) {
      const redacted = yield* redactor.redact(this.joined(), this.isStream);
      return yield* redactor.redactThoroughly(redacted, this.isStream);
    }
    yield* this.sealThoroughly(redactor);
    return this.sealed;
  }

  *info(redactor: BodyRedactor): Steps<BodyInfo> {
    const { name, length, isStream } = this;
    const times: ArrayLike<number> = this.sealed === undefined ? [...this.times] : this.sealedTimes;
    const view = yield* this.view(redactor);
    if (view === undefined) return { name, bytes: length, kept: false };
    const { bytes, offsets } = view;
    if (!isStream) return { name, bytes: bytes.length, kept: true };
    const chunks = Array.from(offsets, (offset, index) => [times[index] ?? 0, offset] as const);
    return { name, bytes: bytes.length, kept: true, chunks };
  }

  private joined(): ChunkedBytes {
    const { pieces, isStream } = this;
    const bytes = joinedBytes(pieces);
    if (!isStream) return { bytes, offsets: NO_OFFSETS };
    // In ASCII, each character is one byte.
    const isAscii = bytes.length === this.length;
    let offset = 0;
    const offsets = Uint32Array.from(pieces, (piece) => {
      const start = offset;
      offset += isAscii || typeof piece !== "string" ? piece.length : Buffer.byteLength(piece);
      return start;
    });
    return { bytes, offsets };
  }
}

const NO_OFFSETS = new Uint32Array(0);

// The pieces of one body are all of the same kind.
function joinedBytes(pieces: readonly (Uint8Array | string)[]): Uint8Array {
  const [first] = pieces;
  if (typeof first === "string") return Buffer.from(pieces.length === 1 ? first : pieces.join(""));
  return concat(pieces as readonly Uint8Array[]);
}
