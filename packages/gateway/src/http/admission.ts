import type { Caller } from "../caller.ts";
import type { ServerSettings } from "../config/config.ts";
import { GatewayError } from "../errors.ts";
import { tooManyInFlight } from "../limits/key-limits.ts";

/** Up to this many requests, a slow event loop is no reason to refuse more: the machine is busy with something else. */
const FEW = 32;

/** Gives back nothing. */
export const NOTHING_TAKEN = (): void => {};

/** Counts the requests in flight, and refuses those that are too many. */
export class Admission {
  requests = 0;
  streams = 0;
  private readonly lag: () => number;
  private readonly perTenant = new Map<string, number>();

  constructor(lag: () => number) {
    this.lag = lag;
  }

  /** Throws if the gateway is overloaded or the caller is at its limit; else returns what releases the caller's slot. */
  admit(
    { tenant, concurrency }: Caller,
    { maxInFlight, maxLag }: Pick<ServerSettings, "maxInFlight" | "maxLag">,
  ): () => void {
    const isLate = maxLag > 0 && this.requests > FEW && this.lag() > maxLag;
    if (this.requests > maxInFlight || isLate)
      throw new GatewayError("unavailable", "overloaded", "the gateway is overloaded; try again soon", {
        retryAfter: 1,
      });
    // Without a key, there is no limit to count for.
    if (tenant === "") return NOTHING_TAKEN;
    const used = this.perTenant.get(tenant) ?? 0;
    if (concurrency > 0 && used >= concurrency) throw tooManyInFlight(concurrency);
    this.perTenant.set(tenant, used + 1);
    return () => this.release(tenant);
  }

  private release(tenant: string): void {
    const left = (this.perTenant.get(tenant) ?? 1) - 1;
    if (left > 0) this.perTenant.set(tenant, left);
    else this.perTenant.delete(tenant);
  }
}
