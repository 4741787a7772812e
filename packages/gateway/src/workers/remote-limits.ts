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

/** What a worker calls for its limits, in the primary. What a worker that is gone has taken stays taken. */
export function limitMethods(limits: LimitState): Pick<PrimaryMethods, "reserve" | "adjust"> {
  const taken = new Map<number, Reserved>();
  let last = 0;
  return {
    reserve: async (key, reservations) => {
      const result = await limits.reserve(key, reservations);
      if (result.refused !== undefined) return result;
      taken.set(++last, result);
      return last;
    },
    // A request settles once.
    adjust: async (number, reservations) => {
      const reserved = taken.get(number);
      taken.delete(number);
      await reserved?.adjust(reservations);
    },
  };
}
