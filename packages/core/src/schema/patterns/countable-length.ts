import type { Json } from "../../model/json.ts";
import type { KeywordSite, Outcome } from "../keywords/keyword.ts";
import { typeNames } from "../types.ts";

/**
 * llguidance cannot enforce lengths next to a difficult pattern or format: it fails ("Unable to determine if regex is
 * empty") for a large `minLength` next to any of them, and for `maxLength` next to long patterns that are not anchored:
 * https://github.com/guidance-ai/llguidance/blob/main/docs/json_schema.md
 */
function isCountable(form: string | undefined, keyword: string, value: Json): boolean {
  if (form === undefined) return true;
  return keyword === "minLength"
    ? Number(value) <= ALWAYS_COUNTED
    : form.startsWith("^") || form.length <= ALWAYS_COUNTED;
}

/** Lengths up to this one are enforced next to any pattern. */
const ALWAYS_COUNTED = 16;

/** Lowers `minLength` or `maxLength`. */
export function lowerLength(keyword: string, value: Json, site: KeywordSite): Outcome {
  if (!site.supports(keyword)) return "lost";
  return site.profile.patterns !== "regular" || isCountable(patternOrFormat(site), keyword, value) ? "kept" : "lost";
}

/** Whether the lengths that were written so far can be enforced next to a pattern, or a format given as `^name`. */
export function areLengthsCountable(form: string, { written, profile }: KeywordSite): boolean {
  if (profile.patterns !== "regular") return true;
  return ["minLength", "maxLength"].every((keyword) => {
    const value = written[keyword];
    return value === undefined || isCountable(form, keyword, value);
  });
}

/** Whether a target supports a format for some of these types. */
export function supportsFormat(format: string, { profile, types }: KeywordSite): boolean {
  const { formats } = profile;
  return formats === undefined || typeNames(types).some((type) => formats[type]?.has(format) ?? false);
}

// The pattern of a string, or its format as `^name`, if the target receives either.
function patternOrFormat(site: KeywordSite): string | undefined {
  const { pattern, format } = { ...site.source, ...site.written };
  const text = typeof pattern === "string" ? site.targetPattern(pattern) : undefined;
  if (text !== undefined || typeof format !== "string") return text;
  return supportsFormat(format, site) ? `^${format}` : undefined;
}
