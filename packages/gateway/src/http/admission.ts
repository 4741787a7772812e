import type { Config } from "../config/config.ts";
import { GatewayError } from "../errors.ts";
import type { Caller } from "./auth.ts";

/** So few requests are never too many. */
const FEW = 32;

/** What is under way, and whether there is room for more. */
export class Admission {
  requests = 0;
  streams = 0;
  private readonly lag: () => number;
  private readonly perTenant = new Map<string, number>();

  constructor(lag: () => number) {
    this.lag = lag;
  }

  /** Turns a request away where there are too many, or more than its caller may have; else gives what frees its place. */
  admit({ tenant, concurrency }: Caller, { maxInFlight, maxLag }: Config["server"]): () => void {
    // A machine that is busy with something else is no reason to turn away the few who come.
    const isLate = maxLag > 0 && this.requests > FEW && this.lag() > maxLag;
    if (this.requests > maxInFlight || isLate)
      throw new GatewayError("unavailable", "overloaded", "the gateway is busy; try again soon", { retryAfter: 1 });
    const taken = this.perTenant.get(tenant) ?? 0;
    if (concurrency > 0 && taken >= concurrency) throw tooMany(concurrency);
    this.perTenant.set(tenant, taken + 1);
    return () => this.free(tenant);
  }

  private free(tenant: string): void {
    const left = (this.perTenant.get(tenant) ?? 1) - 1;
    if (left > 0) this.perTenant.set(tenant, left);
    else this.perTenant.delete(tenant);
  }
}

function tooMany(concurrency: number): GatewayError {
  const message = `this key may have ${concurrency} requests under way; try again when one of them is done`;
  return new GatewayError("rate-limit", "too_many_requests", message, { retryAfter: 1 });
}
