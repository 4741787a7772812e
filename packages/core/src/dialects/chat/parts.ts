import { plainText } from "../../fast/plain-parts.ts";
import { expectObject } from "../../mapping/expect.ts";
import type { Layout } from "../../mapping/layout.ts";
import { loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { describeMedia, loseUrlMediaType, mediaSourceOf, mediaUrl } from "../../mapping/nodes/media.ts";
import { readOpaque, writeOpaque } from "../../mapping/nodes/opaque.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { MediaKind, MediaPart, RefusalPart, TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import type { ChatFacts } from "./facts.ts";
import { decodeThinkingPart } from "./quirks/mistral.ts";

/** Reads one part of a message's content. */
export function decodePart(facts: ChatFacts, wire: Json, report: Report): Part {
  const part = expectObject(wire, "a content part", report);
  switch (part.type) {
    case "text":
      return readText(facts.text, part, report);
    case "image_url":
      return readAddressed(facts.image, part, "image", report);
    case "video_url":
      return readAddressed(facts.video, part, "video", report);
    case "input_audio":
      return readAudio(facts.audio, part, report);
    case "file":
      return readFile(facts, part, report);
    case "refusal":
      return readRefusal(facts.refusal, part, report);
    case "thinking":
      return decodeThinkingPart(facts.dialect, part, report);
    default:
      return readOpaque(facts.dialect, part, String(part.type), report);
  }
}

/** Writes one part of a message's content. */
export function encodePart(facts: ChatFacts, part: Part, report: Report): JsonObject | undefined {
  switch (part.type) {
    case "text":
      if (plainText(part, facts.dialect, report)) return { type: "text", text: part.text };
      return writeNode(facts.text, part, { text: part.text, ...cacheFieldsOf(part), citations: WRITTEN }, report);
    case "media":
      return writeMedia(facts, part, report);
    case "refusal":
      return writeNode(facts.refusal, part, { text: part.text }, report);
    case "opaque":
      return writeOpaque(facts.dialect, part, report);
    case "reasoning":
      return part.extras?.[facts.dialect]?.wire as JsonObject | undefined;
    default:
      return loseNode(part, part.type, report);
  }
}

// A part without its required fields is kept for its own dialect only.
function readText(layout: Layout, wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(layout, wire, report);
  const { text, ...rest } = values;
  if (typeof text !== "string") return readOpaque(layout.dialect, wire, "text", report);
  return { type: "text", text, ...rest, ...provenance } as TextPart;
}

function readAddressed(layout: Layout, wire: JsonObject, kind: "image" | "video", report: Report): Part {
  const { values, provenance } = readNode(layout, wire, report);
  const { address, ...rest } = values;
  if (typeof address !== "string") return readOpaque(layout.dialect, wire, kind, report);
  return { type: "media", kind, source: mediaSourceOf(address), ...rest, ...provenance } as MediaPart;
}

function readAudio(layout: Layout, wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(layout, wire, report);
  const { data, format, ...rest } = values;
  if (typeof data !== "string" || typeof format !== "string") return readOpaque(layout.dialect, wire, "audio", report);
  const source = { type: "base64", mediaType: AUDIO_TYPES[format] ?? `audio/${format}`, data } as const;
  return { type: "media", kind: "audio", source, ...rest, ...provenance } as MediaPart;
}

function readFile({ file, fileStore: store }: ChatFacts, wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(file, wire, report);
  const { data, id, ...rest } = values;
  if (typeof data !== "string" && typeof id !== "string") return readOpaque(file.dialect, wire, "file", report);
  const stored = { type: "file", id, ...(store === undefined ? {} : { store }) };
  const source = typeof data === "string" ? mediaSourceOf(data) : stored;
  return { type: "media", kind: "file", source, ...rest, ...provenance } as MediaPart;
}

function readRefusal(layout: Layout, wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(layout, wire, report);
  if (typeof values.text !== "string") return readOpaque(layout.dialect, wire, "refusal", report);
  return { type: "refusal", text: values.text, ...provenance } as RefusalPart;
}

const AUDIO_TYPES: Readonly<Record<string, string>> = lookupTable({ mp3: "audio/mpeg", wav: "audio/wav" });

/** Media types of audio → the API's name for the format. */
const AUDIO_FORMATS: ReadonlyMap<string, string> = new Map([
  ["audio/mpeg", "mp3"],
  ["audio/mp3", "mp3"],
  ["audio/wav", "wav"],
  ["audio/wave", "wav"],
  ["audio/x-wav", "wav"],
]);

function writeMedia(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const written = WRITERS[part.kind](facts, part, report);
  if (written === undefined) return writeNode(facts.text, {}, { text: describeMedia(part, report).text }, report);
  loseUrlMediaType(part, report);
  return written;
}

/** Returns nothing for media that the dialect does not have, which are then described in text. */
type MediaWriter = (facts: ChatFacts, part: MediaPart, report: Report) => JsonObject | undefined;

const WRITERS: Readonly<Record<MediaKind, MediaWriter>> = {
  image: writeImage,
  audio: writeAudio,
  video: writeVideo,
  file: writeFile,
};

/** Canonical fields that are written in another form. */
const HANDLED = { kind: WRITTEN, source: WRITTEN };

function writeImage(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const { detail } = part;
  const address = mediaUrl(part.source, "image/png");
  return address === undefined
    ? undefined
    : writeNode(facts.image, part, { ...HANDLED, address, detail, ...cacheFieldsOf(part) }, report);
}

function writeVideo(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const address = facts.videoAndFileUrls || isOwn(facts, part) ? mediaUrl(part.source, "video/mp4") : undefined;
  return address === undefined
    ? undefined
    : writeNode(facts.video, part, { ...HANDLED, address, ...cacheFieldsOf(part) }, report);
}

function writeAudio(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const { source } = part;
  if (source.type !== "base64") return undefined;
  const known = AUDIO_FORMATS.get(source.mediaType ?? "");
  const format = known ?? (isOwn(facts, part) ? source.mediaType?.replace("audio/", "") : undefined);
  if (known !== undefined && AUDIO_TYPES[known] !== source.mediaType) nodeReport(part, report).change("media-type");
  return format === undefined
    ? undefined
    : writeNode(facts.audio, part, { ...HANDLED, data: source.data, format, ...cacheFieldsOf(part) }, report);
}

function writeFile(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const { source, name } = part;
  if (!takesFile(facts, part)) return undefined;
  const bytes = source.type === "file" ? { id: source.id } : { data: mediaUrl(source, "application/octet-stream") };
  const named = name ?? (isOwn(facts, part) || source.type === "file" ? undefined : nameFor(part, report));
  const titled = name === undefined && named !== undefined ? { title: WRITTEN } : {};
  return writeNode(facts.file, part, { ...HANDLED, ...titled, ...bytes, name: named, ...cacheFieldsOf(part) }, report);
}

function takesFile(facts: ChatFacts, part: MediaPart): boolean {
  const { source } = part;
  if (source.type === "text") return false;
  if (isOwn(facts, part) || source.type === "base64") return true;
  return source.type === "url"
    ? facts.videoAndFileUrls
    : source.store !== undefined && source.store === facts.fileStore;
}

// The prompt caching fields of a part.
function cacheFieldsOf({
  cacheControl,
  cacheBreakpoint,
}: TextPart | MediaPart): Record<string, JsonObject | undefined> {
  return { cacheControl, cacheBreakpoint };
}

// `file_data` needs a `filename`.
function nameFor(part: MediaPart, report: Report): string {
  const { title, source } = part;
  if (title !== undefined) return title;
  const ending = source.type === "url" ? /([^/?#]+)(?:[?#].*)?$/.exec(source.url)?.[1] : undefined;
  nodeReport(part, report).change("required-name", ending ?? "file");
  return ending ?? "file";
}

function isOwn({ dialect }: ChatFacts, { origin }: Part): boolean {
  return origin?.dialect === dialect;
}

/** Whether reasoning came as a content part: Mistral wants it back as it was. */
export function isContentReasoning({ dialect }: ChatFacts, { extras }: Part): boolean {
  return extras?.[dialect]?.wire !== undefined;
}
