import { loseField } from "../../mapping/node.ts";
import { CHANGED, type FieldOutcome, LOST } from "../../mapping/outcome.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Settings } from "../../model/settings.ts";
import type { Report } from "../../report.ts";
import type { ClaudeThinking } from "./thinking.ts";

/** Settings of a request, each with a value to write or with what became of it. */
export type SettingValues = Readonly<Record<string, string | number | FieldOutcome>>;

/** The sampling settings of Claude; none are taken with thinking. */
export function samplingFor(request: CanonicalRequest, thinks: boolean, report: Report): SettingValues {
  if (!thinks)
    return {
      temperature: boundedTemperature(request, report) ?? LOST,
      topP: request.topP ?? LOST,
      topK: request.topK ?? LOST,
    };
  for (const field of ["temperature", "topP", "topK"] as const)
    if (request[field] !== undefined) loseField(request, field, report);
  return { temperature: LOST, topP: LOST, topK: LOST };
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

// Temperatures of other dialects go up to 2.
function boundedTemperature(request: CanonicalRequest, report: Report): number | undefined {
  const { temperature } = request;
  if (temperature === undefined || temperature <= 1) return temperature;
  loseField(request, "temperature", report, { action: "truncated" });
  return 1;
}
