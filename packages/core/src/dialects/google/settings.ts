import { fieldReport, loseField } from "../../mapping/node.ts";
import { stopSequencesOf } from "../../mapping/settings/stop-sequences.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** The stop sequences, of which there may be five. */
export function stopFor(request: CanonicalRequest, report: Report): readonly string[] | undefined {
  const stop = stopSequencesOf(request, report);
  if (stop === undefined || stop.length <= MAX_STOPS) return stop;
  loseField(request, "stop", report, { action: "truncated" });
  return stop.slice(0, MAX_STOPS);
}

/** Reports what these APIs leave out of a structured output format, and that they are always strict. */
export function reportFormat(request: CanonicalRequest, report: Report): void {
  for (const field of ["formatName", "formatDescription", "formatStrict"] as const)
    if (request[field] !== undefined) fieldReport(request, field, report).change("format-name");
  if (request.formatSchema !== undefined && request.formatStrict !== true)
    fieldReport(request, "formatSchema", report).change("strict-format");
  if (request.formatType === "text") fieldReport(request, "formatType", report).change("default-field");
}

/** The media types of a structured output, and of one that is not. */
export const JSON_TYPE = "application/json";
export const TEXT_TYPE = "text/plain";

// https://ai.google.dev/api/generate-content#generationconfig
const MAX_STOPS = 5;
