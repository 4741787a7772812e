import { fieldReport, loseField } from "../../mapping/node.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** The values of `reasoning` on the wire; `includeThoughts` is the negation of `exclude`. */
interface OpenRouterReasoning {
  readonly effort?: string;
  readonly thinking?: boolean;
  readonly thinkingBudget?: number;
  readonly includeThoughts?: boolean;
}

/** Reads the flags of `reasoning`. */
export function decodeThinking(request: CanonicalRequest): CanonicalRequest {
  // The layout has read the flags to fields of these names.
  const { thinking, includeThoughts } = request as unknown as OpenRouterReasoning;
  if (thinking === undefined && includeThoughts === undefined) return request;
  const state = thinking === true ? "on" : "off";
  return copyRequest(request, {
    thinking: thinking === undefined ? undefined : state,
    includeThoughts: includeThoughts === undefined ? undefined : !includeThoughts,
  });
}

/** Writes the reasoning settings as the flags of `reasoning`. */
export function encodeThinking(request: CanonicalRequest, report: Report): CanonicalRequest {
  const own = request.origin?.dialect === "openrouter";
  const thinking = own ? nativeThinking(request) : foreignThinking(request, report);
  return copyRequest(request, { ...NO_THINKING, ...thinking } as Partial<CanonicalRequest>);
}

const NO_THINKING: Partial<CanonicalRequest> = {
  effort: undefined,
  thinking: undefined,
  thinkingBudget: undefined,
  thinkingDisplay: undefined,
  includeThoughts: undefined,
};

function nativeThinking({ effort, thinking, thinkingBudget, includeThoughts }: CanonicalRequest): OpenRouterReasoning {
  return {
    ...(effort === undefined ? {} : { effort }),
    ...(thinking === undefined ? {} : { thinking: thinking !== "off" }),
    ...(thinkingBudget === undefined ? {} : { thinkingBudget }),
    ...(includeThoughts === undefined ? {} : { includeThoughts: !includeThoughts }),
  };
}

// An effort and a budget exclude each other, and either implies reasoning.
function foreignThinking(request: CanonicalRequest, report: Report): OpenRouterReasoning {
  const { effort, thinking, thinkingBudget } = request;
  if (thinking === "off" || thinkingBudget === 0) {
    if (effort !== undefined && effort !== "none") loseField(request, "effort", report);
    return { effort: "none" };
  }
  if (effort !== undefined && thinkingBudget !== undefined) loseField(request, "thinkingBudget", report);
  if (thinking === "between-tools") loseField(request, "thinking", report, { action: "weakened" });
  else if (thinking !== undefined && (thinking !== "on" || effort !== undefined || thinkingBudget !== undefined))
    fieldReport(request, "thinking", report).change("default-field");
  if (request.thinkingDisplay === "summarized") fieldReport(request, "thinkingDisplay", report).change("default-field");
  if (request.includeThoughts === true) fieldReport(request, "includeThoughts", report).change("default-field");
  const hidden = request.thinkingDisplay === "omitted" || request.includeThoughts === false;
  return { ...amount(request), ...(hidden ? { includeThoughts: true } : {}) };
}

function amount({ effort, thinking, thinkingBudget }: CanonicalRequest): OpenRouterReasoning {
  if (effort !== undefined) return { effort };
  // A negative budget leaves the amount to the model.
  if (thinkingBudget !== undefined && thinkingBudget > 0) return { thinkingBudget };
  return thinking === undefined && thinkingBudget === undefined ? {} : { thinking: true };
}
