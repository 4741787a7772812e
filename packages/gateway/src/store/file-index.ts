import type { StoreSettings } from "../config/config.ts";

/** Where a response is: in the file, or in memory until it is written. */
export interface Entry {
  line?: Buffer | undefined;
  offset: number;
  readonly length: number;
  /** If so, a deletion has to be written too. */
  mayBeInFile: boolean;
}

/** A line for the file, about a response that was added or deleted. */
export interface PendingLine {
  readonly key: string;
  readonly line: Buffer;
  readonly entry?: Entry;
}

/** The offsets of the responses in a file, and the lines that are still to be written. */
export class FileIndex {
  /** The oldest first, as in the file. */
  private entries = new Map<string, Entry>();
  /** The latest line of each response. */
  private readonly unwritten = new Map<string, PendingLine>();
  private readonly limits: Pick<StoreSettings, "maxEntries" | "maxBytes">;
  private length = 0;

  constructor(limits: Pick<StoreSettings, "maxEntries" | "maxBytes">) {
    this.limits = limits;
  }

  /** The size of all responses. */
  get bytes(): number {
    return this.length;
  }

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  get(key: string): Entry | undefined {
    return this.entries.get(key);
  }

  all(): Entry[] {
    return [...this.entries.values()];
  }

  put(key: string, line: Buffer): void {
    const mayBeInFile = this.entries.get(key)?.mayBeInFile ?? this.unwritten.has(key);
    this.drop(key);
    const entry = { line, offset: 0, length: line.length, mayBeInFile };
    this.entries.set(key, entry);
    this.length += line.length;
    this.unwritten.set(key, { key, line, entry });
    this.trim();
  }

  /** Returns whether there was one; `line` is the deletion for the file. */
  delete(key: string, line: Buffer): boolean {
    const entry = this.entries.get(key);
    if (entry === undefined) return false;
    this.drop(key);
    if (entry.mayBeInFile) this.unwritten.set(key, { key, line });
    return true;
  }

  /** Adds what is in the file; entries that were made before it could be read are newer. */
  adopt(found: Map<string, Entry>): void {
    for (const key of this.unwritten.keys()) found.delete(key);
    this.entries = new Map([...found, ...this.entries]);
    this.length = this.all().reduce((sum, { length }) => sum + length, 0);
    this.trim();
  }

  /** The lines to write next, a few megabytes at most; empty if all are written. */
  next(): PendingLine[] {
    const batch: PendingLine[] = [];
    let bytes = 0;
    for (const change of this.unwritten.values()) {
      if (bytes > BATCH) break;
      if (change.entry !== undefined) change.entry.mayBeInFile = true;
      batch.push(change);
      bytes += change.line.length;
    }
    return batch;
  }

  /** Marks lines as written, beginning at an offset. */
  written(batch: readonly PendingLine[], start: number): void {
    let offset = start;
    for (const change of batch) {
      const { key, line, entry } = change;
      if (this.unwritten.get(key) === change) this.unwritten.delete(key);
      if (entry !== undefined) Object.assign(entry, { offset, line: undefined });
      offset += line.length;
    }
  }

  private drop(key: string): void {
    this.length -= this.entries.get(key)?.length ?? 0;
    this.entries.delete(key);
    this.unwritten.delete(key);
  }

  // No deletion is written: the limits apply again when the file is read.
  private trim(): void {
    const { maxEntries, maxBytes } = this.limits;
    for (const key of this.entries.keys()) {
      if (this.entries.size <= maxEntries && this.length <= maxBytes) return;
      this.drop(key);
    }
  }
}

const BATCH = 4 * 1024 * 1024;
