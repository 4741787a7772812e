import type { Provenance } from "../../model/node.ts";
import type { CanonicalRequest } from "../../model/request.ts";

/** Where every stream ends with its usage, who asks for a stream asks for that too. */
export function impliedStreamUsage({ origin }: Provenance): Pick<CanonicalRequest, "includeUsage" | "origin"> {
  if (origin === undefined) return { includeUsage: true };
  const { dialect, place, fields, elsewhere } = origin;
  const told = { ...elsewhere, includeUsage: place.at("stream") };
  return { includeUsage: true, origin: { dialect, place, fields, elsewhere: told } };
}
