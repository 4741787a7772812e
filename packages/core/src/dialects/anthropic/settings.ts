import { relevantFacts } from "../../facts/relevant.ts";
import { isObject } from "../../json/value.ts";
import { fieldReport, loseField } from "../../mapping/node.ts";
import { keyOf } from "../../mapping/values/key-of.ts";
import type { Json } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** `max_tokens` is required; a request without it means the model's maximum. */
export function maxTokensFor(request: CanonicalRequest, report: Report): number {
  if (request.maxTokens !== undefined) return request.maxTokens;
  const maxTokens = Math.min(relevantFacts(request.model).maxTokens ?? DEFAULT_MAX_TOKENS, DEFAULT_MAX_TOKENS);
  fieldReport(request, "maxTokens", report).change("default-max-tokens", String(maxTokens));
  return maxTokens;
}

/** The structured output format. */
export function formatFor(request: CanonicalRequest, report: Report): Record<string, Json | undefined> {
  const { formatType, formatSchema } = request;
  if (formatType === "schema" && isObject(formatSchema)) {
    for (const field of ["formatName", "formatDescription", "formatStrict"] as const)
      if (isExplicit(request, field)) fieldReport(request, field, report).change("format-name");
    return { formatType: "json_schema", formatSchema };
  }
  if (formatType === "json") loseField(request, "formatType", report);
  else if (formatType !== undefined) fieldReport(request, "formatType", report).change("default-field");
  return {};
}

/** The service tier of a canonical one, if this API has it. */
export function rawTier(tier: string | undefined): string | undefined {
  return keyOf(TIERS, tier);
}

/** Service tier → canonical tier: https://platform.claude.com/docs/en/api/service-tiers */
export const TIERS: ReadonlyMap<string, string> = new Map([
  ["auto", "auto"],
  ["standard_only", "default"],
]);

const DEFAULT_MAX_TOKENS = 16_384;

// `formatStrict` that a strict profile has set has no origin.
function isExplicit(request: CanonicalRequest, field: "formatName" | "formatDescription" | "formatStrict"): boolean {
  return request[field] !== undefined && request.origin?.fields[field] !== undefined;
}
