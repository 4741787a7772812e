import type { ConcurrentReservation } from "../../limits/concurrent.ts";
import { SOON } from "../../limits/counters.ts";
import type { LimitRefusal } from "../../limits/limit-state.ts";
import type { SqlStorage } from "./runtime.ts";

/** How long a lease that has run out may still be renewed, in milliseconds: its gateway may have been slow, and not gone. */
const LATE = 3_600_000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS leases (id TEXT, name TEXT, expires INTEGER, PRIMARY KEY (id, name));
CREATE INDEX IF NOT EXISTS leases_by_expiry ON leases (name, expires);
`;

/** The places of a key's requests in flight. Each is renewed while its request lasts; that of a gateway that is gone runs out. */
export class StoredLeases {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(SCHEMA);
  }

  /** The first place that is not free. */
  refusal(places: readonly ConcurrentReservation[], now: number): LimitRefusal | undefined {
    const full = places.find(({ name, limit }) => this.taken(name, now) >= limit.max);
    return full && { refused: full.name, retryAfter: SOON };
  }

  take(id: string, places: readonly ConcurrentReservation[], now: number): void {
    for (const { name, limit } of places)
      this.sql.exec("INSERT OR REPLACE INTO leases (id, name, expires) VALUES (?, ?, ?)", id, name, now + limit.lease);
  }

  /** Nothing that was given back comes back: a renewal may be late. */
  renew(id: string, places: readonly ConcurrentReservation[], now: number): void {
    for (const { name, limit } of places)
      this.sql.exec("UPDATE leases SET expires = ? WHERE id = ? AND name = ?", now + limit.lease, id, name);
  }

  giveBack(id: string): void {
    this.sql.exec("DELETE FROM leases WHERE id = ?", id);
  }

  removeExpired(now: number): void {
    this.sql.exec("DELETE FROM leases WHERE expires <= ?", now - LATE);
  }

  /** When the first lease can be removed; `undefined` if there is none. */
  nextExpiry(): number | undefined {
    const [first] = this.sql.exec("SELECT min(expires) AS expires FROM leases").toArray();
    return typeof first?.expires === "number" ? first.expires + LATE : undefined;
  }

  private taken(name: string, now: number): number {
    const [row] = this.sql.exec("SELECT count(*) AS n FROM leases WHERE name = ? AND expires > ?", name, now).toArray();
    return Number(row?.n);
  }
}
