// A limit of no tokens, which only warms the cache, is below the minimum of most APIs.

import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { loseField } from "../node.ts";

/** The token limit, or the target's minimum where it is below. */
export function maxTokensFrom(minimum: number, request: CanonicalRequest, report: Report): number | undefined {
  const { maxTokens } = request;
  if (maxTokens === undefined || maxTokens >= minimum) return maxTokens;
  loseField(request, "maxTokens", report, { action: "weakened" });
  return minimum;
}
