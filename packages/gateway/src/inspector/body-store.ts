// The memory of recorded bodies: slabs of one megabyte that many bodies share.

import { MAX_BYTES_PER_CHARACTER } from "../bytes.ts";
import { newSlab, ownSlab, SLAB, type Slab } from "./slab.ts";
import { StreamBuffer } from "./stream-buffer.ts";

/** A larger body has memory of its own: what is left at the end of a slab is never more than this. */
const MAX_SHARED = 131_072;

/** The bodies of one exchange are together in a slab up to this size, in bytes. */
const MAX_TOGETHER = 262_144;

/** The size of a number, in bytes. */
const WORD = 4;

/** How many empty slabs are kept for reuse: when the ring is full, a sixteenth of it is released at once. */
const MAX_FREE = 8;

/** How many slabs are prepared before they are needed. */
const MAX_PREPARED = 6;

/** How many buffers of ended streams are kept for reuse, and how large they may be, in bytes. */
const MAX_STREAMS = 16;
const MAX_STREAM = 131_072;

/**
 * The memory of recorded bodies, which is reused. With a buffer for each body, the garbage collector would have to release as many bytes
 * as go over the wire.
 */
export class BodyStore {
  private readonly free: Slab[] = [];
  private current: Slab | undefined;
  /** How many slabs are to be prepared: as many as were missing at once. */
  private wanted = 0;
  private readonly streams: StreamBuffer[] = [];

  /** Takes over bytes that nobody changes any more: large ones are not copied. */
  adopt(bytes: Uint8Array): StoredBytes {
    return bytes.length > MAX_SHARED ? new StoredBytes(ownSlab(bytes), 0, bytes.length) : this.keep(bytes);
  }

  /** A copy of bytes. */
  keep(bytes: Uint8Array): StoredBytes {
    const stored = this.take(bytes.length);
    stored.slab.memory.set(bytes, stored.start);
    return stored;
  }

  /** A text in UTF-8. */
  keepText(text: string): StoredBytes {
    const slab = this.slabForText(text);
    if (slab === undefined) return this.adopt(Buffer.from(text));
    const length = slab.memory.write(text, slab.used);
    return this.taken(slab, length);
  }

  /** Numbers, and a text in UTF-8 after them; `undefined` if they are too large. */
  keepNumbers(numbers: Uint32Array, count: number, text: string): StoredBytes | undefined {
    const before = count * WORD;
    const most = before + text.length * MAX_BYTES_PER_CHARACTER;
    if (most > MAX_SHARED) return undefined;
    const slab = this.slabFor(most + WORD);
    const first = Math.ceil(slab.used / WORD);
    slab.used = first * WORD;
    for (let index = 0; index < count; index++) slab.words[first + index] = numbers[index] ?? 0;
    const length = slab.memory.write(text, slab.used + before);
    return this.taken(slab, before + length);
  }

  /** Prepares a slab in which the next bodies, of so many bytes together, are contiguous. Returns whether they fit. */
  makeRoom(bytes: number): boolean {
    if (bytes > MAX_TOGETHER) return false;
    this.slabFor(bytes);
    return true;
  }

  /**
   * Prepares memory for the next bodies, a slab in each call: the system provides it when it is first written to, which takes longer than
   * to copy a body there. Returns whether a slab was prepared.
   */
  prepare(): boolean {
    if (this.free.length >= this.wanted) return false;
    const slab = newSlab();
    slab.memory.fill(0);
    this.free.push(slab);
    return true;
  }

  /** Whether so many bytes fit into the current slab. */
  hasRoom(bytes: number): boolean {
    return this.current !== undefined && this.current.used + bytes <= SLAB;
  }

  /** A buffer for a stream that begins. */
  takeStream(): StreamBuffer {
    return this.streams.pop() ?? new StreamBuffer();
  }

  /** Takes back the buffer of a stream that is over. */
  releaseStream(stream: StreamBuffer): void {
    stream.clear();
    if (this.streams.length < MAX_STREAMS && stream.capacity <= MAX_STREAM) this.streams.push(stream);
  }

  /** Bytes that are kept already. */
  at(slab: Slab, start: number, length: number): StoredBytes {
    return new StoredBytes(slab, start, length);
  }

  /** Takes memory back, for others. */
  release({ slab }: StoredBytes): void {
    this.releaseAll(slab, 1);
  }

  /** Takes back the memory of several bodies in one slab. */
  releaseAll(slab: Slab, bodies: number): void {
    slab.live -= bodies;
    if (slab !== this.current) this.recycle(slab);
  }

  /** Memory for so many bytes, with whatever was in it before. */
  private take(length: number): StoredBytes {
    if (length > MAX_SHARED) return new StoredBytes(ownSlab(Buffer.allocUnsafeSlow(length)), 0, length);
    return this.taken(this.slabFor(length), length);
  }

  /** The current slab, if so many bytes fit into it, or another. */
  private slabFor(length: number): Slab {
    let slab = this.current;
    if (slab === undefined || slab.used + length > SLAB) {
      slab = this.free.pop() ?? this.unprepared();
      this.replaceCurrent(slab);
    }
    return slab;
  }

  private unprepared(): Slab {
    this.wanted = Math.min(MAX_PREPARED, this.wanted + 1);
    return newSlab();
  }

  // To count the bytes of a text may take as long as encoding it.
  private slabForText(text: string): Slab | undefined {
    const most = text.length * MAX_BYTES_PER_CHARACTER;
    if (most <= MAX_SHARED && this.hasRoom(most)) return this.current;
    const length = Buffer.byteLength(text);
    return length > MAX_SHARED ? undefined : this.slabFor(length);
  }

  private taken(slab: Slab, length: number): StoredBytes {
    const start = slab.used;
    slab.used += length;
    slab.live++;
    return new StoredBytes(slab, start, length);
  }

  private replaceCurrent(next: Slab): void {
    const last = this.current;
    this.current = next;
    if (last !== undefined) this.recycle(last);
  }

  private recycle(slab: Slab): void {
    if (slab.live > 0 || !slab.isShared || this.free.length >= MAX_FREE) return;
    slab.used = 0;
    this.free.push(slab);
  }
}

/** Bytes in the store. */
export class StoredBytes {
  readonly slab: Slab;
  readonly start: number;
  readonly length: number;

  constructor(slab: Slab, start: number, length: number) {
    this.slab = slab;
    this.start = start;
    this.length = length;
  }

  /** The bytes themselves: only until the memory is released, which may be in any later turn of the event loop. */
  view(): Buffer {
    return this.slab.memory.subarray(this.start, this.start + this.length);
  }

  /** Overwrites the bytes, because the slab will hold other bodies. A body with memory of its own may still be read elsewhere, and stays. */
  clear(): void {
    if (this.slab.isShared) this.slab.memory.fill(0, this.start, this.start + this.length);
  }
}
