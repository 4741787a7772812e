// Images, audio and files: as URLs, as data URIs, or described in a text where the target cannot carry them.

import type { MediaPart, MediaSource, TextPart } from "../../model/content.ts";
import type { Report } from "../../report.ts";
import { loseField, nodeReport } from "../node.ts";

/** The source that a URL stands for: the bytes of a data URI, or the URL itself. */
export function mediaSourceOf(address: string): MediaSource {
  const end = address.startsWith("data:") ? address.indexOf(BASE64) : -1;
  if (end < 0 || end > LONGEST_TYPE) return { type: "url", url: address };
  return { type: "base64", mediaType: address.slice(5, end), data: address.slice(end + BASE64.length) };
}

/** The URL of a source, as a data URI where it holds the bytes; none for a file in a vendor's store. */
export function mediaUrl(source: MediaSource, fallbackType: string): string | undefined {
  if (source.type === "url") return source.url;
  return source.type === "base64" ? `data:${source.mediaType ?? fallbackType}${BASE64}${source.data}` : undefined;
}

/** Reports the media type of a URL, for dialects that have no field for it. */
export function loseUrlMediaType(part: MediaPart, report: Report): void {
  if (part.source.type === "url" && part.source.mediaType !== undefined) loseField(part, "mediaType", report);
}

/** A text that describes a medium the target cannot carry, and the loss of the medium. */
export function describeMedia(part: MediaPart, report: Report): TextPart {
  nodeReport(part, report).lose("media", { feature: part.kind, action: "described" });
  const { kind, source, name, title } = part;
  // A URL identifies a medium as well as a media type does, and few sources give the type of a URL.
  const what = [name ?? title, source.type === "url" ? source.url : source.mediaType].filter(
    (word) => word !== undefined,
  );
  const label = [kind, ...what].join(": ");
  // A text document is included in full.
  if (source.type === "text") return { type: "text", text: `[${label}]\n${source.text}` };
  return { type: "text", text: `[${label} (not shown)]` };
}

const BASE64 = ";base64,";
const LONGEST_TYPE = 200;
