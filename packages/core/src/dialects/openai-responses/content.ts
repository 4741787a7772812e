import { isArray } from "../../json/value.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import { isPlainText } from "../../mapping/nodes/plain.ts";
import type { TextPart } from "../../model/content.ts";
import type { Json } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { decode, encode } from "./parts.ts";
import type { Side } from "./wire.ts";

/** Reads content: one text, or a list of parts. */
export function partsOf(content: Json | undefined, side: Side, report: Report): Part[] {
  if (typeof content === "string") return [textPartOf(content, report)];
  return isArray(content) ? content.map((part, index) => decode(part, report.at(index), side)) : [];
}

/** Writes content: a string if the source had one or does not tell; `undefined` if there is nothing to write. */
export function contentOf(
  parts: readonly Part[],
  { plain, side }: { plain?: boolean | undefined; side: Side },
  report: Report,
): Json | undefined {
  const [first] = parts;
  if (first === undefined) return plain === false ? [] : undefined;
  if (parts.length === 1 && first.type === "text" && plain !== false && isPlainText(first)) return first.text;
  return encodeEach(parts, (part) => encode(part, report, side));
}

/** The origin of a text that is the whole value of a field. */
export function textPartOf(text: string, report: Report): TextPart {
  return createText({ origin: { dialect: "openai-responses", place: report.place, fields: WHOLE } }, { text });
}

const WHOLE: Readonly<Record<string, string>> = { text: "" };
