import { isArray, isObject } from "../../json/value.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { type FieldOutcome, WRITTEN } from "../../mapping/outcome.ts";
import { limited, type SettingLimit } from "../../mapping/settings/limits.ts";
import type { Json } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

const DIALECT = "openai-responses";

/** The value of `include` for log probabilities. */
const LOGPROBS = "message.output_text.logprobs";
/** The value of `include` for encrypted reasoning, which is written in every response anyway. */
const ENCRYPTED_REASONING = "reasoning.encrypted_content";

/** Reads `include`: log probabilities are canonical, everything else is kept for this API. */
export function readInclude(
  values: Readonly<Record<string, Json>>,
  provenance: Provenance,
  report: Report,
): Provenance & Pick<CanonicalRequest, "logprobs"> {
  const kept = isArray(values.include) ? withInclude(values.include, provenance) : provenance;
  const field = logprobsIn(values, report);
  if (field === undefined || kept.origin === undefined) return kept;
  return { ...kept, logprobs: true, origin: { ...kept.origin, fields: { ...kept.origin.fields, logprobs: field } } };
}

/** Writes `include` for a request of another dialect with log probabilities. */
export function logprobsFor(
  request: CanonicalRequest,
  report: Report,
): Record<string, Json | FieldOutcome | undefined> {
  if (request.logprobs !== true) return {};
  return { logprobs: WRITTEN, topLogprobs: limited(TOP_LOGPROBS, request, report), include: [LOGPROBS] };
}

/** https://developers.openai.com/api/reference/resources/responses/methods/create */
const TOP_LOGPROBS: SettingLimit = ["topLogprobs", 0, 20];

function withInclude(include: readonly Json[], provenance: Provenance): Provenance {
  const kept = withNotes(provenance, DIALECT, { include });
  const rest = include.filter((item) => item !== LOGPROBS);
  if (rest.some((item) => item !== ENCRYPTED_REASONING)) return withNotes(kept, DIALECT, { "/include": rest });
  if (rest.length === 0 && include.length > 0) return kept;
  const silent = noteOf(provenance, DIALECT, "silent");
  return withNotes(kept, DIALECT, { silent: { ...(isObject(silent) ? silent : {}), "/include": rest } });
}

// `top_logprobs` implies `logprobs`.
function logprobsIn({ include, topLogprobs }: Readonly<Record<string, Json>>, report: Report): string | undefined {
  if (isArray(include) && include.includes(LOGPROBS)) return "/include";
  if (typeof topLogprobs !== "number" || topLogprobs === 0) return undefined;
  report.at("top_logprobs").change("default-layout");
  return "/top_logprobs";
}
