// Chat Completions sends usage in streams only on request (`stream_options.include_usage`); the other dialects always
// do.

import type { Provenance } from "../../model/node.ts";
import type { CanonicalRequest } from "../../model/request.ts";

/** `includeUsage` for dialects whose streams always end with the usage: asking for a stream implies it. */
export function impliedStreamUsage({ origin }: Provenance): Pick<CanonicalRequest, "includeUsage" | "origin"> {
  if (origin === undefined) return { includeUsage: true };
  const elsewhere = { ...origin.elsewhere, includeUsage: origin.place.at("stream") };
  return { includeUsage: true, origin: { ...origin, elsewhere } };
}
