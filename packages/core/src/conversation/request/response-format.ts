// Structured outputs: the schema of the response is lowered like that of a tool, and the response is lifted like
// arguments.

import { JsonError } from "../../json/error.ts";
import { parseJson } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isObject } from "../../json/value.ts";
import { loseField } from "../../mapping/node.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Eventually } from "../../model/steps.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import type { Lens } from "../../schema/lens.ts";
import { lower } from "../../schema/lower.ts";
import { after } from "../../steps.ts";
import { countValues } from "../../tools/count-values.ts";
import { liftArguments } from "../../tools/lens-arguments.ts";
import type { ConversationDialects } from "../conversation.ts";

/** A request with a lowered response schema, and the lens that lifts the response. */
export interface LoweredFormat {
  readonly request: CanonicalRequest;
  readonly lens?: Lens | undefined;
}

/** Lowers the schema of the response: strictly, unless the client's dialect has a strict mode and it is off. */
export function lowerResponseFormat(
  request: CanonicalRequest,
  { client, provider }: Pick<ConversationDialects, "client" | "provider">,
  report: Report,
): Eventually<LoweredFormat> {
  const { formatType, formatSchema, formatStrict, origin } = request;
  if (formatType !== "schema") return { request: client === provider ? request : withoutUnused(request, report) };
  if (!isObject(formatSchema)) return { request };
  const place = (origin?.place ?? Place.root).below(origin?.fields.formatSchema ?? "/formatSchema");
  const loose = client.profile.conversation.looseFormats && formatStrict !== true;
  const strict = loose && provider.profile.conversation.looseFormats ? undefined : provider.profile.strict;
  const { format, native } = provider.profile;
  const at = report.on(place);
  const work = () => lower(formatSchema, strict ?? format ?? native, at);
  const strictness = strict === undefined ? {} : { formatStrict: true };
  return after(at.boundedInSteps(work, "the schema of the answer"), ({ schema, lens }) => ({
    request: copyRequest(request, { formatSchema: schema, ...strictness }),
    lens,
  }));
}

// A schema counts only where the format is JSON by a schema: providers refuse it beside any other, and formats of servers that
// have more than these.
function withoutUnused(request: CanonicalRequest, report: Report): CanonicalRequest {
  const { formatType } = request;
  const isCommon = formatType === "text" || formatType === "json";
  let used = request;
  for (const field of FIELDS) {
    if (request[field] === undefined || (field === "formatType" && isCommon)) continue;
    loseField(request, field, report);
    used = copyRequest(used, { [field]: undefined });
  }
  return used;
}

const FIELDS = ["formatType", "formatSchema", "formatName", "formatDescription", "formatStrict"] as const;

/** Lifts the text of a response; text that is no JSON stays as it is. */
export function liftFormattedText(text: string, lens: Lens): string {
  try {
    const value = parseJson(text);
    return stringifyJson(liftArguments(lens, value, countValues(value) ?? 0));
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}
