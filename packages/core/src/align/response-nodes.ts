import type { Candidate, CanonicalResponse } from "../model/response.ts";
import { type AlignNode, fieldNodes, knownField } from "./node.ts";
import { partNodes } from "./part-nodes.ts";

/** The parts of the candidates of a response, each followed by why it finished. */
export function candidateNodes({ candidates }: CanonicalResponse): AlignNode[] {
  return candidates.flatMap((candidate, index) => [
    ...partNodes(candidate.parts, "assistant"),
    ...finishNodes(candidate, index),
  ]);
}

function finishNodes(candidate: Candidate, index: number): AlignNode[] {
  return [knownField(candidate, "finishReason", "finish", `finish ${index}`), ...fieldNodes(candidate, [])];
}

/** The token counts of a response. */
export function usageNodes({ usage }: CanonicalResponse): AlignNode[] {
  if (usage === undefined) return [];
  const total = usage.total === undefined ? [] : [{ ...knownField(usage, "total", "usage"), isDerived: true as const }];
  return [...fieldNodes(usage, COUNTS, "usage"), ...total];
}

const COUNTS = ["input", "output", "cacheRead", "cacheWrite", "cacheWrite5m", "cacheWrite1h", "reasoning"];

/** The fields around the content of a response. */
export function envelopeNodes(response: CanonicalResponse): AlignNode[] {
  return fieldNodes(response, ["id", "model", "created", "usedTier"]);
}
