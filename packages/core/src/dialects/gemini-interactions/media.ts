import { text } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import { nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import type { MediaKind, MediaPart, MediaSource } from "../../model/content.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { dataOrUri, guessMediaType, qualityOf, resolutionFor, sourceAt } from "../google/media.ts";

/** The kind of a content block with a medium; `undefined` for other blocks. */
export function mediaKindOf({ type }: JsonObject): MediaKind | undefined {
  return typeof type === "string" ? KINDS.get(type) : undefined;
}

/** Reads a medium: its bytes, or where they are. */
export function readMedia(kind: MediaKind, wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(LAYOUTS[kind], wire, report);
  const { data, uri, mediaType, resolution, name } = values;
  const typed = typeof mediaType === "string" ? { mediaType } : {};
  const source = sourceOf(typeof data === "string" ? data : undefined, typeof uri === "string" ? uri : undefined);
  if (source === undefined) return readOpaque(DIALECT, wire, String(wire.type), report);
  return {
    type: "media",
    kind,
    source: { ...source, ...typed },
    ...qualityOf(resolution),
    ...(typeof name === "string" ? { name } : {}),
    ...provenance,
  };
}

/** Writes a medium; `undefined` for a file in the store of another vendor. */
export function writeMedia(part: MediaPart, report: Report): JsonObject | undefined {
  const { kind, source } = part;
  const own = part.origin?.dialect === DIALECT;
  if (source.type === "file" && !own) return undefined;
  if (source.type === "text") nodeReport(part, report).change("text-as-bytes");
  const mediaType = source.mediaType ?? (own ? undefined : guessMediaType(part, report));
  const values = { ...HANDLED, ...dataOrUri(source), mediaType, ...qualitiesOf(part, report) };
  return writeNode(LAYOUTS[kind], part, values, report);
}

const DIALECT = "gemini-interactions";

const HANDLED = { kind: WRITTEN, source: WRITTEN };

/** https://ai.google.dev/api/interactions-api: `ImageContent`, `AudioContent`, `VideoContent`, `DocumentContent` */
const TYPES: Readonly<Record<MediaKind, string>> = {
  image: "image",
  audio: "audio",
  video: "video",
  file: "document",
};

const KINDS: ReadonlyMap<string, MediaKind> = new Map(
  Object.entries(TYPES).map(([kind, type]) => [type, kind as MediaKind]),
);

const LAYOUTS: Readonly<Record<MediaKind, Layout>> = {
  image: layoutOf("image"),
  audio: layoutOf("audio"),
  video: layoutOf("video"),
  file: layoutOf("file"),
};

function layoutOf(kind: MediaKind): Layout {
  return defineLayout<string>({
    dialect: DIALECT,
    constants: { "/type": TYPES[kind] },
    fields: {
      data: text("/data"),
      uri: text("/uri"),
      mediaType: text("/mime_type"),
      ...(kind === "image" || kind === "video" ? { resolution: text("/resolution") } : {}),
      ...(kind === "video" ? { name: text("/name") } : {}),
    },
    derivedFrom: { source: "data", detail: "resolution" },
  });
}

function sourceOf(data: string | undefined, uri: string | undefined): MediaSource | undefined {
  if (data !== undefined) return { type: "base64", data };
  return uri === undefined ? undefined : sourceAt(uri);
}

// Only images and videos have a resolution, and only videos a name.
function qualitiesOf(part: MediaPart, report: Report): Readonly<Record<string, unknown>> {
  const written = resolutionFor(part, report);
  return { ...written, ...(part.origin?.dialect === DIALECT ? { name: part.name } : {}) };
}
