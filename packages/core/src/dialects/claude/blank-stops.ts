import { loseField } from "../../mapping/node.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/**
 * Drops blank stop sequences: "each stop sequence must contain non-whitespace".
 * https://github.com/BerriAI/litellm/issues/3286
 */
export function withoutBlankStops(request: CanonicalRequest, report: Report): CanonicalRequest {
  const stop = request.stop as CanonicalRequest["stop"] | string;
  const stops = typeof stop === "string" ? [stop] : (stop ?? []);
  const kept = stops.filter((each) => typeof each !== "string" || each.trim() !== "");
  if (kept.length === stops.length) return request;
  loseField(request, "stop", report, { action: kept.length === 0 ? "dropped" : "truncated" });
  return copyRequest(request, { stop: kept.length === 0 ? undefined : kept });
}
