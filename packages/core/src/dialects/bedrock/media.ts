import { isObject } from "../../json/value.ts";
import { citations, type FieldMapping, text } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import { fieldReport, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import { keyOf } from "../../mapping/values/key-of.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { MediaKind, MediaPart, MediaSource } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { base64Of, bytes } from "./bytes.ts";

/** The kind of medium that a block holds. */
export function mediaIn(block: JsonObject): MediaKind | undefined {
  return KINDS.find((kind) => isObject(block[FIELDS[kind]]));
}

/** Reads an image, a document, a video or audio. */
export function readMedia(block: JsonObject, report: Report): Part {
  const kind = mediaIn(block) ?? "file";
  const { values, provenance } = readNode(LAYOUTS[kind], block, report);
  const { name, context, citationsConfig } = values;
  const source = sourceOf(kind, values);
  if (source === undefined) return readOpaque(DIALECT, block, FIELDS[kind], report);
  const described = {
    ...(name === undefined ? {} : { title: name }),
    ...(context === undefined ? {} : { context }),
    ...(citationsConfig === undefined ? {} : { citationsConfig }),
  };
  return { type: "media", kind, source, ...described, ...provenance } as MediaPart;
}

/** Writes a medium; `undefined` if this API does not accept it. */
export function writeMedia(part: MediaPart, report: Report): JsonObject | undefined {
  const source = wireSource(part);
  if (source === undefined) return undefined;
  if (isRenamed(part, source.format)) nodeReport(part, report).change("media-type");
  const values = { kind: WRITTEN, source: WRITTEN, cacheControl: WRITTEN, ...source };
  if (part.kind !== "file") return writeNode(LAYOUTS[part.kind], part, values, report);
  const { context, citationsConfig } = part;
  const named = { name: nameFor(part, report), title: WRITTEN, context, citationsConfig };
  return writeNode(LAYOUTS.file, part, { ...values, ...named }, report);
}

const DIALECT = "bedrock";

const KINDS: readonly MediaKind[] = ["image", "file", "video", "audio"];

const FIELDS: Readonly<Record<MediaKind, string>> = {
  image: "image",
  file: "document",
  video: "video",
  audio: "audio",
};

/** Media type → format: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ImageBlock.html and the like. */
const FORMATS: Readonly<Record<MediaKind, Readonly<Record<string, string>>>> = {
  image: lookupTable({ "image/png": "png", "image/jpeg": "jpeg", "image/gif": "gif", "image/webp": "webp" }),
  file: lookupTable({
    "application/pdf": "pdf",
    "text/csv": "csv",
    "application/msword": "doc",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.ms-excel": "xls",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "text/html": "html",
    "text/plain": "txt",
    "text/markdown": "md",
  }),
  video: lookupTable({
    "video/x-matroska": "mkv",
    "video/quicktime": "mov",
    "video/mp4": "mp4",
    "video/webm": "webm",
    "video/x-flv": "flv",
    "video/mpeg": "mpeg",
    "video/x-ms-wmv": "wmv",
    "video/3gpp": "three_gp",
  }),
  audio: lookupTable({
    "audio/aac": "aac",
    "audio/flac": "flac",
    "audio/mp4": "m4a",
    "audio/mpeg": "mp3",
    "audio/mp3": "mp3",
    "audio/ogg": "ogg",
    "audio/opus": "opus",
    "audio/wav": "wav",
    "audio/x-wav": "wav",
    "audio/webm": "webm",
  }),
};

function layoutOf(field: string, more: Readonly<Record<string, FieldMapping>> = {}): Layout {
  return defineLayout<string>({
    dialect: DIALECT,
    fields: {
      format: text(`/${field}/format`),
      ...more,
      data: bytes(`/${field}/source/bytes`),
      uri: text(`/${field}/source/s3Location/uri`),
    },
    derivedFrom: { mediaType: "format", ...("name" in more ? { title: "name" } : {}) },
  });
}

const LAYOUTS: Readonly<Record<MediaKind, Layout>> = {
  image: layoutOf("image"),
  file: layoutOf("document", {
    name: text("/document/name"),
    text: text("/document/source/text"),
    context: text("/document/context"),
    citationsConfig: citations("/document/citations"),
  }),
  video: layoutOf("video"),
  audio: layoutOf("audio"),
};

function sourceOf(kind: MediaKind, values: Readonly<Record<string, Json | undefined>>): MediaSource | undefined {
  const { format, data, uri, text: content } = values;
  const mediaType = typeof format === "string" ? (typeOf(kind, format) ?? `${TYPES[kind]}/${format}`) : undefined;
  const typed = mediaType === undefined ? {} : { mediaType };
  const encoded = base64Of(data);
  if (encoded !== undefined) return { type: "base64", data: encoded, ...typed };
  if (typeof content === "string") return { type: "text", text: content, ...typed };
  // Nobody but AWS can open it.
  return typeof uri === "string" ? { type: "file", id: uri, ...typed } : undefined;
}

const TYPES: Readonly<Record<MediaKind, string>> = {
  image: "image",
  file: "application",
  video: "video",
  audio: "audio",
};

function typeOf(kind: MediaKind, format: string): string | undefined {
  return keyOf(Object.entries(FORMATS[kind]), format);
}

function wireSource({ kind, source, origin }: MediaPart): Record<string, string | undefined> | undefined {
  const { mediaType = "" } = source;
  const own = origin?.dialect === DIALECT;
  const known = FORMATS[kind][mediaType];
  const format = known ?? (own ? mediaType.slice(mediaType.indexOf("/") + 1) : undefined);
  const typed = { format: format === "" ? undefined : format };
  if (source.type === "text")
    return kind === "file" ? { ...typed, format: typed.format ?? "txt", text: source.text } : undefined;
  if (source.type === "file" && own) return { ...typed, uri: source.id };
  // Only documents may leave their format out.
  if (format === undefined && (source.type !== "url" || kind !== "file")) return undefined;
  if (source.type === "url") return S3.test(source.url) ? { ...typed, uri: source.url } : undefined;
  return source.type === "base64" ? { ...typed, data: source.data } : undefined;
}

// Several media types have one format, as audio/mp3 and audio/mpeg have; it is read as the first of them.
function isRenamed({ kind, source, origin }: MediaPart, format: string | undefined): boolean {
  if (origin?.dialect === DIALECT || source.mediaType === undefined || format === undefined) return false;
  return typeOf(kind, format) !== source.mediaType;
}

const S3 = /^s3:\/\//;

/**
 * The name of a document is required. It may have letters, digits, single spaces, hyphens, parentheses and brackets.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html
 */
function nameFor(part: MediaPart, report: Report): string {
  const field = part.title === undefined ? "name" : "title";
  const wanted = part[field];
  if (part.origin?.dialect === DIALECT && wanted !== undefined) return wanted;
  const allowed = (wanted ?? "")
    .replace(/\.[a-z]{2,4}$/i, "")
    .replace(/[^\p{L}\p{N}\s()[\]-]+/gu, "-")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_NAME);
  if (wanted === undefined || allowed === "") nodeReport(part, report).change("required-name", UNNAMED);
  else if (allowed !== wanted) fieldReport(part, field, report).change("required-name", allowed);
  return allowed === "" ? UNNAMED : allowed;
}

const UNNAMED = "document";
const MAX_NAME = 200;
