import type { LimitRefusal, LimitState, Reservation, Reserved } from "../../limits/limit-state.ts";
import type { ObjectLink } from "./object-link.ts";

/** Counts in Durable Objects, one for each key. */
export class DurableObjectLimits implements LimitState {
  private readonly link: ObjectLink;

  constructor(link: ObjectLink) {
    this.link = link;
  }

  async reserve(key: string, reservations: readonly Reservation[]): Promise<LimitRefusal | Reserved> {
    const adjust = async (more: readonly Reservation[]) => {
      if (more.length > 0) await this.link.call(key, "adjust", JSON.stringify(more));
    };
    if (reservations.length === 0) return { adjust };
    const refusal = await this.link.call(key, "reserve", JSON.stringify(reservations));
    return refusal === null ? { adjust } : (refusal as unknown as LimitRefusal);
  }

  async close(): Promise<void> {}
}
