// The service tier that a response was served with, where a dialect has its own words for tiers.

import type { Json } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { loseField } from "../node.ts";
import { keyOf } from "../values/key-of.ts";

/** The words of a dialect, and the canonical tiers. */
export interface Tiers {
  readonly dialect: string;
  readonly names: ReadonlyMap<string, string>;
}

/** A response, or an event of a stream, that may name its tier. */
export type TieredNode = Provenance & { readonly usedTier?: string | undefined };

/** The canonical tier of a dialect's word; other words stay as they are. */
export function readUsedTier({ names }: Tiers, raw: Json | undefined): string | undefined {
  return typeof raw === "string" ? (names.get(raw) ?? raw) : undefined;
}

/** A response with the tier that stands in its usage. */
export function withUsedTier(
  response: CanonicalResponse,
  usedTier: string | undefined,
  pointer: string,
): CanonicalResponse {
  const { origin } = response;
  if (usedTier === undefined || origin === undefined) return response;
  return { ...response, usedTier, origin: { ...origin, fields: { ...origin.fields, usedTier: pointer } } };
}

/** A dialect's word for the tier of a response; a tier that it has no word for is lost. */
export function writeUsedTier({ dialect, names }: Tiers, served: TieredNode, report: Report): string | undefined {
  const { usedTier, origin } = served;
  const raw = keyOf(names, usedTier);
  if (usedTier === undefined || raw !== undefined) return raw;
  return origin?.dialect === dialect ? usedTier : loseField(served, "usedTier", report);
}
