import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { MediaPart, MediaSource } from "../../model/content.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { dataOrUri, guessMediaType, sourceAt } from "../google/media.ts";
import { withFieldOrigins } from "./field-origins.ts";
import { decodeSignature, encodeSignature, IGNORED_FIELDS, SIGNATURE } from "./signatures.ts";
import { bothSpellings } from "./spelling.ts";

/** Reads media whose bytes are in the part. */
export function readInline(part: JsonObject, report: Report): Part {
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

/** Reads media at a URI. */
export function readFile(part: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(FILE, part, report);
  const { mediaType, uri, name, signature } = values;
  if (typeof uri !== "string") return readOpaque(DIALECT, part, "fileData", report);
  const source = { ...sourceAt(uri), ...(typeof mediaType === "string" ? { mediaType } : {}) };
  return {
    ...mediaOf(source),
    ...(typeof name === "string" ? { name } : {}),
    ...decodeSignature(signature),
    ...withFieldOrigins(provenance, { source: "uri" }),
  };
}

/** Writes media; `undefined` for a file in the store of another vendor. */
export function writeMedia(part: MediaPart, report: Report): JsonObject | undefined {
  const { source, signature, name } = part;
  const own = part.origin?.dialect === DIALECT;
  if (source.type === "file" && !own) return undefined;
  if (source.type === "text") nodeReport(part, report).change("text-as-bytes");
  const values = {
    kind: WRITTEN,
    source: WRITTEN,
    ...dataOrUri(source),
    mediaType: source.mediaType ?? (own ? undefined : guessMediaType(part, report)),
    // Only Vertex takes a name.
    name: own ? name : undefined,
    signature: encodeSignature(signature) ?? CHANGED,
  };
  return writeNode(values.uri === undefined ? INLINE : FILE, part, values, report);
}

const DIALECT = "gemini";

/** https://ai.google.dev/api/caching#Part */
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

function mediaOf(source: MediaSource): MediaPart {
  const [family = ""] = source.mediaType?.split("/") ?? [];
  const kind = family === "image" || family === "audio" || family === "video" ? family : "file";
  return { type: "media", kind, source };
}
