import { defaultNode } from "../../fast/default-node.ts";
import { plainText } from "../../fast/plain-parts.ts";
import { isArray, isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { filledList, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { describeMedia, loseUrlMediaType } from "../../mapping/nodes/media.ts";
import { readOpaque, writeOpaque } from "../../mapping/nodes/opaque.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import { readSignature, signatureText } from "../../mapping/nodes/signature.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { MediaPart, MediaSource, OpaquePart, Part, ReasoningPart, TextPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { decodeCitation, encodeCitation } from "./citations.ts";

export function decode(wire: Json, report: Report): Part {
  const block = expectObject(wire, "a content block", report);
  switch (block.type) {
    case "text":
      return readText(block, report);
    case "image":
    case "document":
      return readMedia(block, report);
    case "thinking":
      return readThinking(block, report);
    case "redacted_thinking":
      return readRedacted(block, report);
    default:
      return { ...readOpaque(DIALECT, block, String(block.type), report), ...textOfBlock(block) };
  }
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
      return writeNode(TEXT, part, { text: part.text }, report);
    case "opaque":
      return writeOpaque(DIALECT, part, report);
    default:
      return loseNode(part, part.type, report);
  }
}

const DIALECT = "anthropic";

const TEXT = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "text" },
  fields: { text: text("/text"), citations: filledList("/citations"), cacheControl: object("/cache_control") },
});

const SOURCE = {
  sourceType: text("/source/type"),
  mediaType: text("/source/media_type"),
  data: text("/source/data"),
  url: text("/source/url"),
  fileId: text("/source/file_id"),
  cacheControl: object("/cache_control"),
};

const IMAGE = defineLayout<string>({ dialect: DIALECT, constants: { "/type": "image" }, fields: SOURCE });

const DOCUMENT = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "document" },
  fields: { ...SOURCE, title: text("/title"), context: text("/context") },
});

const THINKING = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "thinking" },
  fields: { thinking: text("/thinking"), signature: text("/signature") },
});

const REDACTED = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "redacted_thinking" },
  fields: { data: text("/data") },
});

// ── text ────────────────────────────────────────────────────────────────────

function readText(block: JsonObject, report: Report): Part {
  const byDefault = typeof block.text === "string" ? defaultNode(TEXT, block, 2, report) : undefined;
  if (byDefault && typeof block.text === "string") return createText(byDefault, { text: block.text });
  const { values, provenance } = readNode(TEXT, block, report);
  const { text, citations, cacheControl } = values;
  if (typeof text !== "string") return readOpaque(DIALECT, block, "text", report);
  return createText(provenance, {
    text,
    citations: isArray(citations)
      ? citations.map((citation, index) => decodeCitation(citation, report.at("citations").at(index)))
      : undefined,
    cacheControl: isObject(cacheControl) ? cacheControl : undefined,
  });
}

function writeText(part: TextPart, report: Report): JsonObject {
  if (plainText(part, report.fast)) return { type: "text", text: part.text };
  const { citations, cacheControl } = part;
  const cited = citations?.flatMap((citation) => encodeCitation(citation, part.text.length, report) ?? []);
  const filled = cited?.length === 0 ? LOST : cited;
  return writeNode(TEXT, part, { text: part.text, citations: filled, cacheControl }, report);
}

// ── images and documents ────────────────────────────────────────────────────

function readMedia(block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(block.type === "image" ? IMAGE : DOCUMENT, block, report);
  const { sourceType, mediaType, data, url, fileId, ...rest } = values;
  const source = sourceOf(String(sourceType), { mediaType, data, url, fileId });
  if (source === undefined) return { ...readOpaque(DIALECT, block, String(block.type), report), ...textOfBlock(block) };
  return {
    type: "media",
    kind: block.type === "image" ? "image" : "file",
    source,
    ...rest,
    ...provenance,
  } as MediaPart;
}

function sourceOf(type: string, values: Readonly<Record<string, Json | undefined>>): MediaSource | undefined {
  const { mediaType, data, url, fileId } = values;
  const typed = typeof mediaType === "string" ? { mediaType } : {};
  if (type === "base64" && typeof data === "string") return { type, data, ...typed };
  if (type === "text" && typeof data === "string") return { type, text: data, ...typed };
  if (type === "url" && typeof url === "string") return { type, url };
  return type === "file" && typeof fileId === "string" ? { type, id: fileId } : undefined;
}

/** https://platform.claude.com/docs/en/build-with-claude/vision#ensuring-image-quality */
const IMAGE_TYPES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

function writeMedia(part: MediaPart, report: Report): JsonObject | undefined {
  const source = wireSource(part);
  if (source === undefined) return writeText(describeMedia(part, report), report);
  loseUrlMediaType(part, report);
  const { cacheControl, title, context, name } = part;
  if (
    source.mediaType !== undefined &&
    part.source.mediaType !== undefined &&
    source.mediaType !== part.source.mediaType
  )
    nodeReport(part, report).change("media-type", source.mediaType);
  const handled = { kind: WRITTEN, source: WRITTEN, ...source, cacheControl };
  if (part.kind === "image") return writeNode(IMAGE, part, handled, report);
  return writeNode(
    DOCUMENT,
    part,
    { ...handled, title: title ?? name, name: title === undefined ? WRITTEN : undefined, context },
    report,
  );
}

function wireSource({ kind, source, origin }: MediaPart): Record<string, string | undefined> | undefined {
  const own = origin?.dialect === DIALECT;
  const { mediaType } = source;
  if (kind !== "image" && kind !== "file") return undefined;
  if (source.type === "url") return { sourceType: "url", url: source.url };
  if (source.type === "text")
    return { sourceType: "text", mediaType: own ? mediaType : "text/plain", data: source.text };
  if (source.type === "file") return own ? { sourceType: "file", fileId: source.id } : undefined;
  const isSupported = kind === "image" ? IMAGE_TYPES.has(mediaType ?? "") : mediaType === "application/pdf";
  return own || isSupported ? { sourceType: "base64", mediaType, data: source.data } : undefined;
}

// ── reasoning ────────────────────────────────────────────────────────────────

function readThinking(block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(THINKING, block, report);
  const { thinking, signature } = values;
  if (typeof thinking !== "string") return readOpaque(DIALECT, block, "thinking", report);
  const signed = typeof signature === "string" ? { signature: readSignature(signature, DIALECT) } : {};
  return { type: "reasoning", texts: thinking === "" ? [] : [thinking], ...signed, ...provenance } as ReasoningPart;
}

function readRedacted(block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(REDACTED, block, report);
  if (typeof values.data !== "string") return readOpaque(DIALECT, block, "redacted_thinking", report);
  return {
    type: "reasoning",
    texts: [],
    redacted: true,
    signature: readSignature(values.data, DIALECT),
    ...provenance,
  } as ReasoningPart;
}

function writeThinking(part: ReasoningPart, report: Report): JsonObject {
  const { texts, signature, redacted } = part;
  const handled = { texts: WRITTEN, summary: CHANGED, redacted: CHANGED, signature: WRITTEN };
  const signed = signature === undefined ? undefined : signatureText(signature, DIALECT);
  if (redacted === true && signature?.vendor === DIALECT)
    return writeNode(REDACTED, part, { ...handled, data: signed }, report);
  const own = part.origin?.dialect === DIALECT;
  if (texts.length > 1) fieldReport(part, "texts", report).change("joined-text");
  return writeNode(
    THINKING,
    part,
    { ...handled, thinking: texts.join("\n\n"), signature: signed ?? (own ? undefined : "") },
    report,
  );
}

// ── blocks of this API alone, as text ──────────────────────────────

function textOfBlock(block: JsonObject): Pick<OpaquePart, "text" | "loads"> {
  if (block.type === "tool_reference") {
    const name = String(block.tool_name);
    return { text: `[Tool loaded: ${name}]`, loads: [{ name }] };
  }
  if (block.type === "tool_addition" || block.type === "tool_removal") {
    const name = isObject(block.tool) ? String(block.tool.name) : "";
    const added = block.type === "tool_addition";
    return { text: `[Tool ${added ? "added" : "removed"}: ${name}]`, ...(added ? { loads: [{ name }] } : {}) };
  }
  const texts = textsIn(block.type === "document" ? sourceContent(block) : block.content);
  if (block.type !== "search_result" && block.type !== "document") return {};
  return { text: [block.title, block.source, ...texts].filter((each) => typeof each === "string").join("\n") };
}

function sourceContent({ source }: JsonObject): Json | undefined {
  return isObject(source) ? source.content : undefined;
}

function textsIn(content: Json | undefined): string[] {
  if (typeof content === "string") return [content];
  if (!isArray(content)) return [];
  return content.flatMap((block) => (isObject(block) && typeof block.text === "string" ? [block.text] : []));
}
