import type { CounterTable, LimitCounter } from "../../limits/counters.ts";
import type { Limit } from "../../limits/limit-state.ts";
import type { SqlStorage } from "./runtime.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const SCHEMA = "CREATE TABLE IF NOT EXISTS counters (id TEXT PRIMARY KEY, counter TEXT, expires INTEGER)";

/** The counters of a key's limits. */
export class StoredCounters implements CounterTable {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(SCHEMA);
  }

  get(id: string): LimitCounter | undefined {
    const [row] = this.sql.exec("SELECT counter FROM counters WHERE id = ?", id).toArray();
    return row === undefined ? undefined : (JSON.parse(String(row.counter)) as LimitCounter);
  }

  set(id: string, counter: LimitCounter): void {
    const query = "INSERT OR REPLACE INTO counters (id, counter, expires) VALUES (?, ?, ?)";
    this.sql.exec(query, id, JSON.stringify(counter), expiryOf(counter.limit, counter.at));
  }

  removeExpired(now: number): void {
    this.sql.exec("DELETE FROM counters WHERE expires <= ?", now);
  }

  /** When the first counter expires; `undefined` if there is none. */
  nextExpiry(): number | undefined {
    const [first] = this.sql.exec("SELECT min(expires) AS expires FROM counters").toArray();
    return typeof first?.expires === "number" ? first.expires : undefined;
  }
}

// Long after it has any effect: the object is woken to remove it, which costs a little.
function expiryOf(limit: Limit, now: number): number {
  switch (limit.type) {
    case "sum":
      return limit.resetsAt + DAY;
    case "rate":
      return now + Math.max(HOUR, 2 * limit.period);
    case "concurrent":
      throw new TypeError("requests in flight have leases");
  }
}
