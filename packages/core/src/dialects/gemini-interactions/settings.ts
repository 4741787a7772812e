import { fieldReport, loseField } from "../../mapping/node.ts";
import type { MetadataLimits } from "../../mapping/settings/metadata.ts";
import { keyOf } from "../../mapping/values/key-of.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import type { FormatList } from "../google/format-list.ts";
import { JSON_TYPE, reportFormat, TEXT_TYPE } from "../google/settings.ts";

/** The fields of `response_format`. */
export interface FormatFields {
  readonly formatKind?: string | undefined;
  readonly formatMime?: string | undefined;
  readonly formatSchema?: Json | undefined;
}

/** The structured output format. */
export function formatFor(request: CanonicalRequest, report: Report): FormatFields {
  const { formatType, formatSchema } = request;
  reportFormat(request, report);
  if (formatType === undefined || formatType === "text") return {};
  const schema = formatType === "schema" ? { formatSchema: formatSchema as Json } : {};
  return { formatKind: TEXT_FORMAT, formatMime: JSON_TYPE, ...schema };
}

/** The canonical format of a `response_format`. */
export function formatOf({ formatKind, formatMime, formatSchema }: JsonObject): CanonicalRequest["formatType"] {
  if (formatMime === TEXT_TYPE) return "text";
  if (formatSchema !== undefined) return "schema";
  if (formatMime !== undefined) return "json";
  return formatKind === undefined ? undefined : "text";
}

/** The canonical tier of a service tier. */
export function tierIn(tier: unknown): string | undefined {
  return typeof tier === "string" ? (TIERS.get(tier) ?? tier) : undefined;
}

/** The service tier of a canonical one; `undefined` where this API has none. */
export function rawTier(tier: string | undefined): string | undefined {
  return keyOf(TIERS, tier);
}

/** The service tier of a request from another dialect; `auto` is what an absent one means. */
export function tierFor(request: CanonicalRequest, report: Report): string | undefined {
  const { serviceTier } = request;
  const tier = rawTier(serviceTier);
  if (serviceTier === "auto") fieldReport(request, "serviceTier", report).change("default-field");
  else if (serviceTier !== undefined && tier === undefined) loseField(request, "serviceTier", report);
  return tier;
}

/** https://cloud.google.com/resource-manager/docs/labels-overview#requirements */
export const LABELS: MetadataLimits = { most: 64, key: /^[a-z][a-z0-9_-]{0,62}$/, value: /^[a-z0-9_-]{0,63}$/ };

/** Service tier → canonical tier. */
export const TIERS: ReadonlyMap<string, string> = new Map([
  ["standard", "default"],
  ["flex", "flex"],
  ["priority", "priority"],
]);

/** The type of a format whose output is text, structured or not. */
export const TEXT_FORMAT = "text";

/** A request may have one format, or a list of them. */
export const FORMATS: FormatList = {
  dialect: "gemini-interactions",
  pointers: { formatKind: "/type", formatMime: "/mime_type", formatSchema: "/schema" },
  mediaType: "/mime_type",
};
