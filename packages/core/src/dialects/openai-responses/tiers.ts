import { loseField } from "../../mapping/node.ts";
import type { Provenance } from "../../model/node.ts";
import type { Report } from "../../report.ts";

/** The service tier of a response, if it is one of OpenAI's; other vendors' tiers are lost. */
export function tierFor(node: Provenance & { serviceTier?: string | undefined }, report: Report): string | undefined {
  const { serviceTier } = node;
  if (serviceTier === undefined || TIERS.has(serviceTier)) return serviceTier;
  return loseField(node, "serviceTier", report);
}

/** https://developers.openai.com/api/reference/resources/responses/methods/create */
const TIERS: ReadonlySet<string> = new Set(["auto", "default", "flex", "scale", "priority", "fast", "ultrafast"]);
