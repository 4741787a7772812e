/** The bytes of a stream: all of them, or the first and the last ones. */
export interface Captured {
  readonly head: Uint8Array;
  /** Empty unless bytes were omitted. */
  readonly tail: Uint8Array;
  /** How many bytes between head and tail were omitted. */
  readonly omitted: number;
}

/** Keeps the first and the last bytes of a stream in bounded memory. */
export class Capture {
  private readonly head = new Bytes();
  private readonly tail = new Bytes();
  private readonly headSize: number;
  private readonly tailSize: number;
  total = 0;

  constructor(headSize: number, tailSize: number) {
    this.headSize = headSize;
    this.tailSize = tailSize;
  }

  push(chunk: Uint8Array): void {
    this.total += chunk.length;
    const room = this.headSize - this.head.length;
    if (room > 0) this.head.append(chunk.subarray(0, room));
    if (chunk.length <= room) return;
    this.tail.append(chunk.subarray(room).subarray(-this.tailSize));
    // Compacted only when it has doubled, so that the cost of moving stays proportional to the input.
    if (this.tail.length > 2 * this.tailSize) this.tail.keepLast(this.tailSize);
  }

  finish(): Captured {
    this.tail.keepLast(this.tailSize);
    const [head, tail] = [this.head.bytes(), this.tail.bytes()];
    const omitted = this.total - head.length - tail.length;
    if (omitted > 0) return { head, tail, omitted };
    return { head: Buffer.concat([head, tail]), tail: new Uint8Array(), omitted };
  }
}

// One growing buffer: keeping the chunks of a tool that writes byte by byte would cost a hundred bytes for each.
class Bytes {
  private buffer = Buffer.allocUnsafe(1024);
  length = 0;

  append(chunk: Uint8Array): void {
    const length = this.length + chunk.length;
    if (length > this.buffer.length) this.grow(Math.max(length, 2 * this.buffer.length));
    this.buffer.set(chunk, this.length);
    this.length = length;
  }

  keepLast(count: number): void {
    if (this.length <= count) return;
    this.buffer.copyWithin(0, this.length - count, this.length);
    this.length = count;
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  private grow(size: number): void {
    const larger = Buffer.allocUnsafe(size);
    larger.set(this.bytes());
    this.buffer = larger;
  }
}
