import type { Json, JsonObject } from "../../model/json.ts";
import type { MediaPart, Part, RefusalPart, TextPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { expectObject } from "../forms/expect.ts";
import type { Form } from "../forms/form.ts";
import { addressOf, describeMedia, sourceOf } from "../forms/media.ts";
import { loseNode, readNode, writeNode } from "../forms/node.ts";
import { readOpaque, writeOpaque } from "../forms/opaque.ts";
import type { ChatFacts } from "./facts.ts";

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
  const written = mediaWire(facts, part, report);
  return written ?? writeNode(facts.text, {}, { text: describeMedia(part, report).text }, report);
}

function mediaWire(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const { kind, source, detail, name, cacheControl } = part;
  const handled = { kind: undefined, source: undefined, cacheControl };
  if (kind === "audio") return writeAudio(facts, part, report);
  const address = addressOf(source, kind === "image" ? "image/png" : "application/octet-stream");
  if (kind === "image" && address !== undefined)
    return writeNode(facts.image, part, { ...handled, address, detail }, report);
  if (kind === "video" && address !== undefined && part.origin?.dialect === facts.dialect)
    return writeNode(facts.video, part, { ...handled, address }, report);
  if (source.type === "file" && part.origin?.dialect !== facts.dialect) return undefined;
  if (kind !== "file" || (source.type === "url" && part.origin?.dialect !== facts.dialect)) return undefined;
  const bytes = source.type === "text" ? undefined : source.type === "file" ? { id: source.id } : { data: address };
  return (
    bytes &&
    writeNode(
      facts.file,
      part,
      { ...handled, ...bytes, name: name ?? (part.origin?.dialect === facts.dialect ? undefined : "file") },
      report,
    )
  );
}

function writeAudio(facts: ChatFacts, part: MediaPart, report: Report): JsonObject | undefined {
  const { source, cacheControl } = part;
  if (source.type !== "base64") return undefined;
  const known = Object.entries(AUDIO_TYPES).find(([, type]) => type === source.mediaType)?.[0];
  const format =
    known ?? (part.origin?.dialect === facts.dialect ? source.mediaType?.replace("audio/", "") : undefined);
  if (format === undefined) return undefined;
  return writeNode(
    facts.audio,
    part,
    { kind: undefined, source: undefined, data: source.data, format, cacheControl },
    report,
  );
}
