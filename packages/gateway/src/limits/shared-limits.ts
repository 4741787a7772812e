import type { Clock } from "../clock.ts";
import { GatewayError } from "../errors.ts";
import { BoundedCalls, CallFailed } from "./bounded-calls.ts";
import type { LimitRefusal, LimitState, Reservation, Reserved } from "./limit-state.ts";
import { MemoryLimits } from "./memory-limits.ts";

export interface SharedLimitsOptions {
  /** What all gateways count with. */
  readonly shared: LimitState;
  /** Whether requests are served while it is down. */
  readonly onDown: "open" | "closed";
  /** How long a request waits for it, in milliseconds. */
  readonly timeout: number;
  readonly clock: Clock;
  /** Called with the problem if it cannot be reached, and with `undefined` when it can again. */
  readonly onTrouble: (trouble: string | undefined) => void;
}

/**
 * Limits that several gateways share. While these are down, each gateway counts by itself (`open`), so that none of them gives a key more
 * than its limit, or requests with limits are refused (`closed`).
 */
export class SharedLimits implements LimitState {
  private readonly options: SharedLimitsOptions;
  private readonly calls: BoundedCalls;
  private readonly own: MemoryLimits;

  constructor(options: SharedLimitsOptions) {
    const { timeout, clock, onTrouble } = options;
    this.options = options;
    this.own = new MemoryLimits(clock.now);
    this.calls = new BoundedCalls({
      timeout,
      clock,
      onTrouble: (trouble) =>
        onTrouble(trouble === undefined ? undefined : `shared limits cannot be reached: ${trouble}`),
    });
  }

  async reserve(key: string, reservations: readonly Reservation[]): Promise<LimitRefusal | Reserved> {
    const { shared, onDown } = this.options;
    try {
      const result = await this.calls.run(() => shared.reserve(key, reservations));
      return result.refused === undefined ? { adjust: (more) => this.adjust(result, more) } : result;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (onDown === "closed") throw unavailable();
      return this.own.reserve(key, reservations);
    }
  }

  close(): Promise<void> {
    return this.options.shared.close();
  }

  // What cannot be given back stays taken: a key may get less than its limit then, and never more.
  private async adjust(reserved: Reserved, reservations: readonly Reservation[]): Promise<void> {
    try {
      await this.calls.run(() => reserved.adjust(reservations));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
    }
  }
}

function unavailable(): GatewayError {
  const message = "the limits of this key cannot be checked; try again soon";
  return new GatewayError("unavailable", "limits_unavailable", message, { retryAfter: 1 });
}
