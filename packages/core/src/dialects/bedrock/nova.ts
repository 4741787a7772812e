import { fieldReport, loseField } from "../../mapping/node.ts";
import { effortFor } from "../../mapping/settings/efforts.ts";
import { isThinkingOff, THINKING_FIELDS } from "../../mapping/settings/thinking.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import type { ClaudeThinking } from "../claude/thinking.ts";

/** Only the second generation reasons: "the provided reasoning config value is invalid". */
const REASONS = /amazon\.nova-(?:[2-9]|\d\d)/;

/** https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html */
const EFFORTS = ["low", "medium", "high"] as const;

/** The reasoning settings of Nova, which does not reason unless it is asked to. */
export function novaThinking(request: CanonicalRequest, report: Report): ClaudeThinking {
  const asked = THINKING_FIELDS.filter((field) => request[field] !== undefined);
  if (asked.length === 0) return {};
  if (!REASONS.test(request.model ?? "") && !isThinkingOff(request)) {
    for (const field of asked) loseField(request, field, report);
    return {};
  }
  if (isThinkingOff(request)) {
    for (const field of asked) fieldReport(request, field, report).change("default-field");
    return {};
  }
  for (const field of ["reasoningSummary", "includeThoughts"] as const)
    if (request[field] !== undefined) fieldReport(request, field, report).change("default-field");
  if (request.thinkingDisplay !== undefined) loseField(request, "thinkingDisplay", report);
  if (request.effort === undefined && request.thinking === undefined && request.thinkingBudget === undefined) return {};
  const { effort = "medium" } = effortFor(request, EFFORTS, report);
  return { thinking: "enabled", effort };
}

/** Whether settings exclude others: "maxTokens, temperature and topP must be unset" for the highest effort. */
export function excludesInference({ effort }: ClaudeThinking): boolean {
  return effort === "high";
}
