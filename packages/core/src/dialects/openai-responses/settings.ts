import { loseField } from "../../mapping/node.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { SERVICE_TIERS } from "./tiers.ts";

/** The structured output format: `json_schema` needs a name of limited characters; Anthropic and Gemini have none. */
export function formatFor({
  formatType,
  formatName,
  formatDescription,
  formatSchema,
  formatStrict,
}: CanonicalRequest): object {
  if (formatType !== "schema") return {};
  const name = (formatName ?? "").replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
  return { formatName: name === "" ? "answer" : name, formatDescription, formatSchema, formatStrict };
}

/** The user, unless it is too long. */
export function userFor(request: CanonicalRequest, report: Report): string | undefined {
  const { user } = request;
  if (user === undefined || user.length <= MAX_USER_LENGTH) return user;
  return loseField(request, "user", report);
}

/** The service tier, if this API has it. */
export function tierFor(request: CanonicalRequest, report: Report): string | undefined {
  const { serviceTier } = request;
  return serviceTier === undefined || SERVICE_TIERS.has(serviceTier)
    ? serviceTier
    : loseField(request, "serviceTier", report);
}

/** https://developers.openai.com/api/reference: the fewest tokens that can be asked for. */
export const MIN_TOKENS = 16;

/** https://developers.openai.com/api/docs/guides/safety-best-practices#implement-safety-identifiers */
const MAX_USER_LENGTH = 64;
