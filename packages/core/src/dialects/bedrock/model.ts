import { copyRequest } from "../../mapping/nodes/request.ts";
import { fieldReport } from "../../mapping/provenance.ts";
import { isThinkingOff } from "../../mapping/settings/thinking.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { withoutBlankStops } from "../claude/blank-stops.ts";
import { nativeThinking } from "../claude/thinking.ts";
import { isLikeNova } from "./request-layout.ts";

/** Adapts a native request to what its model accepts. */
export function forModel(request: CanonicalRequest, report: Report): CanonicalRequest {
  if (isNova(request)) return withoutClaudeFields(request, report);
  if (!isClaude(request)) return request;
  return withoutBlankStops(nativeThinking(request, "bedrock", report), report);
}

/** Whether a request is for Claude, which takes further settings in `additionalModelRequestFields`. */
export function isClaude({ model = "" }: CanonicalRequest): boolean {
  return model.includes("claude");
}

/** Whether a request is for Nova, which has other places for such settings. */
export function isNova({ model = "" }: CanonicalRequest): boolean {
  return model.includes("amazon.nova");
}

// Nova refuses Claude's fields as extraneous keys, and has `reasoningConfig` and `inferenceConfig.topK` instead:
// https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html, https://github.com/UKGovernmentBEIS/inspect_ai/issues/3939
function withoutClaudeFields(request: CanonicalRequest, report: Report): CanonicalRequest {
  const present = CLAUDE_FIELDS.filter((field) => request[field] !== undefined);
  if (present.length === 0 || isLikeNova(request)) return request;
  const off = isThinkingOff(request);
  for (const field of present) {
    if (off && field !== "topK") fieldReport(request, field, report).change("default-field");
    else fieldReport(request, field, report).lose("model", { detail: request.model ?? null });
  }
  return copyRequest(request, OMITTED);
}

const CLAUDE_FIELDS = ["thinking", "thinkingBudget", "thinkingDisplay", "topK"] as const;

const OMITTED: Partial<CanonicalRequest> = Object.fromEntries(CLAUDE_FIELDS.map((field) => [field, undefined]));
