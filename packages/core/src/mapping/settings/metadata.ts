// Metadata of a request is data of the caller's own, which some APIs limit.

import type { JsonObject } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";

/** The pairs of a key and a text that an API takes as metadata. */
export interface MetadataLimits {
  readonly least?: number;
  readonly most: number;
  readonly key: RegExp;
  readonly value: RegExp;
}

/** The metadata of a request, if an API takes all of it; otherwise it is lost where it is written. */
export function limitedMetadata(
  { least = 0, most, key, value }: MetadataLimits,
  { metadata }: CanonicalRequest,
): JsonObject | undefined {
  const entries = Object.entries(metadata ?? {});
  const fits = entries.every(([name, text]) => key.test(name) && typeof text === "string" && value.test(text));
  return fits && entries.length >= least && entries.length <= most ? metadata : undefined;
}
