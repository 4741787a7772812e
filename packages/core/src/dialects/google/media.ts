import { fieldReport, nodeReport } from "../../mapping/node.ts";
import { CHANGED, type FieldOutcome, WRITTEN } from "../../mapping/outcome.ts";
import { toBase64 } from "../../mapping/values/base64.ts";
import type { MediaKind, MediaPart, MediaSource } from "../../model/content.ts";
import type { Json } from "../../model/json.ts";
import type { Report } from "../../report.ts";

/** The source of media at a URI: a file if only Google can open it (its Files API, and Cloud Storage). */
export function sourceAt(uri: string): MediaSource {
  return STORED.test(uri) ? { type: "file", id: uri } : { type: "url", url: uri };
}

/** The fields that media are written to: their bytes, or where they are. */
export function dataOrUri(source: MediaSource): { data?: string; uri?: string } {
  switch (source.type) {
    case "base64":
      return { data: source.data };
    case "text":
      return { data: toBase64(source.text) };
    case "url":
      return { uri: source.url };
    case "file":
      return { uri: source.id };
  }
}

/** The detail or the resolution of a medium, as it is read. */
export function qualityOf(resolution: Json | undefined): Pick<MediaPart, "detail" | "resolution"> {
  if (typeof resolution !== "string") return {};
  return DETAILS.has(resolution) ? { detail: resolution } : { resolution };
}

/** What becomes of the detail and the resolution of a medium, and the resolution that is written. */
export interface WrittenQuality {
  readonly detail?: FieldOutcome | undefined;
  readonly resolution?: string | undefined;
}

/** The resolution of a medium; `auto` is what an absent one means. */
export function resolutionFor(part: MediaPart, report: Report): WrittenQuality {
  const { kind, detail = "", resolution } = part;
  if (kind !== "image" && kind !== "video") return {};
  if (DETAILS.has(detail)) return { detail: WRITTEN, resolution: detail };
  if (detail !== "auto") return { resolution };
  fieldReport(part, "detail", report).change("default-field");
  return { detail: CHANGED };
}

/** The resolutions that OpenAI has as details: https://ai.google.dev/gemini-api/docs/media-resolution */
const DETAILS: ReadonlySet<string> = new Set(["low", "high"]);

const STORED = /^gs:|^https:\/\/generativelanguage\.googleapis\.com\/|^files\//;

/** The media type of a part that does not state it; Google's APIs require one. */
export function guessMediaType(part: MediaPart, report: Report): string | undefined {
  const type = probableType(part);
  if (type !== undefined) nodeReport(part, report).change("media-type", type);
  return type;
}

function probableType({ kind, source }: MediaPart): string | undefined {
  if (source.type === "text") return "text/plain";
  return source.type === "url" ? mediaTypeByUrl(source.url, kind) : DEFAULT_MEDIA_TYPES[kind];
}

const DEFAULT_MEDIA_TYPES: Readonly<Record<MediaKind, string>> = {
  image: "image/jpeg",
  audio: "audio/wav",
  video: "video/mp4",
  file: "application/pdf",
};

// The media type that the end of a URL suggests.
function mediaTypeByUrl(url: string, kind: MediaKind): string | undefined {
  const ending = /\.(\w+)(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? "";
  return ENDINGS.get(ending) ?? (kind === "file" ? undefined : DEFAULT_MEDIA_TYPES[kind]);
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
