import { GatewayError } from "../errors.ts";

/** Somebody looks at an exchange that has just been removed from the ring. */
export function droppedExchange(): GatewayError {
  return new GatewayError("not-found", "exchange_not_found", "the exchange has been dropped for newer ones");
}
