import type { SqlStorage, SqlValue } from "./runtime.ts";

/** How much is stored, and for how long. */
export interface EntryLimits {
  /** In milliseconds. */
  readonly maxAge: number;
  readonly maxEntries: number;
  readonly maxBytes: number;
}

/** A row has at most 2 MB: https://developers.cloudflare.com/durable-objects/platform/limits/ */
const MAX_PIECE = 1_000_000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS entries (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, size INTEGER, expires INTEGER);
CREATE INDEX IF NOT EXISTS entries_by_expiry ON entries (expires);
CREATE TABLE IF NOT EXISTS pieces (number INTEGER, piece INTEGER, bytes BLOB, PRIMARY KEY (number, piece));
`;

/** Bytes by their ids, the oldest of which go when there are too many. */
export class StoredEntries {
  private readonly sql: SqlStorage;
  /** What all entries have together; unknown until somebody asks. */
  private totals: { entries: number; bytes: number } | undefined;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(SCHEMA);
  }

  get(id: string, now: number): Uint8Array | undefined {
    const [found] = this.rows("SELECT number, size FROM entries WHERE id = ? AND expires > ?", id, now);
    if (found === undefined) return undefined;
    const bytes = new Uint8Array(Number(found.size));
    let length = 0;
    for (const row of this.rows("SELECT bytes FROM pieces WHERE number = ? ORDER BY piece", number(found))) {
      const piece = new Uint8Array(row.bytes as ArrayBuffer);
      bytes.set(piece, length);
      length += piece.length;
    }
    return bytes;
  }

  put(id: string, bytes: Uint8Array, { maxAge, ...limits }: EntryLimits, now: number): void {
    this.delete(id, now);
    this.add(id, bytes, now + maxAge);
    this.removeExpired(now);
    this.trim(limits);
  }

  /** Returns whether there was one. */
  delete(id: string, now: number): boolean {
    const [found] = this.rows("SELECT number, size, expires FROM entries WHERE id = ?", id);
    if (found === undefined) return false;
    this.remove([found]);
    return Number(found.expires) > now;
  }

  removeExpired(now: number): void {
    this.remove(this.rows("SELECT number, size FROM entries WHERE expires <= ?", now));
  }

  /** When the first entry expires; `undefined` if there is none. */
  nextExpiry(): number | undefined {
    const [first] = this.rows("SELECT expires FROM entries ORDER BY expires LIMIT 1");
    return first === undefined ? undefined : Number(first.expires);
  }

  /** Counts again: a change was undone. */
  forgetTotals(): void {
    this.totals = undefined;
  }

  private add(id: string, bytes: Uint8Array, expires: number): void {
    const totals = this.countTotals();
    const query = "INSERT INTO entries (id, size, expires) VALUES (?, ?, ?) RETURNING number";
    const [row] = this.rows(query, id, bytes.length, expires);
    for (let piece = 0; piece * MAX_PIECE < bytes.length; piece++) {
      const part = bytes.slice(piece * MAX_PIECE, (piece + 1) * MAX_PIECE);
      this.rows("INSERT INTO pieces (number, piece, bytes) VALUES (?, ?, ?)", number(row), piece, part);
    }
    totals.entries += 1;
    totals.bytes += bytes.length;
  }

  private trim({ maxEntries, maxBytes }: Omit<EntryLimits, "maxAge">): void {
    const totals = this.countTotals();
    while (totals.entries > maxEntries || totals.bytes > maxBytes) {
      const oldest = this.rows("SELECT number, size FROM entries ORDER BY number LIMIT 1");
      if (oldest.length === 0) return;
      this.remove(oldest);
    }
  }

  private remove(rows: readonly Record<string, SqlValue>[]): void {
    const totals = this.countTotals();
    for (const row of rows) {
      this.rows("DELETE FROM pieces WHERE number = ?", number(row));
      this.rows("DELETE FROM entries WHERE number = ?", number(row));
      totals.entries -= 1;
      totals.bytes -= Number(row.size);
    }
  }

  private countTotals(): { entries: number; bytes: number } {
    const [row] = this.totals === undefined ? this.rows("SELECT count(*) AS n, total(size) AS size FROM entries") : [];
    this.totals ??= { entries: Number(row?.n), bytes: Number(row?.size) };
    return this.totals;
  }

  private rows(query: string, ...values: SqlValue[]): Record<string, SqlValue>[] {
    return this.sql.exec(query, ...values).toArray();
  }
}

function number(row: Record<string, SqlValue> | undefined): number {
  return Number(row?.number);
}
