import type { Clock, Timer } from "../clock.ts";
import { type ConcurrentReservation, isConcurrent } from "./concurrent.ts";
import type { LimitStore, LimitUse } from "./limit-store.ts";

export interface LeasesOptions {
  readonly renew: LimitStore["renew"];
  readonly clock: Clock;
}

/** The requests of one key that are in flight here. */
interface Held {
  readonly ids: Set<string>;
  /** Of the newest request, since a key's limit may change. */
  reservation: ConcurrentReservation;
}

/** A lease is renewed so often in its time, so that a renewal or two may fail. */
const RENEWALS = 3;

/** Renews the places of requests in flight among those of their key, so that only those of a gateway that is gone run out. */
export class Leases {
  private readonly options: LeasesOptions;
  private readonly keys = new Map<string, Held>();
  private timer: Timer | undefined;

  constructor(options: LeasesOptions) {
    this.options = options;
  }

  hold({ id, key, reservations }: LimitUse): void {
    const reservation = reservations.find(isConcurrent);
    if (reservation === undefined) return;
    const held = this.keys.get(key) ?? { ids: new Set(), reservation };
    held.ids.add(id);
    held.reservation = reservation;
    this.keys.set(key, held);
    this.schedule(reservation.limit.lease);
  }

  release({ id, key }: LimitUse): void {
    const held = this.keys.get(key);
    if (held?.ids.delete(id) && held.ids.size === 0) this.keys.delete(key);
    if (this.keys.size === 0) this.close();
  }

  close(): void {
    this.options.clock.clearTimer(this.timer);
    this.timer = undefined;
  }

  private schedule(lease: number): void {
    this.timer ??= this.options.clock.setTimer(() => this.renewAll(lease), lease / RENEWALS);
  }

  private renewAll(lease: number): void {
    this.timer = undefined;
    // What fails is tried again at the next time; the caller has been told.
    for (const [key, { reservation, ids }] of this.keys)
      this.options.renew(key, reservation, [...ids]).catch(() => undefined);
    if (this.keys.size > 0) this.schedule(lease);
  }
}
