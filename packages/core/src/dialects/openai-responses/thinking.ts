import { relevantFacts } from "../../facts/relevant.ts";
import { fieldReport } from "../../mapping/node.ts";
import { EFFORTS, effortFor, NO_THINKING, THINKING_FIELDS, withoutThinking } from "../../mapping/settings/efforts.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** The reasoning settings of this API. */
export interface ResponsesThinking {
  readonly effort?: string | undefined;
  readonly reasoningSummary?: string | undefined;
}

/** The reasoning settings for a model: an effort that it knows, made from whatever the source has. */
export function thinkingFor(request: CanonicalRequest, report: Report): ResponsesThinking {
  if (THINKING_FIELDS.every((field) => request[field] === undefined)) return NO_THINKING;
  const { efforts = EFFORTS } = relevantFacts(request.model);
  if (efforts.length === 0) {
    withoutThinking(request, report);
    return NO_THINKING;
  }
  return { ...NO_THINKING, ...summaryFor(request, report), ...effortFor(request, efforts, report) };
}

// ── summary ─────────────────────────────────────────────────────────────────

function summaryFor(request: CanonicalRequest, report: Report): ResponsesThinking {
  const { reasoningSummary, thinkingDisplay, includeThoughts } = request;
  if (thinkingDisplay !== undefined) fieldReport(request, "thinkingDisplay", report).change("reasoning-summary");
  if (includeThoughts !== undefined) fieldReport(request, "includeThoughts", report).change("reasoning-summary");
  if (reasoningSummary !== undefined) return { reasoningSummary };
  return thinkingDisplay === "summarized" || includeThoughts === true ? { reasoningSummary: "auto" } : {};
}
