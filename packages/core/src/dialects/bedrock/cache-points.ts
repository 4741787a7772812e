import { isObject } from "../../json/value.ts";
import { fieldReport } from "../../mapping/node.ts";
import { isSearchResult } from "../../mapping/nodes/search-result.ts";
import type { CallPart } from "../../model/call.ts";
import type { MediaPart, OpaquePart, TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";

/** The canonical mark of a cache point; `undefined` if a block is none, or has more than a cache point has. */
export function cacheMarkIn(block: Json): JsonObject | undefined {
  if (!isObject(block) || !isObject(block.cachePoint) || Object.keys(block).length > 1) return undefined;
  const { type, ttl, ...rest } = block.cachePoint;
  if (type !== "default" || Object.keys(rest).length > 0) return undefined;
  if (ttl === undefined) return { type: "ephemeral" };
  return typeof ttl === "string" ? { type: "ephemeral", ttl } : undefined;
}

/** The part before a cache point with the mark; `undefined` if it cannot have one. */
export function withCacheMark(part: Part, block: Json, report: Report): Part | undefined {
  const cacheControl = cacheMarkIn(block);
  if (cacheControl === undefined || !canHaveMark(part) || part.cacheControl !== undefined) return undefined;
  const { origin } = part;
  if (origin === undefined) return undefined;
  const elsewhere = { ...origin.elsewhere, cacheControl: report.at("cachePoint").place };
  return { ...part, cacheControl, origin: { ...origin, elsewhere } } as Part;
}

/** The block that follows a part with a mark. */
export function cachePointAfter(
  node: Provenance & { readonly cacheControl?: JsonObject | undefined },
  report: Report,
): JsonObject | undefined {
  const { cacheControl } = node;
  return cacheControl === undefined
    ? undefined
    : cachePointOf(cacheControl, () => fieldReport(node, "cacheControl", report));
}

/** The block of a mark; fields that it has no place for are reported. */
export function cachePointOf(mark: JsonObject, report: () => Report): JsonObject {
  const { type: _, ttl, ...rest } = mark;
  for (const field of Object.keys(rest)) report().at(field).lose("cache-marks", { feature: field });
  return { cachePoint: { type: "default", ...(ttl === undefined ? {} : { ttl }) } };
}

function canHaveMark(part: Part): part is TextPart | MediaPart | OpaquePart | CallPart | ResultPart {
  if (part.type === "opaque") return isSearchResult(part);
  return part.type === "text" || part.type === "media" || part.type === "call" || part.type === "result";
}
