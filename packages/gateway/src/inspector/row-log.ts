// The rows of exchanges of which nothing else is kept, until somebody looks at the list.

import { KeptRow } from "./kept-row.ts";
import { RecordingAllowance } from "./recording-allowance.ts";
import { CHUNK_BYTES, type Row, RowChunk } from "./row-chunk.ts";

/** The rows may take one part of so many of the configured memory, so that they leave room for whole exchanges. */
const SHARE = 16;

/** How many rows are added in a second at most. Nobody reads more, and each takes some microseconds that requests need. */
const MAX_PER_SECOND = 200;
/** A burst may have the rows of so many seconds. */
const BURST_SECONDS = 5;

/** The same after a busy second, with more requests than that. */
const MAX_PER_BUSY_SECOND = 5;

/** The newest rows. */
export class RowLog {
  private readonly allowance = new RecordingAllowance(BURST_SECONDS);
  /** How many were left out since the last row of each client. */
  private readonly leftOut = new Map<string, { count: number }>();
  /** The oldest first. */
  private chunks: RowChunk[] = [];

  /**
   * Whether there is room for a row at a time, in milliseconds since 1970, with so many requests in the second before. If not,
   * `leaveOut` follows.
   */
  hasRoom(now: number, before = 0): boolean {
    return this.allowance.take(now, before > MAX_PER_SECOND ? MAX_PER_BUSY_SECOND : MAX_PER_SECOND);
  }

  /** Counts an exchange that gets no row. */
  leaveOut(tenant: string): void {
    const known = this.leftOut.get(tenant);
    if (known === undefined) this.leftOut.set(tenant, { count: 1 });
    else known.count++;
  }

  /** How many were left out since it was asked. */
  takeLeftOut(tenant: string): number {
    const known = this.leftOut.get(tenant);
    if (known === undefined) return 0;
    this.leftOut.delete(tenant);
    return known.count;
  }

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
