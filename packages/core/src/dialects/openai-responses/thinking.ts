import { relevantFacts } from "../../facts/relevant.ts";
import { fieldReport } from "../../mapping/node.ts";
import { EFFORTS, effortFor, THINKING_FIELDS, withoutThinking } from "../../mapping/settings/efforts.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** The reasoning settings of this API. */
export interface ResponsesThinking {
  readonly effort?: string | undefined;
  readonly reasoningSummary?: string | undefined;
}

/** The reasoning settings for a model: an effort that it knows, made from whatever the source has. */
export function thinkingFor(request: CanonicalRequest, report: Report): ResponsesThinking {
  if (THINKING_FIELDS.every((field) => request[field] === undefined)) return HANDLED;
  const { efforts = EFFORTS } = relevantFacts(request.model);
  if (efforts.length === 0) {
    withoutThinking(request, report);
    return HANDLED;
  }
  return { ...HANDLED, ...summaryFor(request, report), ...effortFor(request, efforts, report) };
}

const HANDLED = Object.fromEntries(THINKING_FIELDS.map((field) => [field, undefined])) as Record<
  (typeof THINKING_FIELDS)[number],
  undefined
>;

// ── summary ─────────────────────────────────────────────────────────────────

function summaryFor(request: CanonicalRequest, report: Report): ResponsesThinking {
  const { reasoningSummary, thinkingDisplay, includeThoughts } = request;
  if (thinkingDisplay !== undefined) fieldReport(request, "thinkingDisplay", report).change("reasoning-summary");
  if (includeThoughts !== undefined) fieldReport(request, "includeThoughts", report).change("reasoning-summary");
  if (reasoningSummary !== undefined) return { reasoningSummary };
  return thinkingDisplay === "summarized" || includeThoughts === true ? { reasoningSummary: "auto" } : {};
}
