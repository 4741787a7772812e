import { fieldReport, loseField } from "../../mapping/node.ts";
import { stopSequencesOf } from "../../mapping/settings/stop-sequences.ts";
import type { Json } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** The stop sequences, of which there may be five. */
export function stopFor(request: CanonicalRequest, report: Report): readonly string[] | undefined {
  const stop = stopSequencesOf(request, report);
  if (stop === undefined || stop.length <= MAX_STOPS) return stop;
  loseField(request, "stop", report, { action: "truncated" });
  return stop.slice(0, MAX_STOPS);
}

/** The structured output format. */
export function formatFor(request: CanonicalRequest, report: Report): Record<string, Json | undefined> {
  const { formatType, formatSchema } = request;
  for (const field of ["formatName", "formatDescription", "formatStrict"] as const)
    if (request[field] !== undefined) fieldReport(request, field, report).change("format-name");
  // Structured outputs are always strict.
  if (formatSchema !== undefined && request.formatStrict !== true)
    fieldReport(request, "formatSchema", report).change("strict-format");
  if (formatType === "text") fieldReport(request, "formatType", report).change("default-field");
  const mimeType = formatType === "text" ? undefined : mimeTypeFor(request);
  return { formatType: mimeType, formatSchema: formatType === "schema" ? (formatSchema as Json) : undefined };
}

/** The canonical format of a `responseMimeType`. */
export function formatOf(
  mimeType: string,
  formatSchema: Json | undefined,
): NonNullable<CanonicalRequest["formatType"]> {
  if (mimeType === TEXT_TYPE) return "text";
  return formatSchema === undefined ? "json" : "schema";
}

/** The `responseMimeType` of a canonical format. */
export function mimeTypeFor({ formatType }: CanonicalRequest): string | undefined {
  if (formatType === undefined) return undefined;
  return formatType === "text" ? TEXT_TYPE : JSON_TYPE;
}

/** The service tier of a canonical one. */
export function rawTier(tier: string | undefined): string | undefined {
  return [...TIERS].find(([, canonical]) => canonical === tier)?.[0];
}

/** Service tier → canonical tier. */
export const TIERS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    unspecified: "auto",
    standard: "default",
    flex: "flex",
    priority: "priority",
  }),
);

export const JSON_TYPE = "application/json";
export const TEXT_TYPE = "text/plain";

// https://ai.google.dev/api/generate-content#generationconfig
const MAX_STOPS = 5;
