import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/**
 * The words of a safety setting, which `generateContent` has in capitals and the Interactions API has not. Both have a `method`,
 * which only Vertex AI takes, and categories to come.
 * https://ai.google.dev/api/generate-content#safetysetting, https://ai.google.dev/api/interactions-api
 */
const CATEGORY = /^HARM_CATEGORY_(?!UNSPECIFIED)[A-Z_]+$/;
const THRESHOLDS: ReadonlySet<string> = new Set([
  "BLOCK_LOW_AND_ABOVE",
  "BLOCK_MEDIUM_AND_ABOVE",
  "BLOCK_ONLY_HIGH",
  "BLOCK_NONE",
  "OFF",
]);
const PREFIX = "HARM_CATEGORY_";

/** Whether both APIs can express these settings. */
export function isSafetyList(value: Json): boolean {
  return isArray(value) && value.length > 0 && value.every(isSafetySetting);
}

/** Whether both APIs can express these settings of the Interactions API. */
export function isInteractionSafetyList(value: Json): boolean {
  return isArray(value) && value.length > 0 && value.every((item) => isSafetySetting(safetySettingOf(item) ?? null));
}

/** The settings of the Interactions API in the words of `generateContent`. */
export function safetySettingsOf(value: Json | undefined): readonly JsonObject[] | undefined {
  return isArray(value) ? value.map(safetySettingOf).filter((item) => item !== undefined) : undefined;
}

/** The same back. */
export function interactionSafety(settings: readonly JsonObject[] | undefined): readonly JsonObject[] | undefined {
  return settings?.map(({ category, threshold }) => ({
    type: String(category).slice(PREFIX.length).toLowerCase(),
    threshold: String(threshold).toLowerCase(),
  }));
}

function isSafetySetting(value: Json): boolean {
  if (!isObject(value) || Object.keys(value).length !== 2) return false;
  const { category, threshold } = value;
  return typeof category === "string" && CATEGORY.test(category) && THRESHOLDS.has(String(threshold));
}

function safetySettingOf(item: Json): JsonObject | undefined {
  if (!isObject(item) || Object.keys(item).length !== 2) return undefined;
  const { type, threshold } = item;
  if (
    typeof type !== "string" ||
    typeof threshold !== "string" ||
    `${type}${threshold}`.toLowerCase() !== `${type}${threshold}`
  )
    return undefined;
  return { category: `${PREFIX}${type.toUpperCase()}`, threshold: threshold.toUpperCase() };
}
