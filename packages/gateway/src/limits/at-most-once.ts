import type { LimitRefusal, LimitState, Reserved } from "./limit-state.ts";
import type { LimitStore, LimitUse, Settlement } from "./limit-store.ts";

/**
 * A state that knows no ids as a store for several gateways. What it does not confirm is not repeated, since it could count twice: then a
 * key may get less than its limit.
 */
export class AtMostOnceLimits implements LimitStore {
  private readonly state: LimitState;
  private readonly taken = new Map<string, Promise<LimitRefusal | Reserved>>();

  constructor(state: LimitState) {
    this.state = state;
  }

  async reserve({ id, key, reservations }: LimitUse): Promise<LimitRefusal | undefined> {
    const taking = this.state.reserve(key, reservations);
    this.taken.set(id, taking);
    try {
      const result = await taking;
      if (result.refused === undefined) return undefined;
      this.taken.delete(id);
      return result;
    } catch (error) {
      this.taken.delete(id);
      throw error;
    }
  }

  // Also of a reservation that is late: it is waited for.
  async settle({ id, reservations, used }: Settlement): Promise<void> {
    const taking = this.taken.get(id);
    this.taken.delete(id);
    const result = await taking;
    if (result === undefined || result.refused !== undefined) return;
    await result.adjust(reservations.map((each, index) => ({ ...each, amount: (used[index] ?? 0) - each.amount })));
  }

  async renew(): Promise<void> {}

  close(): Promise<void> {
    return this.state.close();
  }
}
