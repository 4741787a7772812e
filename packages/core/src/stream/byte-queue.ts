/** Bytes that wait for a message to become whole: chunks are joined once, when enough of them have come. */
export class ByteQueue {
  private chunks: Uint8Array[] = [];
  private size = 0;

  get length(): number {
    return this.size;
  }

  /** Adds a copy of a chunk, because its owner may reuse the memory. */
  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.chunks.push(new Uint8Array(chunk));
    this.size += chunk.length;
  }

  /** The first bytes, which stay in the queue. */
  peek(length: number): Uint8Array {
    const [first] = this.chunks;
    if (first === undefined || first.length < length) this.join();
    return (this.chunks[0] ?? NONE).subarray(0, length);
  }

  /** The first bytes, which leave the queue. */
  take(length: number): Uint8Array {
    const taken = this.peek(length);
    const [first = NONE, ...rest] = this.chunks;
    this.chunks = first.length === length ? rest : [first.subarray(length), ...rest];
    this.size -= length;
    return taken;
  }

  private join(): void {
    const all = new Uint8Array(this.size);
    let at = 0;
    for (const chunk of this.chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    this.chunks = this.size === 0 ? [] : [all];
  }
}

const NONE = new Uint8Array(0);
