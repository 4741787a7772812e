import { type FieldMapping, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseField, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { MediaPart, MediaSource } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { dataOrUri, guessMediaType, qualityOf, resolutionFor, sourceAt } from "../google/media.ts";
import { withFieldOrigins } from "./field-origins.ts";
import { decodeSignature, encodeSignature, IGNORED_FIELDS, SIGNATURE } from "./signatures.ts";
import { bothSpellings } from "./spelling.ts";

/** Reads media whose bytes are in the part. */
export function readInline(part: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(INLINE, part, report);
  const { mediaType, data, name, signature, level } = values;
  if (typeof data !== "string") return readOpaque(DIALECT, part, "inlineData", report);
  const source = { type: "base64", data, ...(typeof mediaType === "string" ? { mediaType } : {}) } as const;
  return {
    ...mediaOf(source),
    ...(typeof name === "string" ? { name } : {}),
    ...qualityOf(resolutionIn(level)),
    ...decodeSignature(signature),
    ...withFieldOrigins(provenance, { source: "data", detail: "level", resolution: "level" }),
  };
}

/** Reads media at a URI. */
export function readFile(part: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(FILE, part, report);
  const { mediaType, uri, name, signature, level } = values;
  if (typeof uri !== "string") return readOpaque(DIALECT, part, "fileData", report);
  const source = { ...sourceAt(uri), ...(typeof mediaType === "string" ? { mediaType } : {}) };
  return {
    ...mediaOf(source),
    ...(typeof name === "string" ? { name } : {}),
    ...qualityOf(resolutionIn(level)),
    ...decodeSignature(signature),
    ...withFieldOrigins(provenance, { source: "uri", detail: "level", resolution: "level" }),
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
    ...levelFor(part, report),
    signature: encodeSignature(signature) ?? CHANGED,
  };
  return writeNode(values.uri === undefined ? INLINE : FILE, part, values, report);
}

/** A part for a place without a resolution: in results, and in requests to older models. */
export function withoutResolution(part: Part, report: Report): Part {
  if (part.type !== "media" || part.origin?.dialect === DIALECT) return part;
  const { detail, resolution, ...rest } = part;
  if (detail !== undefined) loseField(part, "detail", report);
  if (resolution !== undefined) loseField(part, "resolution", report);
  return rest;
}

const DIALECT = "gemini";

/** https://ai.google.dev/gemini-api/docs/media-resolution */
const LEVEL = "MEDIA_RESOLUTION_";

const RESOLUTION: FieldMapping = {
  at: bothSpellings("/mediaResolution/level"),
  is: (value) => /^(?:low|medium|high|ultra_high)$/.test(resolutionIn(value) ?? ""),
};

/** https://ai.google.dev/api/caching#Part */
const INLINE = defineLayout<string>({
  dialect: DIALECT,
  optional: IGNORED_FIELDS,
  fields: {
    mediaType: text(...bothSpellings("/inlineData/mimeType")),
    data: text(...bothSpellings("/inlineData/data")),
    name: text(...bothSpellings("/inlineData/displayName")),
    level: RESOLUTION,
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
    level: RESOLUTION,
    signature: SIGNATURE,
  },
});

function resolutionIn(level: Json | undefined): string | undefined {
  return typeof level === "string" && level.startsWith(LEVEL) ? level.slice(LEVEL.length).toLowerCase() : undefined;
}

function levelFor(part: MediaPart, report: Report): Readonly<Record<string, unknown>> {
  const { resolution = "", detail } = resolutionFor(part, report);
  const level = LEVEL + resolution.toUpperCase();
  return RESOLUTION.is(level) ? { detail, resolution: WRITTEN, level } : { detail };
}

function mediaOf(source: MediaSource): MediaPart {
  const [family = ""] = source.mediaType?.split("/") ?? [];
  const kind = family === "image" || family === "audio" || family === "video" ? family : "file";
  return { type: "media", kind, source };
}
