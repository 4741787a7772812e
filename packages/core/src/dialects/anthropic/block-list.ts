import { isArray } from "../../json/value.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import { isPlainText } from "../../mapping/nodes/plain.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";

/** The codec of the blocks that a list may hold: messages have calls and results among theirs, results have neither. */
export interface BlockCodec {
  readonly decode: (block: Json, report: Report) => Part;
  readonly encode: (part: Part, report: Report) => JsonObject | undefined;
}

/** Reads content: one text, or a list of blocks. */
export function readBlocks(content: Json | undefined, { decode }: BlockCodec, report: Report): Part[] {
  if (typeof content === "string")
    return [createText({ origin: { dialect: "anthropic", place: report.place, fields: WHOLE } }, { text: content })];
  return isArray(content) ? content.map((block, index) => decode(block, report.at(index))) : [];
}

/** Writes content: a string if the source had one or does not tell; `undefined` if there is nothing to write. */
export function writeBlocks(
  parts: readonly Part[],
  { plain, encode }: Pick<BlockCodec, "encode"> & { plain?: boolean | undefined },
  report: Report,
): Json | undefined {
  const [first] = parts;
  if (first === undefined) return plain === false ? [] : undefined;
  if (parts.length === 1 && first.type === "text" && plain !== false && isPlainText(first)) return first.text;
  return encodeEach(parts, (part) => encode(part, report));
}

const WHOLE: Readonly<Record<string, string>> = { text: "" };
