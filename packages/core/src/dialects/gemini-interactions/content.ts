import { isArray, isObject } from "../../json/value.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import type { TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { decode, encode } from "./parts.ts";

/** Reads a list of content blocks. */
export function partsOf(content: Json | undefined, report: Report, read: ReadPart = decode): Part[] {
  return isArray(content) ? content.map((part, index) => read(part, report.at(index))) : [];
}

/** Writes a list of content blocks. */
export function contentOf(parts: readonly Part[], report: Report): JsonObject[] {
  return encodeEach(parts, (part) => encode(part, report));
}

/** Whether a value is a list of content blocks. */
export function isContentList(value: Json | undefined): value is readonly JsonObject[] {
  return (
    isArray(value) && value.length > 0 && value.every((block) => isObject(block) && typeof block.type === "string")
  );
}

/** A text that is the whole value of a field. */
export function textPartOf(text: string, report: Report): TextPart {
  return createText({ origin: { dialect: "gemini-interactions", place: report.place, fields: WHOLE } }, { text });
}

type ReadPart = (part: Json, report: Report) => Part;

const WHOLE: Readonly<Record<string, string>> = { text: "" };
