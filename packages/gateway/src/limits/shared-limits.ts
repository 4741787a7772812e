import type { Clock } from "../clock.ts";
import { GatewayError } from "../errors.ts";
import { BoundedCalls, type BoundedCallsOptions } from "./bounded-calls.ts";
import { Leases } from "./leases.ts";
import type { LimitRefusal, LimitState, Reservation, Reserved } from "./limit-state.ts";
import type { LimitStore, LimitUse, Settlement } from "./limit-store.ts";
import { MemoryLimits } from "./memory-limits.ts";
import { StoreFailure } from "./store-failure.ts";
import type { StoreTimeout } from "./store-timeout.ts";
import { Unsettled } from "./unsettled.ts";

export interface SharedLimitsOptions extends BoundedCallsOptions {
  /** What all gateways count with. */
  readonly shared: LimitStore;
  /** Whether requests are served while it is down. */
  readonly onDown: "open" | "closed";
  readonly clock: Clock;
  readonly makeId: () => string;
  /** Called with the number of requests whose use could not be counted. */
  readonly onDropped?: (count: number) => void;
}

/**
 * Limits that several gateways share. While these are down, each gateway counts by itself (`open`), so that none of them gives a key more
 * than its limit, or requests with limits are refused (`closed`). What was used is counted as soon as they are up again.
 */
export class SharedLimits implements LimitState {
  private readonly options: SharedLimitsOptions;
  private readonly calls: BoundedCalls;
  /** What this gateway has admitted, whether the shared limits were up or not. */
  private readonly own: MemoryLimits;
  private readonly leases: Leases;
  private readonly ended: Unsettled;

  constructor(options: SharedLimitsOptions) {
    const { shared, clock, onTrouble, onDropped = () => {} } = options;
    this.options = options;
    this.own = new MemoryLimits(clock.now);
    this.calls = new BoundedCalls({
      ...options,
      onTrouble: (trouble) =>
        onTrouble(trouble === undefined ? undefined : `shared limits cannot be reached: ${trouble}`),
    });
    const settle = (settlement: Settlement) => this.calls.run("settle", () => shared.settle(settlement));
    this.leases = new Leases({
      clock,
      renew: (...request) => this.calls.run("renew", () => shared.renew(...request)),
    });
    this.ended = new Unsettled({ clock, onDropped, settle });
  }

  get unsettled(): number {
    return this.ended.size;
  }

  async reserve(
    key: string,
    reservations: readonly Reservation[],
    storeTimeout?: StoreTimeout,
  ): Promise<LimitRefusal | Reserved> {
    const use = { id: this.options.makeId(), key, reservations };
    try {
      const refusal = await this.calls.run("reserve", () => this.options.shared.reserve(use), storeTimeout);
      return refusal ?? this.admitted(use, this.own.take(key, reservations), true);
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      return this.reserveOwn(use, error);
    }
  }

  noteReconnected(): void {
    this.calls.noteReconnected();
  }

  async close(): Promise<void> {
    this.leases.close();
    await this.ended.close();
    await this.options.shared.close();
  }

  private async reserveOwn(use: LimitUse, { mayHaveRun }: StoreFailure): Promise<LimitRefusal | Reserved> {
    const isOpen = this.options.onDown === "open";
    const own = isOpen ? await this.own.reserve(use.key, use.reservations) : undefined;
    if (own !== undefined && own.refused === undefined) return this.admitted(use, own, false);
    // The request will not be served, and must not be counted if the store has taken it nevertheless.
    if (mayHaveRun) this.ended.add({ ...use, used: use.reservations.map(() => 0), isReserved: false });
    if (own === undefined) throw unavailable();
    return own;
  }

  private admitted(use: LimitUse, own: Reserved, isReserved: boolean): Reserved {
    this.leases.hold(use);
    return {
      adjust: async (more) => {
        this.leases.release(use);
        await own.adjust(more);
        const used = use.reservations.map(({ amount }, index) => amount + (more[index]?.amount ?? 0));
        await this.settle({ ...use, used, isReserved });
      },
    };
  }

  private async settle(settlement: Settlement): Promise<void> {
    try {
      await this.calls.run("settle", () => this.options.shared.settle(settlement));
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      this.ended.add(settlement);
    }
  }
}

function unavailable(): GatewayError {
  const message = "the limits of this key cannot be checked; try again soon";
  return new GatewayError("unavailable", "limits_unavailable", message, { retryAfter: 1 });
}
