import { loseField } from "../../mapping/node.ts";
import type { Provenance } from "../../model/node.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** The service tier that a request asks for, if it is one of OpenAI's; other vendors' tiers are lost where it is written. */
export function tierFor(request: CanonicalRequest, dialect: string): string | undefined {
  const { serviceTier } = request;
  return isKnown(serviceTier, dialect, request) ? serviceTier : undefined;
}

/** The service tier that served a response, if it is one of OpenAI's; other vendors' tiers are lost. */
export function usedTierFor(
  node: Provenance & { usedTier?: string | undefined },
  dialect: string,
  report: Report,
): string | undefined {
  const { usedTier } = node;
  return isKnown(usedTier, dialect, node) ? usedTier : loseField(node, "usedTier", report);
}

function isKnown(tier: string | undefined, dialect: string, { origin }: Provenance): boolean {
  return tier === undefined || origin?.dialect === dialect || TIERS.has(tier);
}

const TIERS: ReadonlySet<string> = new Set(["auto", "default", "flex", "scale", "priority", "fast"]);
