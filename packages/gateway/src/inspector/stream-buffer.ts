import type { ChunkedBytes } from "./redact/body-redactor.ts";

/** Most streams are longer, but those that have only begun should take little. */
const FIRST_SIZE = 2048;
const FIRST_STARTS = 64;

/** The most bytes that a character of a text takes in UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3;

/** The chunks of a stream in one buffer, and where and when each began. Nothing is left of the chunks themselves. */
export class StreamBuffer {
  private buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
  private length = 0;
  /** Offsets and times in turn. */
  private starts: Uint32Array = new Uint32Array(FIRST_STARTS);
  private count = 0;

  /** Chunks that another process has received. */
  static of({ bytes, offsets }: ChunkedBytes, times: readonly number[]): StreamBuffer {
    const stream = new StreamBuffer();
    stream.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    stream.length = bytes.length;
    stream.starts = Uint32Array.from(times.flatMap((time, index) => [offsets[index] ?? 0, time]));
    stream.count = times.length;
    return stream;
  }

  /** In bytes. */
  get capacity(): number {
    return this.buffer.length;
  }

  /** What the offsets and times take, in bytes. */
  get overhead(): number {
    return this.starts.byteLength;
  }

  add(chunk: Uint8Array | string, time: number): void {
    if (this.count * 2 >= this.starts.length) this.growStarts();
    this.starts[this.count * 2] = this.length;
    this.starts[this.count * 2 + 1] = time;
    this.count++;
    const most = typeof chunk === "string" ? chunk.length * MAX_BYTES_PER_CHARACTER : chunk.length;
    if (this.length + most > this.buffer.length) this.grow(this.length + most);
    if (typeof chunk === "string") this.length += this.buffer.write(chunk, this.length);
    else {
      this.buffer.set(chunk, this.length);
      this.length += chunk.length;
    }
  }

  /** Gives back what is not used, if that is much. */
  trim(): void {
    if (this.buffer.length > this.length * 1.25) this.buffer = copyOf(this.buffer.subarray(0, this.length));
    this.starts = this.starts.slice(0, this.count * 2);
  }

  /** Gives up the bytes, and keeps the times. */
  release(): void {
    this.buffer = EMPTY;
  }

  /** A copy. */
  joined(): ChunkedBytes {
    const { starts } = this;
    const offsets = Uint32Array.from({ length: this.count }, (_, index) => starts[index * 2] ?? 0);
    return { bytes: copyOf(this.buffer.subarray(0, this.length)), offsets };
  }

  times(): readonly number[] {
    return Array.from({ length: this.count }, (_, index) => this.starts[index * 2 + 1] ?? 0);
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.buffer.length * 2));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }

  private growStarts(): void {
    const larger = new Uint32Array(this.starts.length * 2);
    larger.set(this.starts);
    this.starts = larger;
  }
}

const EMPTY: Buffer = Buffer.alloc(0);

// Not from the pool, whose pages would be kept with it.
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
