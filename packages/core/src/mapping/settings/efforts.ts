// Reasoning effort: from token budgets to efforts, and from an effort to the nearest one that a model supports.

import { EFFORTS } from "../../facts/facts.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { fieldReport, loseField } from "../node.ts";
import { copyRequest } from "../nodes/request.ts";
import { isThinkingOff, NO_THINKING, THINKING_FIELDS, withoutThinking } from "./thinking.ts";

export { EFFORTS, NO_THINKING, THINKING_FIELDS, withoutThinking };

/** The effort for a model that supports efforts only, from an effort or a token budget. */
export function effortFor(
  request: CanonicalRequest,
  efforts: readonly string[],
  report: Report,
): { readonly effort?: string } {
  const { effort, thinking, thinkingBudget } = request;
  if (thinking !== undefined) reportThinking(request, report);
  if (effort === undefined && thinkingBudget !== undefined) reportBudget(request, report);
  if (effort !== undefined && thinkingBudget !== undefined) loseField(request, "thinkingBudget", report);
  const wanted = isThinkingOff(request)
    ? "none"
    : (effort ?? (thinkingBudget === undefined ? undefined : byBudget(thinkingBudget)));
  const supported = wanted === undefined ? undefined : nearestEffort(wanted, efforts);
  const withoutEffort = thinking === "off" ? "thinking" : "thinkingBudget";
  const field = effort === undefined ? withoutEffort : "effort";
  if (supported !== wanted)
    fieldReport(request, field, report).lose("model", { action: "weakened", detail: supported ?? null });
  return supported === undefined ? {} : { effort: supported };
}

// Models with efforts reason unless they are told not to, so that asking them to changes nothing.
function reportThinking(request: CanonicalRequest, report: Report): void {
  if (request.thinking === "between-tools") loseField(request, "thinking", report);
  else fieldReport(request, "thinking", report).change("default-field");
}

function reportBudget(request: CanonicalRequest, report: Report): void {
  if (request.thinkingBudget !== 0) loseField(request, "thinkingBudget", report, { action: "weakened" });
}

/** The largest token budget for each effort. */
const BUDGETS: readonly (readonly [effort: string, tokens: number])[] = [
  ["low", 4096],
  ["medium", 12_288],
];

// A negative budget means that the model decides.
function byBudget(tokens: number): string | undefined {
  if (tokens < 0) return undefined;
  return BUDGETS.find(([, most]) => tokens <= most)?.[0] ?? "high";
}

/** A request in the provider's own dialect with the nearest effort that its model supports. */
export function withSupportedEffort(
  request: CanonicalRequest,
  efforts: readonly string[] | undefined,
  report: Report,
): CanonicalRequest {
  const { effort } = request;
  if (effort === undefined || efforts === undefined || efforts.includes(effort)) return request;
  const supported = nearestEffort(effort, efforts);
  fieldReport(request, "effort", report).lose("model", {
    action: supported === undefined ? "dropped" : "weakened",
    detail: supported ?? null,
  });
  return copyRequest(request, { effort: supported });
}

/** The effort that a model supports and that is nearest to the one wanted. */
export function nearestEffort(wanted: string, efforts: readonly string[]): string | undefined {
  if (efforts.includes(wanted)) return wanted;
  const rank = EFFORTS.indexOf(wanted);
  const distance = (effort: string) => Math.abs(EFFORTS.indexOf(effort) - rank);
  return rank < 0 ? undefined : efforts.toSorted((one, other) => distance(one) - distance(other))[0];
}
