import type { StoreSettings } from "../config/config.ts";

/** Where an answer is: in the file, or for now in memory. */
export interface Entry {
  line?: Buffer | undefined;
  offset: number;
  readonly length: number;
  /** So that the file has to be told when the answer is forgotten. */
  mayBeInFile: boolean;
}

/** A line for the file: of an answer that came, or of one that went. */
export interface Change {
  readonly key: string;
  readonly line: Buffer;
  readonly entry?: Entry;
}

/** What a store knows of its file: where each answer stands, and what the file is still to be told. */
export class FileIndex {
  /** The oldest first, as in the file. */
  private entries = new Map<string, Entry>();
  /** The latest word on each answer. */
  private readonly unwritten = new Map<string, Change>();
  private readonly limits: Pick<StoreSettings, "maxEntries" | "maxBytes">;
  private length = 0;

  constructor(limits: Pick<StoreSettings, "maxEntries" | "maxBytes">) {
    this.limits = limits;
  }

  /** How many bytes the answers have. */
  get bytes(): number {
    return this.length;
  }

  get(key: string): Entry | undefined {
    return this.entries.get(key);
  }

  all(): Entry[] {
    return [...this.entries.values()];
  }

  put(key: string, line: Buffer): void {
    const mayBeInFile = this.entries.get(key)?.mayBeInFile ?? this.unwritten.has(key);
    this.forget(key);
    const entry = { line, offset: 0, length: line.length, mayBeInFile };
    this.entries.set(key, entry);
    this.length += line.length;
    this.unwritten.set(key, { key, line, entry });
    this.trim();
  }

  /** Tells whether there was one; `line` says to the file that it is gone. */
  delete(key: string, line: Buffer): boolean {
    const entry = this.entries.get(key);
    if (entry === undefined) return false;
    this.forget(key);
    if (entry.mayBeInFile) this.unwritten.set(key, { key, line });
    return true;
  }

  /** Learns what is in the file; what came while that could not be read is newer than all of it. */
  adopt(found: Map<string, Entry>): void {
    for (const key of this.unwritten.keys()) found.delete(key);
    this.entries = new Map([...found, ...this.entries]);
    this.length = this.all().reduce((sum, { length }) => sum + length, 0);
    this.trim();
  }

  /** What is to be written next, a few megabytes at most; nothing where all is written. */
  next(): Change[] {
    const batch: Change[] = [];
    let bytes = 0;
    for (const change of this.unwritten.values()) {
      if (bytes > BATCH) break;
      if (change.entry !== undefined) change.entry.mayBeInFile = true;
      batch.push(change);
      bytes += change.line.length;
    }
    return batch;
  }

  /** That was written, one after the other, from there on. */
  written(batch: readonly Change[], start: number): void {
    let offset = start;
    for (const change of batch) {
      const { key, line, entry } = change;
      if (this.unwritten.get(key) === change) this.unwritten.delete(key);
      if (entry !== undefined) Object.assign(entry, { offset, line: undefined });
      offset += line.length;
    }
  }

  private forget(key: string): void {
    this.length -= this.entries.get(key)?.length ?? 0;
    this.entries.delete(key);
    this.unwritten.delete(key);
  }

  // The file need not be told: whoever reads it has limits too.
  private trim(): void {
    const { maxEntries, maxBytes } = this.limits;
    for (const key of this.entries.keys()) {
      if (this.entries.size <= maxEntries && this.length <= maxBytes) return;
      this.forget(key);
    }
  }
}

const BATCH = 4 * 1024 * 1024;
