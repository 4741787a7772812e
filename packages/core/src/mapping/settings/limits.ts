// Numbers that an API takes between two limits only: the one that is nearest to what was asked for is written.

import type { CanonicalRequest } from "../../model/request.ts";
import type { Settings } from "../../model/settings.ts";
import type { Report } from "../../report.ts";
import { loseField } from "../node.ts";

/** A setting, with the least and, if there is one, the most that an API takes of it. */
export type SettingLimit = readonly [field: NumericSetting, least: number, most?: number];

type NumericSetting = {
  [Field in keyof Settings]-?: Settings[Field] extends number | undefined ? Field : never;
}[keyof Settings];

/** A setting within its limits. */
export function limited(
  [field, least, most]: SettingLimit,
  request: CanonicalRequest,
  report: Report,
): number | undefined {
  const value = request[field];
  if (value === undefined || (value >= least && value <= (most ?? value))) return value;
  loseField(request, field, report, { action: value < least ? "weakened" : "truncated" });
  return value < least ? least : most;
}

/** Several settings within their limits. */
export function allLimited(
  limits: readonly SettingLimit[],
  request: CanonicalRequest,
  report: Report,
): Partial<Settings> {
  return Object.fromEntries(limits.map((limit) => [limit[0], limited(limit, request, report)]));
}
