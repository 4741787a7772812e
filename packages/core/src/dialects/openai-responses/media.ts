import { object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { loseUrlMediaType, mediaSourceOf, mediaUrl } from "../../mapping/nodes/media.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import { toBase64 } from "../../mapping/values/base64.ts";
import type { MediaPart, MediaSource } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";

/** Reads an `input_image`. */
export function readImage(wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(IMAGE, wire, report);
  const { address, id, ...rest } = values;
  const source = typeof address === "string" ? mediaSourceOf(address) : storedAt(id);
  if (source === undefined) return readOpaque(DIALECT, wire, "image", report);
  return { type: "media", kind: "image", source, ...rest, ...provenance } as MediaPart;
}

/** Reads an `input_file`. */
export function readFile(wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(FILE, wire, report);
  const { data, url, id, ...rest } = values;
  const source = bytesOf(data) ?? (typeof url === "string" ? { type: "url", url } : storedAt(id));
  if (source === undefined) return readOpaque(DIALECT, wire, "file", report);
  return { type: "media", kind: "file", source, ...rest, ...provenance } as MediaPart;
}

/** Writes an image or a file; `undefined` for other media, and for files in the store of another vendor. */
export function writeMedia(part: MediaPart, report: Report): JsonObject | undefined {
  const wire = mediaWire(part, report);
  if (wire !== undefined) loseUrlMediaType(part, report);
  return wire;
}

const DIALECT = "openai-responses";

/** Files are shared with Chat Completions: https://developers.openai.com/api/reference/resources/files */
const STORE = "openai";

const IMAGE = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "input_image" },
  fields: {
    address: text("/image_url", "/image_url/url"),
    id: text("/file_id"),
    detail: text("/detail", "/image_url/detail"),
    cacheBreakpoint: object("/prompt_cache_breakpoint"),
  },
});

const FILE = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "input_file" },
  fields: {
    data: text("/file_data"),
    url: text("/file_url"),
    id: text("/file_id"),
    name: text("/filename"),
    detail: text("/detail"),
    cacheBreakpoint: object("/prompt_cache_breakpoint"),
  },
});

function storedAt(id: Json | undefined): MediaSource | undefined {
  return typeof id === "string" ? { type: "file", id, store: STORE } : undefined;
}

// `file_data` may be Base64 without a media type.
function bytesOf(data: Json | undefined): MediaSource | undefined {
  if (typeof data !== "string") return undefined;
  const source = mediaSourceOf(data);
  return source.type === "base64" ? source : { type: "base64", data };
}

function mediaWire(part: MediaPart, report: Report): JsonObject | undefined {
  if (part.source.type === "file" && !isOwn(part) && part.source.store !== STORE) return undefined;
  if (part.kind === "image") return imageWire(part, report);
  return part.kind === "file" ? fileWire(part, report) : undefined;
}

function imageWire(part: MediaPart, report: Report): JsonObject | undefined {
  const { source, detail, cacheBreakpoint } = part;
  const handled = { kind: WRITTEN, source: WRITTEN, detail, cacheBreakpoint };
  if (source.type === "file") return writeNode(IMAGE, part, { ...handled, id: source.id }, report);
  const address = mediaUrl(source, "image/png");
  return address === undefined ? undefined : writeNode(IMAGE, part, { ...handled, address }, report);
}

function fileWire(part: MediaPart, report: Report): JsonObject {
  const { source, name, title, detail, cacheBreakpoint } = part;
  const handled = { kind: WRITTEN, source: WRITTEN, detail, cacheBreakpoint };
  if (isOwn(part)) return writeNode(FILE, part, { ...handled, ...placeOf(source), name }, report);
  if (source.type === "text") nodeReport(part, report).change("text-as-bytes");
  const bytes = source.type === "text" ? encoded(source.text, source.mediaType) : source;
  const place = placeOf(bytes, "application/octet-stream");
  // `file_data` needs a `filename`, which tells its type.
  const given = name ?? title;
  const named = given ?? (place.data && (NAMES.get(source.mediaType ?? "") ?? "file"));
  if (named !== given) nodeReport(part, report).change("required-name", named);
  const titled = name === undefined ? { title: WRITTEN } : {};
  return writeNode(FILE, part, { ...handled, ...titled, ...place, name: named }, report);
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ["application/pdf", "file.pdf"],
  ["text/plain", "file.txt"],
]);

function placeOf(source: MediaSource, fallbackType?: string): Readonly<Record<string, string | undefined>> {
  if (source.type === "url") return { url: source.url };
  if (source.type === "file") return { id: source.id };
  if (source.type === "base64" && source.mediaType === undefined && fallbackType === undefined)
    return { data: source.data };
  return { data: mediaUrl(source, fallbackType ?? "") };
}

function encoded(text: string, mediaType = "text/plain"): MediaSource {
  return { type: "base64", mediaType, data: toBase64(text) };
}

function isOwn({ origin }: Part): boolean {
  return origin?.dialect === DIALECT;
}
