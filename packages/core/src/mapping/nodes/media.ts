import type { MediaPart, MediaSource, TextPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { loseField, nodeReport } from "../node.ts";

/** What an address says: the bytes themselves, where it is a data URI, or where they are. */
export function mediaSourceOf(address: string): MediaSource {
  const end = address.startsWith("data:") ? address.indexOf(BASE64) : -1;
  if (end < 0 || end > LONGEST_TYPE) return { type: "url", url: address };
  return { type: "base64", mediaType: address.slice(5, end), data: address.slice(end + BASE64.length) };
}

/** The address of a source, as a data URI where it holds the bytes; none where only a vendor knows it. */
export function mediaUrl(source: MediaSource, fallbackType: string): string | undefined {
  if (source.type === "url") return source.url;
  return source.type === "base64" ? `data:${source.mediaType ?? fallbackType}${BASE64}${source.data}` : undefined;
}

/** Tells what the source says of the type of what stands at an address, for dialects that learn it there. */
export function loseUrlMediaType(part: MediaPart, report: Report): void {
  if (part.source.type === "url" && part.source.mediaType !== undefined) loseField(part, "mediaType", report);
}

/** A text that stands where a medium cannot: the loss says that the medium is only described. */
export function describeMedia(part: MediaPart, report: Report): TextPart {
  nodeReport(part, report).lose("media", { feature: part.kind, action: "described" });
  const { kind, source, name, title } = part;
  // An address tells what is there as well as a type does, which few send along with it.
  const what = [name ?? title, source.type === "url" ? source.url : source.mediaType].filter(
    (word) => word !== undefined,
  );
  const label = [kind, ...what].join(": ");
  // A document that is a text can be shown after all.
  if (source.type === "text") return { type: "text", text: `[${label}]\n${source.text}` };
  return { type: "text", text: `[${label} (not shown)]` };
}

const BASE64 = ";base64,";
const LONGEST_TYPE = 200;
