import { isConcurrent } from "../limits/concurrent.ts";
import type { LimitRefusal, LimitState, Reservation, Reserved } from "../limits/limit-state.ts";
import type { Channel } from "./channel.ts";
import type { PrimaryMethods } from "./methods.ts";

/** The limits that the primary counts, as a worker sees them. */
export class RemoteLimits implements LimitState {
  private readonly channel: Channel<PrimaryMethods>;

  constructor(channel: Channel<PrimaryMethods>) {
    this.channel = channel;
  }

  async reserve(key: string, reservations: readonly Reservation[]): Promise<LimitRefusal | Reserved> {
    const result = await this.channel.call("reserve", key, reservations);
    return typeof result === "number" ? { adjust: (more) => this.channel.call("adjust", result, more) } : result;
  }

  async close(): Promise<void> {}
}

interface Taken {
  readonly reserved: Reserved;
  readonly reservations: readonly Reservation[];
}

/** What a worker has taken of the limits, in the primary. */
export class WorkerLimits {
  private readonly limits: LimitState;
  private readonly taken = new Map<number, Taken>();
  private last = 0;
  private isClosed = false;

  constructor(limits: LimitState) {
    this.limits = limits;
  }

  /** What the worker calls. */
  get methods(): Pick<PrimaryMethods, "reserve" | "adjust"> {
    return {
      reserve: (key, reservations) => this.reserve(key, reservations),
      adjust: (number, reservations) => this.adjust(number, reservations),
    };
  }

  /** The worker is gone. Nobody knows what its requests have used, so that what they took stays taken; but they are not in flight. */
  async close(): Promise<void> {
    this.isClosed = true;
    const ended = [...this.taken.values()];
    this.taken.clear();
    for (const each of ended) await freePlaces(each);
  }

  private async reserve(key: string, reservations: readonly Reservation[]): Promise<LimitRefusal | number> {
    const reserved = await this.limits.reserve(key, reservations);
    if (reserved.refused !== undefined) return reserved;
    // What a worker has sent may be read after its end was noticed.
    if (this.isClosed) await freePlaces({ reserved, reservations });
    else this.taken.set(++this.last, { reserved, reservations });
    return this.last;
  }

  // A request settles once.
  private async adjust(number: number, reservations: readonly Reservation[]): Promise<void> {
    const taken = this.taken.get(number);
    this.taken.delete(number);
    await taken?.reserved.adjust(reservations);
  }
}

async function freePlaces({ reserved, reservations }: Taken): Promise<void> {
  const inFlight = reservations.filter(isConcurrent);
  if (inFlight.length > 0) await reserved.adjust(inFlight.map((each) => ({ ...each, amount: -each.amount })));
}
