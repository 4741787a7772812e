import { citations, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { loseUrlMediaType } from "../../mapping/nodes/media.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import type { MediaPart, MediaSource } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { textOfBlock } from "./block-text.ts";

/** Reads an image or a document. */
export function readMedia(block: JsonObject, report: Report): Part {
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

/** Writes an image or a document; `undefined` if this API does not accept it. */
export function writeMedia(part: MediaPart, report: Report): JsonObject | undefined {
  const source = wireSource(part);
  if (source === undefined) return undefined;
  loseUrlMediaType(part, report);
  const { cacheControl, title, context, citationsConfig, name } = part;
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
    { ...handled, title: title ?? name, name: title === undefined ? WRITTEN : undefined, context, citationsConfig },
    report,
  );
}

const DIALECT = "anthropic";

/** https://platform.claude.com/docs/en/build-with-claude/vision#ensuring-image-quality */
const IMAGE_TYPES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

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
  fields: { ...SOURCE, title: text("/title"), context: text("/context"), citationsConfig: citations("/citations") },
});

function sourceOf(type: string, values: Readonly<Record<string, Json | undefined>>): MediaSource | undefined {
  const { mediaType, data, url, fileId } = values;
  const typed = typeof mediaType === "string" ? { mediaType } : {};
  if (type === "base64" && typeof data === "string") return { type, data, ...typed };
  if (type === "text" && typeof data === "string") return { type, text: data, ...typed };
  if (type === "url" && typeof url === "string") return { type, url };
  return type === "file" && typeof fileId === "string" ? { type, id: fileId } : undefined;
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
