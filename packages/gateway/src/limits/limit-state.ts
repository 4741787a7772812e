import type { StoreTimeout } from "./store-timeout.ts";

/** A limit on what a key may use. */
export type Limit =
  /** So much at once, which is available again after a period, evenly: a leaky bucket. */
  | { readonly type: "rate"; readonly max: number /** In milliseconds. */; readonly period: number }
  /** So much in all, until a time in milliseconds since 1970. */
  | { readonly type: "sum"; readonly max: number; readonly resetsAt: number }
  /** So many requests in flight. Where gateways count together, one that is not renewed for `lease` milliseconds was lost with its gateway. */
  | { readonly type: "concurrent"; readonly max: number; readonly lease: number };

/** How much of a limit a request takes. */
export interface Reservation {
  /** The name of the limit, unique among those of its key. */
  readonly name: string;
  readonly limit: Limit;
  readonly amount: number;
}

/** The first reservation that was not possible, and in how many milliseconds it may be. */
export interface LimitRefusal {
  readonly refused: string;
  readonly retryAfter: number;
}

/** What was taken. */
export interface Reserved {
  readonly refused?: undefined;
  /** Adds amounts to it, whatever the limits are; negative ones are given back. Called once, at the end of the request. */
  adjust(reservations: readonly Reservation[]): Promise<void>;
}

/** Counts what keys have used of their limits. */
export interface LimitState {
  /** Takes all reservations of a key, or none of them; a state that may be slow is waited for as long as the timeout of the request allows. */
  reserve(
    key: string,
    reservations: readonly Reservation[],
    storeTimeout?: StoreTimeout,
  ): Promise<LimitRefusal | Reserved>;
  /** How many requests have ended whose use is not counted yet, where several gateways count together. */
  readonly unsettled?: number;
  /** What counts the limits can be reached again, whether somebody reserves something or not. */
  noteReconnected?(): void;
  close(): Promise<void>;
}
