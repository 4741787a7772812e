import { expectObject } from "../../mapping/expect.ts";
import { text } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import { loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { readOpaque, writeOpaque } from "../../mapping/nodes/opaque.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import type { MediaKind, MediaPart, MediaSource } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";

export function decode(wire: Json, report: Report): Part {
  const block = expectObject(wire, "a content block", report);
  switch (block.type) {
    case "text":
      return readText(block, report);
    case "image":
    case "audio":
      return readMedia(block.type, block, report);
    case "resource":
      return readResource(block, report);
    case "resource_link":
      return readLink(block, report);
    default:
      return readOpaque(DIALECT, block, String(block.type), report);
  }
}

export function encode(part: Part, report: Report): JsonObject | undefined {
  switch (part.type) {
    case "text":
    case "refusal":
      return writeNode(TEXT, part, { text: part.text }, report);
    case "media":
      return writeMedia(part, report);
    case "opaque":
      return writeOpaque(DIALECT, part, report);
    default:
      return loseNode(part, part.type, report);
  }
}

const DIALECT = "mcp";

/** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result */
const TEXT = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "text" },
  fields: { text: text("/text") },
});

const bytes = (type: "image" | "audio"): Layout =>
  defineLayout<string>({
    dialect: DIALECT,
    constants: { "/type": type },
    fields: { data: text("/data"), mediaType: text("/mimeType") },
  });

const BYTES: Readonly<Record<"image" | "audio", Layout>> = { image: bytes("image"), audio: bytes("audio") };

const RESOURCE = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "resource" },
  fields: {
    title: text("/resource/uri"),
    mediaType: text("/resource/mimeType"),
    text: text("/resource/text"),
    data: text("/resource/blob"),
  },
});

const LINK = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "resource_link" },
  fields: {
    url: text("/uri"),
    name: text("/name"),
    title: text("/title"),
    context: text("/description"),
    mediaType: text("/mimeType"),
  },
});

// A block without its required fields is kept for its own dialect only.
function readText(block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(TEXT, block, report);
  if (typeof values.text !== "string") return readOpaque(DIALECT, block, "text", report);
  return { type: "text", text: values.text, ...provenance };
}

function readMedia(kind: "image" | "audio", block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(BYTES[kind], block, report);
  const { data, mediaType } = values;
  if (typeof data !== "string") return readOpaque(DIALECT, block, kind, report);
  return { type: "media", kind, source: { type: "base64", data, ...typed(mediaType) }, ...provenance };
}

// The name of a resource defaults to its URI.
function readResource(block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(RESOURCE, block, report);
  const { title, mediaType, text, data } = values;
  const named = typeof title === "string" ? { title } : {};
  if (typeof text === "string" && data === undefined)
    return {
      type: "media",
      kind: "file",
      source: { type: "text", text, ...typed(mediaType) },
      ...named,
      ...provenance,
    };
  if (typeof data !== "string" || text !== undefined) return readOpaque(DIALECT, block, "resource", report);
  const source = { type: "base64", data, ...typed(mediaType) } as const;
  return { type: "media", kind: kindOf(mediaType), source, ...named, ...provenance };
}

// Only http(s) URLs are media for a model; other URIs are for the client, and described in text.
function readLink(block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(LINK, block, report);
  const { url, mediaType, ...rest } = values;
  const opens = /^(?:image\/|application\/pdf$)/.test(String(mediaType)) && /^https?:/.test(String(url));
  if (typeof url !== "string" || !opens)
    return { ...readOpaque(DIALECT, block, "resource_link", report), text: linkText(values) };
  return {
    type: "media",
    kind: kindOf(mediaType),
    source: { type: "url", url, ...typed(mediaType) },
    ...rest,
    ...provenance,
  };
}

function linkText({ url, name, title, context }: Readonly<Record<string, Json>>): string {
  const lines = [title ?? name, url, context].filter((word) => typeof word === "string" && word !== "");
  return `[Resource: ${lines.join(", ")}]`;
}

function typed(mediaType: Json | undefined): { mediaType?: string } {
  return typeof mediaType === "string" ? { mediaType } : {};
}

function kindOf(mediaType: Json | undefined): MediaKind {
  const [family] = String(mediaType).split("/");
  return family === "image" || family === "audio" || family === "video" ? family : "file";
}

// ── media ───────────────────────────────────────────────────────────────────

const HANDLED = { kind: WRITTEN, source: WRITTEN };

function writeMedia(part: MediaPart, report: Report): JsonObject | undefined {
  const { kind, source } = part;
  if (source.type === "url") return writeLink(part, source, report);
  if (source.type === "file") return writeNode(TEXT, {}, { text: describeMedia(part, report).text }, report);
  const embedded = part.origin?.dialect === DIALECT && part.origin.fields.title === "/resource/uri";
  if (embedded || source.type === "text" || (kind !== "image" && kind !== "audio"))
    return writeResource(part, source, report);
  const own = part.origin?.dialect === DIALECT;
  const mediaType = source.mediaType ?? (own ? undefined : DEFAULT_TYPES[kind]);
  return writeNode(BYTES[kind], part, { ...HANDLED, data: source.data, mediaType }, report);
}

/** The default media types. */
const DEFAULT_TYPES: Readonly<Record<"image" | "audio", string>> = { image: "image/png", audio: "audio/wav" };

function writeLink(part: MediaPart, { url, mediaType }: MediaSource & { type: "url" }, report: Report): JsonObject {
  const { title, context } = part;
  const name = part.name ?? title ?? (part.origin?.dialect === DIALECT ? undefined : url);
  return writeNode(LINK, part, { ...HANDLED, url, name, title, context, mediaType }, report);
}

function writeResource(part: MediaPart, source: MediaSource, report: Report): JsonObject {
  const content =
    source.type === "text" ? { text: source.text } : { data: source.type === "base64" ? source.data : "" };
  const address = addressOf(part);
  if (address !== part.title) nodeReport(part, report).change("required-address", address);
  const values = { ...HANDLED, name: WRITTEN, title: address, mediaType: source.mediaType, ...content };
  return writeNode(RESOURCE, part, values, report);
}

// A resource needs a URI: without one, it is made from the name.
function addressOf({ title, name, origin }: MediaPart): string | undefined {
  if (origin?.dialect === DIALECT || /^[a-z][a-z0-9+.-]*:/i.test(title ?? "")) return title;
  return `attachment:///${encodeURIComponent((title ?? name ?? "file").replace(/\p{Surrogate}/gu, "\ufffd"))}`;
}
