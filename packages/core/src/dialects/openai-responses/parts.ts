import { plainText } from "../../fast/plain-parts.ts";
import { isArray, isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { type FieldMapping, filledList, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import { loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { describeMedia, loseUrlMediaType, mediaSourceOf, mediaUrl } from "../../mapping/nodes/media.ts";
import { readOpaque, writeOpaque } from "../../mapping/nodes/opaque.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import { LOST, WRITTEN } from "../../mapping/outcome.ts";
import { toBase64 } from "../../mapping/values/base64.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { MediaPart, MediaSource, Part, TextPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { decodeCitation, encodeCitation } from "./citations.ts";
import type { Side } from "./wire.ts";

export function decode(wire: Json, report: Report, side: Side = "input"): Part {
  const part = expectObject(wire, "a content part", report);
  switch (part.type) {
    case "input_text":
    case "output_text":
    case "text":
      return readText(TEXTS[side][part.type], part, report);
    case "input_image":
      return readImage(part, report);
    case "input_file":
      return readFile(part, report);
    case "refusal":
      return readRefusal(part, report);
    default:
      return readOpaque(DIALECT, part, String(part.type), report);
  }
}

export function encode(part: Part, report: Report, side: Side = "input"): JsonObject | undefined {
  switch (part.type) {
    case "text":
      return writeText(part, side, report);
    case "media":
      return writeMedia(part, side, report);
    case "refusal":
      return writeNode(side === "output" || isOwn(part) ? REFUSAL : TEXT.input, part, { text: part.text }, report);
    case "opaque":
      return writeOpaque(DIALECT, part, report);
    default:
      return loseNode(part, part.type, report);
  }
}

const DIALECT = "openai-responses";

/** Files are shared with Chat Completions: https://developers.openai.com/api/reference/resources/files */
const STORE = "openai";

/** https://developers.openai.com/api/docs/guides/prompt-caching */
const BREAKPOINT: Readonly<Record<string, FieldMapping>> = { cacheBreakpoint: object("/prompt_cache_breakpoint") };

const TEXT_FIELDS: Readonly<Record<Side, Readonly<Record<string, FieldMapping>>>> = {
  input: { text: text("/text"), ...BREAKPOINT },
  output: { text: text("/text"), citations: { ...filledList("/annotations"), placeholder: [], emptyValue: [] } },
};

/** The layouts of text by direction; a text that came under another type keeps it. */
function textLayout(side: Side, type: string): Layout {
  const own = `${side}_text`;
  const optional = { "/logprobs": [], ...(type === own ? {} : { "/type": type }) };
  return defineLayout<string>({ dialect: DIALECT, constants: { "/type": own }, optional, fields: TEXT_FIELDS[side] });
}

function textLayouts(side: Side): Readonly<Record<"input_text" | "output_text" | "text", Layout>> {
  return {
    input_text: textLayout(side, "input_text"),
    output_text: textLayout(side, "output_text"),
    text: textLayout(side, "text"),
  };
}

const TEXTS = { input: textLayouts("input"), output: textLayouts("output") };
const TEXT: Readonly<Record<Side, Layout>> = { input: TEXTS.input.input_text, output: TEXTS.output.output_text };

const IMAGE = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "input_image" },
  fields: {
    address: text("/image_url", "/image_url/url"),
    id: text("/file_id"),
    detail: text("/detail", "/image_url/detail"),
    ...BREAKPOINT,
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
    ...BREAKPOINT,
  },
});

const REFUSAL = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "refusal" },
  fields: { text: text("/refusal") },
});

function isOwn({ origin }: Part): boolean {
  return origin?.dialect === DIALECT;
}

// ── text ────────────────────────────────────────────────────────────────────

function readText(layout: Layout, wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(layout, wire, report);
  const { text, citations, cacheBreakpoint } = values;
  if (typeof text !== "string") return readOpaque(DIALECT, wire, "text", report);
  return createText(provenance, {
    text,
    citations: isArray(citations)
      ? citations.map((citation, index) => decodeCitation(citation, report.at("annotations").at(index)))
      : undefined,
    cacheBreakpoint: isObject(cacheBreakpoint) ? cacheBreakpoint : undefined,
  });
}

function writeText(part: TextPart, side: Side, report: Report): JsonObject {
  const { text, cacheBreakpoint } = part;
  if (plainText(part, report.fast))
    return side === "input" ? { type: "input_text", text } : { type: "output_text", text, annotations: [] };
  if (side === "input") return writeNode(TEXT.input, part, { text: part.text, cacheBreakpoint }, report);
  const cited = part.citations?.flatMap((citation) => encodeCitation(citation, part.text, report) ?? []);
  const citations = cited?.length === 0 ? LOST : cited;
  return writeNode(TEXT.output, part, { text: part.text, citations }, report);
}

function readRefusal(wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(REFUSAL, wire, report);
  if (typeof values.text !== "string") return readOpaque(DIALECT, wire, "refusal", report);
  return { type: "refusal", text: values.text, ...provenance };
}

// ── images and files ────────────────────────────────────────────────────────

function readImage(wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(IMAGE, wire, report);
  const { address, id, ...rest } = values;
  const source = typeof address === "string" ? mediaSourceOf(address) : storedAt(id);
  if (source === undefined) return readOpaque(DIALECT, wire, "image", report);
  return { type: "media", kind: "image", source, ...rest, ...provenance } as MediaPart;
}

function readFile(wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(FILE, wire, report);
  const { data, url, id, ...rest } = values;
  const source = bytesOf(data) ?? (typeof url === "string" ? { type: "url", url } : storedAt(id));
  if (source === undefined) return readOpaque(DIALECT, wire, "file", report);
  return { type: "media", kind: "file", source, ...rest, ...provenance } as MediaPart;
}

function storedAt(id: Json | undefined): MediaSource | undefined {
  return typeof id === "string" ? { type: "file", id, store: STORE } : undefined;
}

// `file_data` may be Base64 without a media type.
function bytesOf(data: Json | undefined): MediaSource | undefined {
  if (typeof data !== "string") return undefined;
  const source = mediaSourceOf(data);
  return source.type === "base64" ? source : { type: "base64", data };
}

// Assistant messages take text only.
function writeMedia(part: MediaPart, side: Side, report: Report): JsonObject {
  const wire = side === "input" || isOwn(part) ? mediaWire(part, report) : undefined;
  if (wire === undefined) return writeText(describeMedia(part, report), side, report);
  loseUrlMediaType(part, report);
  return wire;
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
  const named = name ?? title ?? (source.type === "url" ? undefined : (NAMES.get(source.mediaType ?? "") ?? "file"));
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
