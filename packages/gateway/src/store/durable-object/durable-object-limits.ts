import { type Clock, systemClock, type Timer } from "../../clock.ts";
import { type ConcurrentReservation, isConcurrent } from "../../limits/concurrent.ts";
import type { LimitRefusal, LimitState, Reservation, Reserved } from "../../limits/limit-state.ts";
import type { LimitRequest } from "./limit-request.ts";
import type { ObjectLink } from "./object-link.ts";

/** A lease is renewed so often in its time, so that a renewal or two may fail. */
const RENEWALS = 3;

/** Counts in Durable Objects, one for each key. */
export class DurableObjectLimits implements LimitState {
  private readonly link: ObjectLink;
  private readonly clock: Clock;

  constructor(link: ObjectLink, clock: Clock = systemClock) {
    this.link = link;
    this.clock = clock;
  }

  async reserve(key: string, reservations: readonly Reservation[]): Promise<LimitRefusal | Reserved> {
    const id = crypto.randomUUID();
    const call = (action: string, request: LimitRequest) => this.link.call(key, action, JSON.stringify(request));
    const refusal = reservations.length === 0 ? null : await call("reserve", { id, reservations });
    // The object answers with a refusal or with null.
    if (refusal !== null) return refusal as unknown as LimitRefusal;
    const places = reservations.filter(isConcurrent);
    const lease = this.hold(places, () => call("renew", { id, reservations: places }));
    return {
      adjust: async (more) => {
        lease.end();
        if (more.length > 0) await call("adjust", { id, reservations: more });
      },
    };
  }

  async close(): Promise<void> {}

  // A timer for each request: on Workers, one ends with the request that has set it, and may call objects for that request alone.
  private hold(places: readonly ConcurrentReservation[], renew: () => Promise<unknown>): { end(): void } {
    const [place] = places;
    let timer: Timer | undefined;
    const schedule = (milliseconds: number) => {
      timer = this.clock.setTimer(() => {
        // What fails is tried again at the next time.
        renew().catch(() => undefined);
        schedule(milliseconds);
      }, milliseconds);
    };
    if (place !== undefined) schedule(place.limit.lease / RENEWALS);
    return { end: () => this.clock.clearTimer(timer) };
  }
}
