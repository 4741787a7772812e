import { isConcurrent } from "../../limits/concurrent.ts";
import { adjustAll, reserveAll } from "../../limits/counters.ts";
import type { LimitRefusal } from "../../limits/limit-state.ts";
import type { LimitRequest } from "./limit-request.ts";
import type { DurableObjectState, DurableObjectStorage } from "./runtime.ts";
import { StoredCounters } from "./stored-counters.ts";
import { type EntryLimits, StoredEntries } from "./stored-entries.ts";
import { StoredLeases } from "./stored-leases.ts";

/** The first line of a request to store an entry; the entry follows. */
export interface PutHead {
  readonly id: string;
  readonly limits: EntryLimits;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * The Durable Object in which gateways on Cloudflare Workers share their state. There is one for the responses of each key, one for its
 * reasoning, and one for its limits. Each does one thing at a time, so that two requests never take the same.
 *
 * @example
 * export { ToolglotState } from "@toolglot/gateway/web";
 */
export class ToolglotState {
  private readonly storage: DurableObjectStorage;
  private entries: StoredEntries;
  private counters: StoredCounters;
  private leases: StoredLeases;

  constructor({ storage }: DurableObjectState) {
    this.storage = storage;
    this.entries = new StoredEntries(storage.sql);
    this.counters = new StoredCounters(storage.sql);
    this.leases = new StoredLeases(storage.sql);
  }

  /** Called by the gateway through the binding; there is no other way to reach it. */
  async fetch(request: Request): Promise<Response> {
    const body = await request.text();
    const result = this.change(() => this.run(new URL(request.url).pathname, body, Date.now()));
    if (result === undefined) return new Response(null, { status: 404 });
    await this.scheduleRemoval();
    return new Response(result);
  }

  /** Called by the runtime, to remove what has expired. */
  async alarm(): Promise<void> {
    this.change(() => {
      for (const table of [this.entries, this.counters, this.leases]) table.removeExpired(Date.now());
    });
    if (this.nextExpiry() !== undefined) return this.scheduleRemoval();
    await this.storage.deleteAll();
    this.entries = new StoredEntries(this.storage.sql);
    this.counters = new StoredCounters(this.storage.sql);
    this.leases = new StoredLeases(this.storage.sql);
  }

  /** The text of the reply; `undefined` if there is no such action. */
  private run(action: string, body: string, now: number): string | undefined {
    switch (action) {
      case "/get":
        return `[${(JSON.parse(body) as string[]).map((id) => this.textOf(id, now)).join(",")}]`;
      case "/put":
        return this.put(body, now);
      case "/delete":
        return JSON.stringify(this.entries.delete(JSON.parse(body) as string, now));
      case "/reserve":
        return JSON.stringify(this.reserve(JSON.parse(body) as LimitRequest, now) ?? null);
      case "/adjust":
        return this.adjust(JSON.parse(body) as LimitRequest, now);
      case "/renew":
        return this.renew(JSON.parse(body) as LimitRequest, now);
      default:
        return undefined;
    }
  }

  private reserve({ id, reservations }: LimitRequest, now: number): LimitRefusal | undefined {
    const places = reservations.filter(isConcurrent);
    const counted = reservations.filter((each) => !isConcurrent(each));
    const refusal = this.leases.refusal(places, now) ?? reserveAll(this.counters, counted, now);
    if (refusal === undefined) this.leases.take(id, places, now);
    return refusal;
  }

  private adjust({ id, reservations }: LimitRequest, now: number): string {
    this.leases.giveBack(id);
    adjustAll(
      this.counters,
      reservations.filter((each) => !isConcurrent(each)),
      now,
    );
    return "null";
  }

  private renew({ id, reservations }: LimitRequest, now: number): string {
    this.leases.renew(id, reservations.filter(isConcurrent), now);
    return "null";
  }

  private put(body: string, now: number): string {
    const end = body.indexOf("\n");
    const { id, limits } = JSON.parse(body.slice(0, end)) as PutHead;
    this.entries.put(id, encoder.encode(body.slice(end + 1)), limits, now);
    return "null";
  }

  // The text is passed on as it is: a number that this runtime cannot represent is still the same.
  private textOf(id: string, now: number): string {
    const bytes = this.entries.get(id, now);
    return bytes === undefined ? "null" : decoder.decode(bytes);
  }

  private change<T>(run: () => T): T {
    try {
      return this.storage.transactionSync(run);
    } catch (error) {
      this.entries.forgetTotals();
      throw error;
    }
  }

  private nextExpiry(): number | undefined {
    const tables = [this.entries, this.counters, this.leases];
    const times = tables.map((table) => table.nextExpiry()).filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  private async scheduleRemoval(): Promise<void> {
    const next = this.nextExpiry();
    if (next === undefined) return;
    const alarm = await this.storage.getAlarm();
    if (alarm === null || next < alarm) await this.storage.setAlarm(next);
  }
}
