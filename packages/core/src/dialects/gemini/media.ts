import { type FieldMapping, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseField, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { MediaPart, MediaSource } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { dataOrUri, guessMediaType, RESOLUTIONS, resolutionOf, sourceAt } from "../google/media.ts";
import { withFieldOrigins } from "./field-origins.ts";
import { decodeSignature, encodeSignature, IGNORED_FIELDS, SIGNATURE } from "./signatures.ts";
import { bothSpellings } from "./spelling.ts";

/** Reads media whose bytes are in the part. */
export function readInline(part: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(INLINE, part, report);
  const { mediaType, data, name, signature, detail } = values;
  if (typeof data !== "string") return readOpaque(DIALECT, part, "inlineData", report);
  const source = { type: "base64", data, ...(typeof mediaType === "string" ? { mediaType } : {}) } as const;
  return {
    ...mediaOf(source),
    ...(typeof name === "string" ? { name } : {}),
    ...detailOf(detail),
    ...decodeSignature(signature),
    ...withFieldOrigins(provenance, { source: "data" }),
  };
}

/** Reads media at a URI. */
export function readFile(part: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(FILE, part, report);
  const { mediaType, uri, name, signature, detail } = values;
  if (typeof uri !== "string") return readOpaque(DIALECT, part, "fileData", report);
  const source = { ...sourceAt(uri), ...(typeof mediaType === "string" ? { mediaType } : {}) };
  return {
    ...mediaOf(source),
    ...(typeof name === "string" ? { name } : {}),
    ...detailOf(detail),
    ...decodeSignature(signature),
    ...withFieldOrigins(provenance, { source: "uri" }),
  };
}

/** Writes media; `undefined` for a file in the store of another vendor. */
export function writeMedia(part: MediaPart, report: Report): JsonObject | undefined {
  const { source, signature, name } = part;
  const own = part.origin?.dialect === DIALECT;
  if (source.type === "file" && !own) return undefined;
  if (source.type === "text") nodeReport(part, report).change("text-as-bytes");
  const values = {
    kind: WRITTEN,
    source: WRITTEN,
    ...dataOrUri(source),
    mediaType: source.mediaType ?? (own ? undefined : guessMediaType(part, report)),
    // Only Vertex takes a name.
    name: own ? name : undefined,
    detail: resolutionFor(part, report),
    signature: encodeSignature(signature) ?? CHANGED,
  };
  return writeNode(values.uri === undefined ? INLINE : FILE, part, values, report);
}

/** A part for a place without a resolution: in results, and in requests to older models. */
export function withoutResolution(part: Part, report: Report): Part {
  if (part.type !== "media" || part.detail === undefined || part.origin?.dialect === DIALECT) return part;
  const { detail: _, ...rest } = part;
  loseField(part, "detail", report);
  return rest;
}

const DIALECT = "gemini";

/** https://ai.google.dev/gemini-api/docs/media-resolution */
const LEVEL = "MEDIA_RESOLUTION_";

const RESOLUTION: FieldMapping = {
  at: bothSpellings("/mediaResolution/level"),
  is: (value) => RESOLUTIONS.has(detailOf(value).detail ?? ""),
};

/** https://ai.google.dev/api/caching#Part */
const INLINE = defineLayout<string>({
  dialect: DIALECT,
  optional: IGNORED_FIELDS,
  fields: {
    mediaType: text(...bothSpellings("/inlineData/mimeType")),
    data: text(...bothSpellings("/inlineData/data")),
    name: text(...bothSpellings("/inlineData/displayName")),
    detail: RESOLUTION,
    signature: SIGNATURE,
  },
});

const FILE = defineLayout<string>({
  dialect: DIALECT,
  optional: IGNORED_FIELDS,
  fields: {
    mediaType: text(...bothSpellings("/fileData/mimeType")),
    uri: text(...bothSpellings("/fileData/fileUri")),
    name: text(...bothSpellings("/fileData/displayName")),
    detail: RESOLUTION,
    signature: SIGNATURE,
  },
});

function detailOf(level: Json | undefined): Pick<MediaPart, "detail"> {
  return typeof level === "string" && level.startsWith(LEVEL)
    ? { detail: level.slice(LEVEL.length).toLowerCase() }
    : {};
}

function resolutionFor(part: MediaPart, report: Report): string | typeof CHANGED | undefined {
  const detail = resolutionOf(part, report);
  return typeof detail === "string" ? LEVEL + detail.toUpperCase() : detail;
}

function mediaOf(source: MediaSource): MediaPart {
  const [family = ""] = source.mediaType?.split("/") ?? [];
  const kind = family === "image" || family === "audio" || family === "video" ? family : "file";
  return { type: "media", kind, source };
}
