import { EFFORTS } from "../../facts/facts.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { fieldReport, loseField } from "../node.ts";
import { copyRequest } from "../nodes/request.ts";
import { isThinkingOff, THINKING_FIELDS, withoutThinking } from "./thinking.ts";

export { EFFORTS, THINKING_FIELDS, withoutThinking };

/** The effort for a model that knows `efforts` alone, whatever the source says by how much it is to think. */
export function effortFor(
  request: CanonicalRequest,
  efforts: readonly string[],
  report: Report,
): { readonly effort?: string } {
  const { effort, thinking, thinkingBudget } = request;
  if (thinking !== undefined) tellThinking(request, report);
  if (effort === undefined && thinkingBudget !== undefined) tellBudget(request, report);
  if (effort !== undefined && thinkingBudget !== undefined) loseField(request, "thinkingBudget", report);
  const wish = isThinkingOff(request)
    ? "none"
    : (effort ?? (thinkingBudget === undefined ? undefined : byBudget(thinkingBudget)));
  const word = wish === undefined ? undefined : nearestEffort(wish, efforts);
  const field = effort === undefined ? (thinking === "off" ? "thinking" : "thinkingBudget") : "effort";
  if (word !== wish) fieldReport(request, field, report).lose("model", { action: "weakened", detail: word ?? null });
  return word === undefined ? {} : { effort: word };
}

// To think, as far as it helps, is what these models do by themselves.
function tellThinking(request: CanonicalRequest, report: Report): void {
  if (request.thinking === "between-tools") loseField(request, "thinking", report);
  else fieldReport(request, "thinking", report).change("default-field");
}

function tellBudget(request: CanonicalRequest, report: Report): void {
  if (request.thinkingBudget !== 0)
    fieldReport(request, "thinkingBudget", report).lose("field", { action: "weakened" });
}

/** The budgets up to which an effort is meant. */
const BUDGETS: readonly (readonly [effort: string, tokens: number])[] = [
  ["low", 4096],
  ["medium", 12_288],
];

// A negative budget leaves it to the model.
function byBudget(tokens: number): string | undefined {
  if (tokens < 0) return undefined;
  return BUDGETS.find(([, most]) => tokens <= most)?.[0] ?? "high";
}

/** A request of the API's own with the effort that is nearest among those that its model knows. */
export function withSupportedEffort(
  request: CanonicalRequest,
  efforts: readonly string[] | undefined,
  report: Report,
): CanonicalRequest {
  const { effort } = request;
  if (effort === undefined || efforts === undefined || efforts.includes(effort)) return request;
  const word = nearestEffort(effort, efforts);
  fieldReport(request, "effort", report).lose("model", {
    action: word === undefined ? "dropped" : "weakened",
    detail: word ?? null,
  });
  return copyRequest(request, { effort: word });
}

/** The effort among those that a model knows that is nearest to a wish. */
export function nearestEffort(wish: string, efforts: readonly string[]): string | undefined {
  if (efforts.includes(wish)) return wish;
  const rank = EFFORTS.indexOf(wish);
  const distance = (effort: string) => Math.abs(EFFORTS.indexOf(effort) - rank);
  return rank < 0 ? undefined : efforts.toSorted((one, other) => distance(one) - distance(other))[0];
}
