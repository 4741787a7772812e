import type { Caller, KeyLimits } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import type { Limit, LimitState, Reservation } from "./limit-state.ts";
import type { StoreTimeout } from "./store-timeout.ts";

/** What a request may use at most, or has used. */
export interface KeyUsage {
  readonly tokens: number;
  /** In dollars. */
  readonly cost: number;
}

/** A request that was admitted; what it has really used is settled at its end. */
export interface Admitted {
  settle(used: KeyUsage): Promise<void>;
}

/** A caller with limits. */
export type LimitedCaller = Pick<Caller, "tenant" | "concurrency" | "limits"> & {
  /** How long its request waits for the limits. */
  readonly storeTimeout?: StoreTimeout | undefined;
};

/** In milliseconds. */
const MINUTE = 60_000;

/** After so many milliseconds, the requests of a gateway that was killed are no longer in flight. */
const LEASE = 30_000;

/**
 * Takes what a request may use of the limits of its key before it is sent, and gives back at its end what it has not used. So a limit
 * holds for any number of requests at once. Throws the error for the client if a limit is reached.
 */
export async function admit(
  state: LimitState,
  caller: LimitedCaller,
  expected: KeyUsage,
  now: number,
): Promise<Admitted> {
  const { tenant, concurrency, limits = {}, storeTimeout } = caller;
  const reservations = [...slotFor(concurrency, 1), ...reservationsFor(limits, expected, now)];
  const result = await state.reserve(tenant, reservations, storeTimeout);
  if (result.refused === CONCURRENCY) throw tooManyInFlight(concurrency);
  if (result.refused !== undefined) throw limitReached(result.refused, result.retryAfter, limits);
  return {
    settle: (used) => {
      const final = [...slotFor(concurrency, 0), ...reservationsFor(limits, used, now)];
      return result.adjust(differences(reservations, final));
    },
  };
}

const CONCURRENCY = "concurrency";

/** A place among the requests of a key that are in flight. */
function slotFor(max: number, amount: number): Reservation[] {
  return max === 0 ? [] : [{ name: CONCURRENCY, limit: { type: "concurrent", max, lease: LEASE }, amount }];
}

function reservationsFor({ rpm, tpm, budget }: KeyLimits, { tokens, cost }: KeyUsage, now: number): Reservation[] {
  const rate = (max: number): Limit => ({ type: "rate", max, period: MINUTE });
  return [
    ...(rpm === undefined ? [] : [{ name: "rpm", limit: rate(rpm), amount: 1 }]),
    ...(tpm === undefined ? [] : [{ name: "tpm", limit: rate(tpm), amount: tokens }]),
    ...(budget === undefined
      ? []
      : [
          {
            name: "budget",
            limit: { type: "sum", max: budget.amount, resetsAt: periodEnd(budget.per, now) } as const,
            amount: cost,
          },
        ]),
  ];
}

// What was reserved is what was possible of it.
function differences(reserved: readonly Reservation[], used: readonly Reservation[]): Reservation[] {
  return used.map((each, index) => {
    const { amount = 0 } = reserved[index] ?? {};
    return { ...each, amount: each.amount - amount };
  });
}

/** The end of the current day or month in UTC, in milliseconds since 1970. */
export function periodEnd(per: "day" | "month", now: number): number {
  const date = new Date(now);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return per === "day" ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
}

/** The error for a key with too many requests in flight. */
export function tooManyInFlight(max: number): GatewayError {
  const message = `this key may have ${max} requests in flight (${CONCURRENCY}); try again when one of them is done`;
  return new GatewayError("rate-limit", "too_many_requests", message, { retryAfter: 1 });
}

function limitReached(name: string, milliseconds: number, { rpm, tpm, budget }: KeyLimits): GatewayError {
  const seconds = Math.ceil(milliseconds / 1000);
  const allowed: Readonly<Record<string, string>> = {
    rpm: `${rpm} requests per minute (rpm)`,
    tpm: `${tpm} tokens per minute (tpm)`,
    budget: `$${budget?.amount} per ${budget?.per} (budget)`,
  };
  const message = `this key may use ${allowed[name] ?? name}; try again in ${seconds} s`;
  return new GatewayError("rate-limit", `${name}_limit_reached`, message, { retryAfter: seconds });
}
