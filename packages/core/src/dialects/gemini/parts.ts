import { defaultNode } from "../../fast/default-node.ts";
import { plainText } from "../../fast/plain-parts.ts";
import { expectObject } from "../../mapping/expect.ts";
import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { readOpaque, writeOpaque } from "../../mapping/nodes/opaque.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import { toBase64 } from "../../mapping/values/base64.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { MediaKind, MediaPart, MediaSource, Part, ReasoningPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { withFieldOrigins } from "./field-origins.ts";
import { decodeSignature, encodeSignature, IGNORED_FIELDS, SIGNATURE } from "./signatures.ts";
import { bothSpellings, eitherSpelling } from "./spelling.ts";

export function decode(wire: Json, report: Report): Part {
  const part = expectObject(wire, "a part", report);
  if (typeof part.text === "string")
    return part.thought === true ? readReasoning(part, report) : readText(part, report);
  if (eitherSpelling(part, "inlineData") !== undefined) return readInline(part, report);
  if (eitherSpelling(part, "fileData") !== undefined) return readFile(part, report);
  return readOpaque(DIALECT, part, dataOf(part), report);
}

export function encode(part: Part, report: Report): JsonObject | undefined {
  switch (part.type) {
    case "text":
      return writeText(part, report);
    case "refusal":
      nodeReport(part, report).change("refusal-text");
      return writeText(part, report);
    case "media":
      return writeMedia(part, report);
    case "reasoning":
      return writeReasoning(part, report);
    case "opaque":
      return writeOpaque(DIALECT, part, report);
    default:
      return loseNode(part, part.type, report);
  }
}

const DIALECT = "gemini";

/** https://ai.google.dev/api/caching#Part */
const TEXT = defineLayout<string>({
  dialect: DIALECT,
  optional: IGNORED_FIELDS,
  fields: { text: text("/text"), signature: SIGNATURE },
});

const THOUGHT_PART = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/thought": true },
  fields: { text: text("/text"), signature: SIGNATURE },
});

const INLINE = defineLayout<string>({
  dialect: DIALECT,
  optional: IGNORED_FIELDS,
  fields: {
    mediaType: text(...bothSpellings("/inlineData/mimeType")),
    data: text(...bothSpellings("/inlineData/data")),
    name: text(...bothSpellings("/inlineData/displayName")),
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
    signature: SIGNATURE,
  },
});

// What a part is beside its modifiers.
function dataOf(part: JsonObject): string {
  return Object.keys(part).find((key) => part[key] !== null && !/^thought/.test(key)) ?? "part";
}

// ── text ────────────────────────────────────────────────────────────────────

function readText(part: JsonObject, report: Report): Part {
  const byDefault = defaultNode(TEXT, part, 1, report);
  if (byDefault && typeof part.text === "string" && part.text !== "") return createText(byDefault, { text: part.text });
  const { values, provenance } = readNode(TEXT, part, report);
  if (values.text === "" && values.signature === undefined) report.change("empty-text");
  return createText(provenance, { text: String(values.text), signature: decodeSignature(values.signature).signature });
}

function writeText(part: Part & { text: string }, report: Report): JsonObject {
  if (part.type === "text" && plainText(part, report.fast)) return { text: part.text };
  const signature = encodeSignature(part.type === "text" ? part.signature : undefined) ?? CHANGED;
  return writeNode(TEXT, part, { text: part.text, signature }, report);
}

// ── reasoning ────────────────────────────────────────────────────────────────

function readReasoning(part: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(THOUGHT_PART, part, report);
  const texts = values.text === "" ? [] : [values.text];
  return {
    type: "reasoning",
    texts,
    ...decodeSignature(values.signature),
    ...withFieldOrigins(provenance, { texts: "text" }),
  } as ReasoningPart;
}

function writeReasoning(part: ReasoningPart, report: Report): JsonObject {
  const handled = { texts: WRITTEN, summary: CHANGED, redacted: CHANGED };
  if (part.texts.length > 1) fieldReport(part, "texts", report).change("joined-text");
  return writeNode(
    THOUGHT_PART,
    part,
    { ...handled, text: part.texts.join("\n\n"), signature: encodeSignature(part.signature) ?? CHANGED },
    report,
  );
}

// ── media ───────────────────────────────────────────────────────────────────

function readInline(part: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(INLINE, part, report);
  const { mediaType, data, name, signature } = values;
  if (typeof data !== "string") return readOpaque(DIALECT, part, "inlineData", report);
  const source = { type: "base64", data, ...(typeof mediaType === "string" ? { mediaType } : {}) } as const;
  return {
    ...mediaOf(source),
    ...(typeof name === "string" ? { name } : {}),
    ...decodeSignature(signature),
    ...withFieldOrigins(provenance, { source: "data" }),
  };
}

function readFile(part: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(FILE, part, report);
  const { mediaType, uri, name, signature } = values;
  if (typeof uri !== "string") return readOpaque(DIALECT, part, "fileData", report);
  const typed = typeof mediaType === "string" ? { mediaType } : {};
  const source: MediaSource = STORED.test(uri)
    ? { type: "file", id: uri, ...typed }
    : { type: "url", url: uri, ...typed };
  return {
    ...mediaOf(source),
    ...(typeof name === "string" ? { name } : {}),
    ...decodeSignature(signature),
    ...withFieldOrigins(provenance, { source: "uri" }),
  };
}

/** URIs that only Google can open: its Files API, and Cloud Storage. */
const STORED = /^gs:|^https:\/\/generativelanguage\.googleapis\.com\/|^files\//;

function mediaOf(source: MediaSource): MediaPart {
  const [family = ""] = source.mediaType?.split("/") ?? [];
  const kind = family === "image" || family === "audio" || family === "video" ? family : "file";
  return { type: "media", kind, source };
}

function writeMedia(part: MediaPart, report: Report): JsonObject {
  const { source, signature, name } = part;
  const own = part.origin?.dialect === DIALECT;
  // Only Vertex takes a name.
  const handled = {
    kind: WRITTEN,
    source: WRITTEN,
    signature: encodeSignature(signature) ?? CHANGED,
    ...(own ? { name } : {}),
  };
  if (source.type === "url" || (source.type === "file" && own)) {
    const uri = source.type === "url" ? source.url : source.id;
    const mediaType = source.mediaType ?? (own ? undefined : guessedType(part, typeBy(uri, part.kind), report));
    return writeNode(FILE, part, { ...handled, mediaType, uri }, report);
  }
  if (source.type === "file") return writeText(describeMedia(part, report), report);
  if (source.type === "text") nodeReport(part, report).change("text-as-bytes");
  const data = source.type === "text" ? toBase64(source.text) : source.data;
  const defaultType = source.type === "text" ? "text/plain" : TYPES[part.kind];
  const mediaType = source.mediaType ?? (own ? undefined : guessedType(part, defaultType, report));
  return writeNode(INLINE, part, { ...handled, mediaType, data }, report);
}

const TYPES: Readonly<Record<MediaKind, string>> = {
  image: "image/jpeg",
  audio: "audio/wav",
  video: "video/mp4",
  file: "application/pdf",
};

function guessedType(part: MediaPart, type: string | undefined, report: Report): string | undefined {
  if (type !== undefined) nodeReport(part, report).change("media-type", type);
  return type;
}

function typeBy(uri: string, kind: MediaKind): string | undefined {
  const ending = /\.(\w+)(?:[?#]|$)/.exec(uri)?.[1]?.toLowerCase() ?? "";
  return ENDINGS.get(ending) ?? (kind === "file" ? undefined : TYPES[kind]);
}

const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    png: "image/png",
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    webp: "image/webp",
    gif: "image/gif",
    pdf: "application/pdf",
    mp3: "audio/mp3",
    wav: "audio/wav",
    mp4: "video/mp4",
  }),
);
