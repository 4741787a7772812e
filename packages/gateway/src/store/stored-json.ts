import type { JsonObject } from "@toolglot/core";
import { parseJson, stringifyJson } from "@toolglot/core/base";
import type { StoredResponse } from "./store.ts";

/** A stored response as JSON text. */
export function stringifyStored(response: StoredResponse): string {
  // All of its fields are JSON, but an interface has no index signature.
  return stringifyJson(response as unknown as JsonObject);
}

/** Reads what `stringifyStored` has written; it is not checked, because only this gateway writes to its store. */
export function parseStored(text: string): StoredResponse {
  return parseJson(text) as unknown as StoredResponse;
}
