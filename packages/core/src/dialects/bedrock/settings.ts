import { stringifyJson } from "../../json/stringify.ts";
import { isObject } from "../../json/value.ts";
import { fieldReport, loseField } from "../../mapping/node.ts";
import { LOST } from "../../mapping/outcome.ts";
import { limited } from "../../mapping/settings/limits.ts";
import type { MetadataLimits } from "../../mapping/settings/metadata.ts";
import { THINKING_FIELDS } from "../../mapping/settings/thinking.ts";
import type { Json } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { samplingFor as claudeSamplingFor, type SettingValues } from "../claude/settings.ts";
import { type ClaudeThinking, thinkingFor as claudeThinkingFor, thinks } from "../claude/thinking.ts";
import { isClaude, isNova } from "./model.ts";
import { excludesInference, novaThinking } from "./nova.ts";
import { JSON_SCHEMA } from "./request-layout.ts";

/** The reasoning settings: Claude's, Nova's, or none. */
export function thinkingFor(request: CanonicalRequest, report: Report): ClaudeThinking {
  const { maxTokens = Infinity } = request;
  if (isClaude(request)) return claudeThinkingFor(request, { dialect: "bedrock", maxTokens }, report);
  if (isNova(request)) return novaThinking(request, report);
  for (const field of THINKING_FIELDS) if (request[field] !== undefined) loseField(request, field, report);
  return {};
}

/** The sampling settings; models other than Claude and Nova have no `top_k` in common. */
export function samplingFor(request: CanonicalRequest, thinking: ClaudeThinking, report: Report): SettingValues {
  if (isClaude(request)) return claudeSamplingFor(request, thinks(thinking), report);
  if (isNova(request)) return claudeSamplingFor(request, excludesInference(thinking), report);
  if (request.topK !== undefined) loseField(request, "topK", report);
  return { ...claudeSamplingFor(request, false, report), topK: LOST };
}

/** The limit of the response, unless the reasoning settings exclude it. */
export function maxTokensFor(request: CanonicalRequest, thinking: ClaudeThinking, report: Report): number | undefined {
  if (request.maxTokens === undefined || !isNova(request) || !excludesInference(thinking))
    return limited(["maxTokens", 1], request, report);
  fieldReport(request, "maxTokens", report).lose("model", { detail: request.model ?? null });
  return undefined;
}

/** The structured output format; its schema is JSON in a string. */
export function formatFor(request: CanonicalRequest, report: Report): Record<string, Json | undefined> {
  const { formatType, formatSchema, formatName, formatDescription } = request;
  if (request.formatStrict !== undefined && request.origin?.fields.formatStrict !== undefined)
    fieldReport(request, "formatStrict", report).change("format-name");
  if (formatType === "schema" && isObject(formatSchema))
    return {
      formatType: JSON_SCHEMA,
      formatText: stringifyJson(formatSchema),
      formatName: formatName ?? "answer",
      formatDescription,
    };
  if (formatType === "json") loseField(request, "formatType", report);
  else if (formatType !== undefined) fieldReport(request, "formatType", report).change("default-field");
  for (const field of ["formatSchema", "formatName", "formatDescription"] as const)
    if (request[field] !== undefined) loseField(request, field, report);
  return {};
}

/** The service tier, if this API has it: https://docs.aws.amazon.com/bedrock/latest/userguide/service-tiers-inference.html */
export function tierFor(request: CanonicalRequest, report: Report): string | undefined {
  const { serviceTier } = request;
  if (serviceTier === undefined || TIERS.has(serviceTier)) return serviceTier;
  if (serviceTier === "auto") fieldReport(request, "serviceTier", report).change("default-field");
  else loseField(request, "serviceTier", report);
  return undefined;
}

/** The tiers that requests ask for, and that responses were served with. */
export const TIERS: ReadonlySet<string> = new Set(["default", "flex", "priority", "reserved"]);

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_RequestSyntax */
export const METADATA: MetadataLimits = {
  least: 1,
  most: 16,
  key: /^[a-zA-Z0-9\s:_@$#=/+,.-]{1,256}$/,
  value: /^[a-zA-Z0-9\s:_@$#=/+,.-]{0,256}$/,
};
