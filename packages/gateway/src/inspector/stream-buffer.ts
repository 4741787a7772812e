// The bytes of a running stream.

import { MAX_BYTES_PER_CHARACTER } from "../bytes.ts";
import type { ChunkedBytes } from "./redact/body-redactor.ts";

/** Most streams are longer, but those that have only begun should take little. */
const FIRST_SIZE = 2048;
const FIRST_STARTS = 64;

/** How many characters are encoded at once: to encode each chunk alone takes several times as long. */
const BATCH = 4096;

/** Where and when a chunk begins, in bytes: two 32-bit numbers. */
const START_SIZE = 8;

/** The chunks of a stream in one buffer, with the offset and the time of each. The chunks themselves are not referenced. */
export class StreamBuffer {
  private buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
  private length = 0;
  /** Texts that are not encoded yet, and the number of the first chunk of them. */
  private pending = "";
  private firstPending = 0;
  /** Offsets and times in turn. Those of pending chunks are in characters. */
  private starts: Uint32Array = new Uint32Array(FIRST_STARTS);
  private count = 0;

  /** In bytes. */
  get capacity(): number {
    return this.buffer.length + this.starts.byteLength;
  }

  /** What it takes at most, once all of it is encoded, in bytes. */
  get maxSize(): number {
    return this.length + this.pending.length * MAX_BYTES_PER_CHARACTER + this.count * START_SIZE;
  }

  add(chunk: Uint8Array | string, time: number): void {
    if (typeof chunk !== "string") this.encode();
    const at = this.count++ * 2;
    if (at >= this.starts.length) this.growStarts();
    this.starts[at] = this.length + this.pending.length;
    this.starts[at + 1] = time;
    if (typeof chunk === "string") {
      this.pending += chunk;
      if (this.pending.length > BATCH) this.encode();
    } else {
      this.reserve(chunk.length);
      this.buffer.set(chunk, this.length);
      this.length += chunk.length;
      this.firstPending = this.count;
    }
  }

  /** All of it, as long as nothing is added. */
  view(): { readonly bytes: Uint8Array; readonly starts: Uint8Array } {
    this.encode();
    return {
      bytes: this.buffer.subarray(0, this.length),
      starts: new Uint8Array(this.starts.buffer, 0, this.count * START_SIZE),
    };
  }

  /** Begins again with another stream. */
  clear(): void {
    this.length = 0;
    this.count = 0;
    this.pending = "";
    this.firstPending = 0;
  }

  private encode(): void {
    const { pending, length } = this;
    if (pending === "") return;
    this.reserve(pending.length * MAX_BYTES_PER_CHARACTER);
    const written = this.buffer.write(pending, length);
    if (written !== pending.length) this.correctStarts();
    this.length += written;
    this.pending = "";
    this.firstPending = this.count;
  }

  // From characters to bytes.
  private correctStarts(): void {
    const { starts, pending, length } = this;
    let [characters, bytes] = [0, 0];
    for (let index = this.firstPending; index < this.count; index++) {
      const next = (starts[index * 2] ?? 0) - length;
      bytes += Buffer.byteLength(pending.slice(characters, next));
      characters = next;
      starts[index * 2] = length + bytes;
    }
  }

  private reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.buffer.length) return;
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

/** A copy of a body, with where its chunks begin. */
export function chunkedCopy({
  bytes,
  starts,
}: {
  readonly bytes: Uint8Array;
  readonly starts: Uint8Array;
}): ChunkedBytes {
  return { bytes: Buffer.from(bytes), offsets: offsetsIn(starts) };
}

/** Where chunks begin. */
function offsetsIn(starts: Uint8Array): Uint32Array {
  return Uint32Array.from(numbersIn(starts, 0));
}

/** The times of chunks. */
export function timesIn(starts: Uint8Array): readonly number[] {
  return numbersIn(starts, 1);
}

/** Writes where chunks begin; their times stay. */
export function setOffsets(starts: Uint8Array, offsets: Uint32Array): void {
  const view = new DataView(starts.buffer, starts.byteOffset, starts.length);
  for (const [index, offset] of offsets.entries()) view.setUint32(index * START_SIZE, offset, IS_LITTLE_ENDIAN);
}

function numbersIn(starts: Uint8Array, which: 0 | 1): number[] {
  const view = new DataView(starts.buffer, starts.byteOffset, starts.length);
  const length = starts.length / START_SIZE;
  return Array.from({ length }, (_, index) => view.getUint32(index * START_SIZE + which * 4, IS_LITTLE_ENDIAN));
}

/** The order of bytes in a `Uint32Array`. */
const IS_LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
