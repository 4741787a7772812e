import { loseField } from "../../mapping/node.ts";
import type { Provenance } from "../../model/node.ts";
import type { Report } from "../../report.ts";

/** The service tier of a request or response, if it is one of OpenAI's; other vendors' tiers are lost. */
export function tierFor(
  node: Provenance & { serviceTier?: string | undefined },
  dialect: string,
  report: Report,
): string | undefined {
  const { serviceTier, origin } = node;
  if (serviceTier === undefined || origin?.dialect === dialect || TIERS.has(serviceTier)) return serviceTier;
  return loseField(node, "serviceTier", report);
}

const TIERS: ReadonlySet<string> = new Set(["auto", "default", "flex", "scale", "priority", "fast"]);
