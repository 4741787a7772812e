import { factsOf } from "../../facts/index.ts";
import { isObject } from "../../json/value.ts";
import { fieldReport, loseField } from "../../mapping/node.ts";
import type { Json } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** `max_tokens` is required; a request without it means the model's maximum. */
export function maxTokensFor(request: CanonicalRequest, report: Report): number {
  if (request.maxTokens !== undefined) return request.maxTokens;
  const maxTokens = Math.min(factsOf(request.model).maxTokens ?? DEFAULT_MAX_TOKENS, DEFAULT_MAX_TOKENS);
  fieldReport(request, "maxTokens", report).change("default-max-tokens", String(maxTokens));
  return maxTokens;
}

/** The sampling settings; none are taken with thinking. */
export function samplingFor(
  request: CanonicalRequest,
  thinks: boolean,
  report: Report,
): Record<string, number | undefined> {
  const { topP, topK } = request;
  if (!thinks) return { temperature: boundedTemperature(request, report), topP, topK };
  for (const field of ["temperature", "topP", "topK"] as const)
    if (request[field] !== undefined) loseField(request, field, report);
  return { temperature: undefined, topP: undefined, topK: undefined };
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
  if (formatSchema !== undefined) loseField(request, "formatSchema", report);
  return {};
}

/** The service tier, if this API has it. */
export function tierFor(tier: string | undefined, request: CanonicalRequest, report: Report): string | undefined {
  const raw = rawValueOf(TIERS, tier);
  if (tier !== undefined && raw === undefined) loseField(request, "serviceTier", report);
  return raw;
}

/** Service tier → canonical tier: https://platform.claude.com/docs/en/api/service-tiers */
export const TIERS: Readonly<Record<string, string>> = { auto: "auto", standard_only: "default" };

/** The wire value of a canonical one. */
export function rawValueOf(
  values: Readonly<Record<string, string>>,
  canonical: string | undefined,
): string | undefined {
  return Object.entries(values).find(([, each]) => each === canonical)?.[0];
}

const DEFAULT_MAX_TOKENS = 16_384;

// Temperatures of other dialects go up to 2.
function boundedTemperature(request: CanonicalRequest, report: Report): number | undefined {
  const { temperature } = request;
  if (temperature === undefined || temperature <= 1) return temperature;
  loseField(request, "temperature", report, { action: "truncated" });
  return 1;
}

// `formatStrict` that a strict profile has set has no origin.
function isExplicit(request: CanonicalRequest, field: "formatName" | "formatDescription" | "formatStrict"): boolean {
  return request[field] !== undefined && request.origin?.fields[field] !== undefined;
}
