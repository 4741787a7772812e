import { plainText } from "../../fast/plain-parts.ts";
import { isArray, isObject } from "../../json/value.ts";
import { filledList, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseForeignExtras, loseNode, nodeReport, writeNode } from "../../mapping/node.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { writeOpaque } from "../../mapping/nodes/opaque.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import type { MediaPart, ReasoningPart, TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";

/** A message has one field per kind of content, so a part is a message with that field alone. */
export function decode(wire: Json, report: Report): Part {
  if (typeof wire === "string") return readText(wire, report);
  const { content, thinking, images } = isObject(wire) ? wire : ({} as JsonObject);
  const [image] = isArray(images) ? images : [];
  if (typeof image === "string") return readImage(image, report.at("images").at(0));
  if (typeof thinking === "string") return readThinking(thinking, report.at("thinking"));
  if (typeof content === "string") return readText(content, report.at("content"));
  return report.fail("wrong-type", "expected content, thinking or images");
}

export function encode(part: Part, report: Report): JsonObject | undefined {
  switch (part.type) {
    case "text":
      return writeText(part, report);
    case "media":
      return writeMedia(part, report);
    case "reasoning":
      return writeThinking(part, report);
    case "refusal":
      nodeReport(part, report).change("refusal-text");
      return writeNode(CONTENT, part, { text: part.text }, report);
    case "opaque":
      return writeOpaque(DIALECT, part, report);
    default:
      return loseNode(part, part.type, report);
  }
}

const DIALECT = "ollama";

const CONTENT = defineLayout<string>({ dialect: DIALECT, fields: { text: text("/content") } });
const IMAGES = defineLayout<string>({ dialect: DIALECT, fields: { images: filledList("/images") } });
const THINKING = defineLayout<string>({ dialect: DIALECT, fields: { thinking: text("/thinking") } });

// ── text ────────────────────────────────────────────────────────────────────

function readText(text: string, report: Report): TextPart {
  return createText({ origin: { dialect: DIALECT, place: report.place, fields: WHOLE } }, { text });
}

function writeText(part: TextPart, report: Report): JsonObject {
  if (plainText(part, DIALECT, report)) return { content: part.text };
  return writeNode(CONTENT, part, { text: part.text }, report);
}

/** The origin of a text that is the whole value of a field. */
const WHOLE: Readonly<Record<string, string>> = { text: "" };

// ── images ──────────────────────────────────────────────────────────────────

function readImage(data: string, report: Report): MediaPart {
  const mediaType = Object.entries(BEGINNINGS).find(([beginning]) => data.startsWith(beginning))?.[1];
  const source = { type: "base64", data, ...(mediaType === undefined ? {} : { mediaType }) } as const;
  const origin = { dialect: DIALECT, place: report.place, fields: { source: "" } };
  return { type: "media", kind: "image", source, origin };
}

/** How the Base64 of an image begins: only the bytes tell its type. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  iVBORw0KGgo: "image/png",
  "/9j/": "image/jpeg",
  R0lGOD: "image/gif",
  UklGR: "image/webp",
};

// URLs are not fetched: https://docs.ollama.com/capabilities/vision
function writeMedia(part: MediaPart, report: Report): JsonObject {
  const { kind, source } = part;
  if (kind !== "image" || source.type !== "base64") return writeText(describeMedia(part, report), report);
  return writeNode(IMAGES, part, { kind: WRITTEN, source: WRITTEN, images: [source.data] }, report);
}

// ── reasoning ────────────────────────────────────────────────────────────────

function readThinking(thinking: string, report: Report): ReasoningPart {
  const origin = { dialect: DIALECT, place: report.place, fields: { texts: "" } };
  return { type: "reasoning", texts: [thinking], origin };
}

// A signature without a value only names the vendor: nothing is lost.
function writeThinking(part: ReasoningPart, report: Report): JsonObject | undefined {
  const { texts, signature } = part;
  if (signature !== undefined && signature.value !== null)
    nodeReport(part, report).lose("foreign-signature", { feature: "signature", ...weakened(texts) });
  if (texts.length === 0) {
    loseForeignExtras(DIALECT, part, report);
    return undefined;
  }
  if (part.origin?.dialect !== DIALECT) nodeReport(part, report).change("plain-reasoning");
  const handled = { texts: WRITTEN, summary: CHANGED, redacted: CHANGED, signature: LOST };
  return writeNode(THINKING, part, { ...handled, thinking: texts.join("\n\n") }, report);
}

function weakened(texts: readonly string[]): { action?: "weakened" } {
  return texts.length === 0 ? {} : { action: "weakened" };
}
