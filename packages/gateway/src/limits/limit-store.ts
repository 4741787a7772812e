import type { LimitRefusal, Reservation } from "./limit-state.ts";

/** What a request takes of the limits of its key. */
export interface LimitUse {
  /** Unique among all requests, so that what is repeated counts once. */
  readonly id: string;
  readonly key: string;
  readonly reservations: readonly Reservation[];
}

/** What a request has used in the end. */
export interface Settlement extends LimitUse {
  /** The amount of each reservation. */
  readonly used: readonly number[];
  /** Whether it is known that the reservations were taken. If not, they may have been, or may be later. */
  readonly isReserved: boolean;
}

/** Where gateways count together. Every step is atomic, and one that is repeated counts once: its reply may have been lost. */
export interface LimitStore {
  /** Takes all reservations, or none of them. */
  reserve(use: LimitUse): Promise<LimitRefusal | undefined>;
  /** Replaces what was reserved by what was used. */
  settle(settlement: Settlement): Promise<void>;
  /** Requests of a key that are still in flight, by their ids. */
  renew(key: string, reservation: Reservation, ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
