import { findDialect, type JsonObject, requestTraits } from "@toolglot/core";
import type { RoutedRequest } from "./route-condition.ts";

/** The request of a client of a dialect, for `destinationsFor`. */
export function routedRequest(dialect: string, body: JsonObject): RoutedRequest {
  return {
    body,
    traits: () => {
      const reader = findDialect(dialect);
      return reader === undefined ? NONE : requestTraits(body, reader);
    },
  };
}

const NONE = { thinking: false, images: false };
