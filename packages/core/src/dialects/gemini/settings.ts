import { keyOf } from "../../mapping/values/key-of.ts";
import type { Json } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import type { FormatList } from "../google/format-list.ts";
import { JSON_TYPE, reportFormat, TEXT_TYPE } from "../google/settings.ts";

/** The structured output format. */
export function formatFor(request: CanonicalRequest, report: Report): Record<string, Json | undefined> {
  const { formatType, formatSchema } = request;
  reportFormat(request, report);
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
  return keyOf(TIERS, tier);
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

/** `responseFormat`, which replaces `responseMimeType` and the schemas. */
export const FORMATS: FormatList = {
  dialect: "gemini",
  pointers: { formatType: "/text/mimeType", formatSchema: "/text/schema" },
  mediaType: "/text/mimeType",
};
