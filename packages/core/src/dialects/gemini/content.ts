import { isObject } from "../../json/value.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { fieldReport, nodeReport } from "../../mapping/node.ts";
import type { MediaPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import * as calls from "./calls.ts";
import { withoutResolution } from "./media.ts";
import { decode, encode } from "./parts.ts";
import { readItems } from "./repeated.ts";
import * as results from "./results.ts";
import { eitherSpelling } from "./spelling.ts";

/** What depends on the model. */
export interface ContentOptions {
  /** Results may have media, and media a resolution; otherwise media are written after the result. */
  readonly resultMedia: boolean;
}

/** The part of an empty response: Google's SDK drops a turn without parts from its history. */
export const EMPTY_TEXT: JsonObject = { text: "" };

/** Reads the parts of a content; calls that Google has run, and their results, are kept for this API. */
export function partsOf(parts: Json | undefined, served: ReadonlySet<Json>, report: Report): Part[] {
  return readItems(parts, report, (part, at) => (served.has(part) ? decode : readPart)(part, at));
}

/** Writes the parts of a content. */
export function contentOf(parts: readonly Part[], options: ContentOptions, report: Report): JsonObject[] {
  return encodeEach<Part, JsonObject>(parts, (part) => writePart(part, options, report));
}

/** Reports that a list with one text is written as text. */
export function reportList(
  node: Provenance & { plain?: boolean | undefined; parts: readonly Part[] },
  report: Report,
): void {
  const isText = node.parts.length === 1 && node.parts[0]?.type === "text";
  if (node.plain === false && isText) fieldReport(node, "content", report).change("plain-text");
}

/** Reads a part of any kind. */
export function readPart(part: Json, report: Report): Part {
  if (!isObject(part)) return decode(part, report);
  const call = eitherSpelling(part, "functionCall");
  if (isObject(call) && (typeof call.name === "string" || call.args !== undefined)) return calls.decode(part, report);
  return isObject(eitherSpelling(part, "functionResponse")) ? results.decode(part, report) : decode(part, report);
}

function writePart(
  part: Part,
  { resultMedia }: ContentOptions,
  report: Report,
): JsonObject | readonly JsonObject[] | undefined {
  if (part.type === "call") return calls.encode(part, report);
  if (part.type !== "result") return encode(resultMedia ? part : withoutResolution(part, report), report);
  reportList(part, report);
  const moves = !resultMedia && part.parts.some(isMedia);
  return moves ? writeWithMedia(part, report) : results.encode(part, report);
}

function isMedia(part: Part): part is MediaPart {
  return part.type === "media";
}

function writeWithMedia(result: ResultPart, report: Report): JsonObject[] {
  const media = result.parts.filter(isMedia);
  const parts = result.parts.filter((part) => !isMedia(part));
  for (const part of media) nodeReport(part, report).lose("result-media", { feature: part.kind, action: "weakened" });
  return [results.encode({ ...result, parts }, report), ...encodeEach(media, (part) => encode(part, report))];
}
