import type { Reservation } from "../../limits/limit-state.ts";

/** What a gateway asks of the object that counts for a key. */
export interface LimitRequest {
  /** Of the client's request, unique among all. */
  readonly id: string;
  readonly reservations: readonly Reservation[];
}
