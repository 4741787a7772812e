// The fields of a request that control reasoning, and removing them for models that do not reason.

import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { copyRequest } from "../nodes/request.ts";
import { fieldReport } from "../provenance.ts";

/** The fields that control how much a model reasons, and whether it shows its reasoning. */
export const THINKING_FIELDS = [
  "effort",
  "thinking",
  "thinkingBudget",
  "thinkingDisplay",
  "includeThoughts",
  "reasoningSummary",
] as const;

/** A request to a model that does not reason. Switching reasoning off can be left out; the other settings are lost. */
export function withoutThinking(request: CanonicalRequest, report: Report): CanonicalRequest {
  if (THINKING_FIELDS.every((field) => request[field] === undefined)) return request;
  const off = isThinkingOff(request);
  for (const field of THINKING_FIELDS) {
    if (request[field] === undefined) continue;
    if (off) fieldReport(request, field, report).change("default-field");
    else fieldReport(request, field, report).lose("model", { detail: request.model ?? null });
  }
  return copyRequest(request, NO_THINKING);
}

/** What a request without any of these fields holds of them. */
export const NO_THINKING = Object.fromEntries(THINKING_FIELDS.map((field) => [field, undefined])) as Record<
  (typeof THINKING_FIELDS)[number],
  undefined
>;

/** Whether a request switches reasoning off. */
export function isThinkingOff({ effort, thinking, thinkingBudget }: CanonicalRequest): boolean {
  return effort === "none" || thinking === "off" || thinkingBudget === 0;
}

/** The field by which a request switches reasoning off. */
export function offField({ effort, thinking }: CanonicalRequest): "effort" | "thinking" | "thinkingBudget" {
  if (effort === "none") return "effort";
  return thinking === "off" ? "thinking" : "thinkingBudget";
}
