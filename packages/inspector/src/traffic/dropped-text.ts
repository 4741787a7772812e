import type { ExchangeSummary } from "@toolglot/gateway";

/** That bodies are not kept, and whether that is because there were many requests in the same second. */
export function droppedText(bodiesDropped: NonNullable<ExchangeSummary["bodiesDropped"]>): string {
  return bodiesDropped === "sampled" ? "busy second, bodies not kept" : "bodies not kept";
}
