import { isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { MediaKind, MediaPart, Part, RefusalPart, TextPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { expectObject } from "../forms/expect.ts";
import type { Form } from "../forms/form.ts";
import { addressOf, describeMedia, sourceOf } from "../forms/media.ts";
import { loseNode, readNode, writeNode } from "../forms/node.ts";
import { readOpaque, writeOpaque } from "../forms/opaque.ts";
import type { ChatFacts } from "./facts.ts";
import { textsIn } from "./reasoning.ts";

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
      return readFile(facts.file, part, report);
    case "refusal":
      return readRefusal(facts.refusal, part, report);
    case "thinking":
      return readThinking(facts.dialect, part, report);
    default:
      return readOpaque(facts.dialect, part, String(part.type), report);
  }
}

/** Writes one part of a message's content. */
export function encodePart(facts: ChatFacts, part: Part, report: Report): JsonObject | undefined {
  switch (part.type) {
    case "text":
      return writeNode(
        facts.text,
        part,
        { text: part.text, cacheControl: part.cacheControl, citations: undefined },
        report,
      );
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

// A part that lacks what makes it one is nobody's but the source's.
function readText(form: Form, wire: JsonObject, report: Report): Part {
  const { values, noted } = readNode(form, wire, report);
  const { text, ...rest } = values;
  if (typeof text !== "string") return readOpaque(form.dialect, wire, "text", report);
  return { type: "text", text, ...rest, ...noted } as TextPart;
}

function readAddressed(form: Form, wire: JsonObject, kind: "image" | "video", report: Report): Part {
  const { values, noted } = readNode(form, wire, report);
  const { address, ...rest } = values;
  if (typeof address !== "string") return readOpaque(form.dialect, wire, kind, report);
  return { type: "media", kind, source: sourceOf(address), ...rest, ...noted } as MediaPart;
}

function readAudio(form: Form, wire: JsonObject, report: Report): Part {
  const { values, noted } = readNode(form, wire, report);
  const { data, format, ...rest } = values;
  if (typeof data !== "string" || typeof format !== "string") return readOpaque(form.dialect, wire, "audio", report);
  const source = { type: "base64", mediaType: AUDIO_TYPES[format] ?? `audio/${format}`, data } as const;
  return { type: "media", kind: "audio", source, ...rest, ...noted } as MediaPart;
}

function readFile(form: Form, wire: JsonObject, report: Report): Part {
  const { values, noted } = readNode(form, wire, report);
  const { data, id, ...rest } = values;
  if (typeof data !== "string" && typeof id !== "string") return readOpaque(form.dialect, wire, "file", report);
  const source = typeof data === "string" ? sourceOf(data) : { type: "file", id };
  return { type: "media", kind: "file", source, ...rest, ...noted } as MediaPart;
}

function readRefusal(form: Form, wire: JsonObject, report: Report): Part {
  const { values, noted } = readNode(form, wire, report);
  if (typeof values.text !== "string") return readOpaque(form.dialect, wire, "refusal", report);
  return { type: "refusal", text: values.text, ...noted } as RefusalPart;
}

const AUDIO_TYPES: Readonly<Record<string, string>> = { mp3: "audio/mpeg", wav: "audio/wav" };

function writeMedia(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const write = WRITERS[part.kind];
  return write(facts, part, report) ?? writeNode(facts.text, {}, { text: describeMedia(part, report).text }, report);
}

/** Gives nothing for a medium that cannot be said, which is then described. */
type MediaWriter = (facts: ChatFacts, part: MediaPart, report: Report) => JsonObject | undefined;

const WRITERS: Readonly<Record<MediaKind, MediaWriter>> = {
  image: writeImage,
  audio: writeAudio,
  video: writeVideo,
  file: writeFile,
};

/** What the source of a medium, and what it is, are written as. */
const HANDLED = { kind: undefined, source: undefined };

function writeImage(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const { detail, cacheControl } = part;
  const address = addressOf(part.source, "image/png");
  return address === undefined
    ? undefined
    : writeNode(facts.image, part, { ...HANDLED, address, detail, cacheControl }, report);
}

function writeVideo(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const address = facts.anyMedia || isOwn(facts, part) ? addressOf(part.source, "video/mp4") : undefined;
  return address === undefined
    ? undefined
    : writeNode(facts.video, part, { ...HANDLED, address, cacheControl: part.cacheControl }, report);
}

function writeAudio(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const { source, cacheControl } = part;
  if (source.type !== "base64") return undefined;
  const known = Object.entries(AUDIO_TYPES).find(([, type]) => type === source.mediaType)?.[0];
  const format = known ?? (isOwn(facts, part) ? source.mediaType?.replace("audio/", "") : undefined);
  return format === undefined
    ? undefined
    : writeNode(facts.audio, part, { ...HANDLED, data: source.data, format, cacheControl }, report);
}

function writeFile(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const { source, name, cacheControl } = part;
  const own = isOwn(facts, part);
  if (source.type === "text" || (!own && (source.type === "file" || (source.type === "url" && !facts.anyMedia))))
    return undefined;
  const bytes = source.type === "file" ? { id: source.id } : { data: addressOf(source, "application/octet-stream") };
  const named = name ?? (own ? undefined : (part.title ?? "file"));
  return writeNode(facts.file, part, { ...HANDLED, ...bytes, name: named, cacheControl }, report);
}

function isOwn({ dialect }: ChatFacts, { origin }: Part): boolean {
  return origin?.dialect === dialect;
}

// ── thoughts among the content ──────────────────────────────────────────────

/** Whether a thought stands among the content: one vendor of the family has it there, and wants it back as it was. */
export function isAmongContent({ dialect }: ChatFacts, { extras }: Part): boolean {
  return extras?.[dialect]?.wire !== undefined;
}

function readThinking(dialect: string, wire: JsonObject, report: Report): Part {
  const texts = textsIn(isArray(wire.thinking) ? wire.thinking : []);
  const origin = { dialect, place: report.place, fields: { texts: "/thinking" } };
  return { type: "reasoning", texts: [texts.join("")], origin, extras: { [dialect]: { wire } } };
}
