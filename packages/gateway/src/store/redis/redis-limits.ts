import type { LimitRefusal, Reservation } from "../../limits/limit-state.ts";
import type { LimitStore, LimitUse, Settlement } from "../../limits/limit-store.ts";
import { RENEW, RESERVE, SETTLE } from "./limit-scripts.ts";
import type { RedisLink } from "./redis-link.ts";

export interface RedisLimitsOptions {
  readonly link: RedisLink;
  /** What all keys begin with. */
  readonly prefix: string;
}

/** Counts in Redis or Valkey, for all gateways that share it. A script does each step, so that two gateways never take the same. */
export class RedisLimits implements LimitStore {
  private readonly options: RedisLimitsOptions;

  constructor(options: RedisLimitsOptions) {
    this.options = options;
    options.link.open();
  }

  async reserve({ id, key, reservations }: LimitUse): Promise<LimitRefusal | undefined> {
    const amounts = reservations.map(({ amount }) => amount);
    const values = [id, ...describe(reservations, amounts)];
    const reply = await this.run(RESERVE, this.keysOf(key, id, reservations), values);
    const [index = 0, retryAfter = 0] = reply as readonly number[];
    const refused = reservations[index - 1]?.name;
    return refused === undefined ? undefined : { refused, retryAfter };
  }

  async settle({ id, key, reservations, used, isReserved }: Settlement): Promise<void> {
    const values = [id, isReserved ? "1" : "0", ...describe(reservations, used, reservations)];
    await this.run(SETTLE, this.keysOf(key, id, reservations), values);
  }

  async renew(key: string, reservation: Reservation, ids: readonly string[]): Promise<void> {
    await this.run(RENEW, [this.counterOf(key, reservation)], [String(lastOf(reservation)), ...ids]);
  }

  close(): Promise<void> {
    return this.options.link.close();
  }

  private run(script: string, keys: string[], values: string[]): Promise<unknown> {
    return this.options.link.run((redis) => redis.eval(script, { keys, arguments: values }));
  }

  /** The requests whose reservations are taken, the mark of this one if it was settled without one, and the counters. */
  private keysOf(key: string, id: string, reservations: readonly Reservation[]): string[] {
    const counters = reservations.map((each) => this.counterOf(key, each));
    return [this.keyOf(key, "open"), this.keyOf(key, `done:${id}`), ...counters];
  }

  private counterOf(key: string, { name, limit }: Reservation): string {
    return this.keyOf(key, `${name}:${limit.type === "sum" ? limit.resetsAt : 0}`);
  }

  // The braces put all that belongs to one key on one node of a cluster.
  private keyOf(key: string, part: string): string {
    return `${this.options.prefix}:1:limit:{${encodeURIComponent(key)}}:${part}`;
  }
}

/** For each reservation: its type, its maximum, its time, an amount, and what was reserved before. */
function describe(
  reservations: readonly Reservation[],
  amounts: readonly number[],
  reserved: readonly Reservation[] = [],
): string[] {
  return reservations.flatMap((reservation, index) => {
    const { type, max } = reservation.limit;
    const numbers = [max, lastOf(reservation), amounts[index] ?? 0, reserved[index]?.amount ?? 0];
    return [type, ...numbers.map(String)];
  });
}

function lastOf({ limit }: Reservation): number {
  switch (limit.type) {
    case "sum":
      return limit.resetsAt;
    case "rate":
      return limit.period;
    case "concurrent":
      return limit.lease;
  }
}
