import type { Limit, Reservation } from "./limit-state.ts";

/** A place among the requests of a key that are in flight. */
export type ConcurrentReservation = Reservation & { readonly limit: Extract<Limit, { type: "concurrent" }> };

export function isConcurrent(reservation: Reservation): reservation is ConcurrentReservation {
  return reservation.limit.type === "concurrent";
}
