import { CHANGED, type FieldOutcome } from "../../mapping/outcome.ts";
import { limited } from "../../mapping/settings/limits.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Settings } from "../../model/settings.ts";
import type { Report } from "../../report.ts";
import type { ClaudeThinking } from "./thinking.ts";

/** Settings of a request, each with a value to write or with what became of it. */
export type SettingValues = Readonly<Record<string, string | number | FieldOutcome | undefined>>;

/** The sampling settings of Claude, which go up to 1; none are taken with thinking, and all are lost where they are written. */
export function samplingFor(request: CanonicalRequest, thinks: boolean, report: Report): SettingValues {
  if (thinks) return {};
  return {
    temperature: limited(["temperature", 0, 1], request, report),
    topP: limited(["topP", 0, 1], request, report),
    topK: request.topK,
  };
}

/** The reasoning settings as values to write. */
export function thinkingValues({ thinking, thinkingBudget, thinkingDisplay, effort }: ClaudeThinking): SettingValues {
  return {
    thinking: thinking ?? CHANGED,
    thinkingBudget: thinkingBudget ?? CHANGED,
    thinkingDisplay: thinkingDisplay ?? CHANGED,
    effort: effort ?? CHANGED,
  };
}

/** Fields of other dialects whose changes are reported where the settings are made. */
export const NOT_WRITTEN: SettingValues = {
  includeUsage: CHANGED,
  formatStrict: CHANGED,
  reasoningSummary: CHANGED,
  includeThoughts: CHANGED,
};

/** Settings that the APIs of Claude do not have. */
export const UNSUPPORTED_SETTINGS: readonly (keyof Settings)[] = [
  "candidates",
  "store",
  "logprobs",
  "frequencyPenalty",
  "presencePenalty",
];
