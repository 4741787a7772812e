import { formatNameFor } from "../../mapping/settings/format-name.ts";
import type { SettingLimit } from "../../mapping/settings/limits.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { SERVICE_TIERS } from "./tiers.ts";

/** The structured output format. */
export function formatFor(request: CanonicalRequest, report: Report): object {
  const { formatType, formatDescription, formatSchema, formatStrict } = request;
  if (formatType !== "schema") return {};
  return { formatName: formatNameFor(request, report), formatDescription, formatSchema, formatStrict };
}

/** The user, unless it is too long; then it is lost where it is written. */
export function userFor({ user }: CanonicalRequest): string | undefined {
  return user === undefined || user.length > MAX_USER_LENGTH ? undefined : user;
}

/** The service tier, if this API has it. */
export function tierFor({ serviceTier = "" }: CanonicalRequest): string | undefined {
  return SERVICE_TIERS.has(serviceTier) ? serviceTier : undefined;
}

/** https://developers.openai.com/api/reference/resources/responses/methods/create */
export const LIMITS: readonly SettingLimit[] = [
  ["maxTokens", 16],
  ["temperature", 0, 2],
  ["topP", 0, 1],
];

/** https://developers.openai.com/api/docs/guides/safety-best-practices#implement-safety-identifiers */
const MAX_USER_LENGTH = 64;
