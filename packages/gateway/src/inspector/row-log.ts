// The rows of exchanges of which nothing else is kept, until somebody looks at the list.

import { KeptRow } from "./kept-row.ts";
import { CHUNK_BYTES, type Row, RowChunk } from "./row-chunk.ts";

/** The rows may take one part of so many of the configured memory, so that they leave room for whole exchanges. */
const SHARE = 16;

/** The newest rows. */
export class RowLog {
  /** The oldest first. */
  private chunks: RowChunk[] = [];

  /** Adds a row. The oldest are dropped if all take too much of the configured memory: nobody has seen them. */
  add(row: Row, seq: number, maxBytes: number): void {
    if (this.chunks.at(-1)?.add(row, seq) === true) return;
    const chunk = new RowChunk();
    chunk.add(row, seq);
    const kept = Math.floor(maxBytes / SHARE / CHUNK_BYTES) - 1;
    this.chunks = [...this.chunks.slice(Math.max(0, this.chunks.length - kept)), chunk];
  }

  /** Roughly the memory that it takes, in bytes. */
  get size(): number {
    return this.chunks.length * CHUNK_BYTES;
  }

  /** Removes all rows, to be listed. */
  take(): readonly KeptRow[] {
    const { chunks } = this;
    this.chunks = [];
    return chunks.flatMap((chunk) => Array.from({ length: chunk.count }, (_, index) => new KeptRow(chunk, index)));
  }
}
