import { loseField } from "../../mapping/node.ts";
import type { Provenance } from "../../model/node.ts";
import type { Report } from "../../report.ts";

/** The service tier of a response, if it is one of OpenAI's; other vendors' tiers are lost. */
export function usedTierFor(node: Provenance & { usedTier?: string | undefined }, report: Report): string | undefined {
  const { usedTier } = node;
  if (usedTier === undefined || SERVICE_TIERS.has(usedTier)) return usedTier;
  return loseField(node, "usedTier", report);
}

/** https://developers.openai.com/api/reference/resources/responses/methods/create */
export const SERVICE_TIERS: ReadonlySet<string> = new Set([
  "auto",
  "default",
  "flex",
  "scale",
  "priority",
  "fast",
  "ultrafast",
]);
