import { isArray, isObject } from "../../json/value.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import { isPlainText } from "../../mapping/nodes/plain.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import * as calls from "./calls.ts";
import { decode, encode } from "./parts.ts";
import * as results from "./results.ts";

/** Reads content: one text, or a list of blocks. */
export function partsOf(content: Json | undefined, report: Report): Part[] {
  if (typeof content === "string")
    return [createText({ origin: { dialect: "anthropic", place: report.place, fields: WHOLE } }, { text: content })];
  return isArray(content) ? content.map((block, index) => readBlock(block, report.at(index))) : [];
}

/** Writes content: a string if the source had one or does not tell; `undefined` if there is nothing to write. */
export function contentOf(
  parts: readonly Part[],
  { plain }: { plain?: boolean | undefined },
  report: Report,
): Json | undefined {
  const [first] = parts;
  if (first === undefined) return plain === false ? [] : undefined;
  if (parts.length === 1 && first.type === "text" && plain !== false && isPlainText(first)) return first.text;
  return encodeEach(parts, (part) => writeBlock(part, report));
}

const WHOLE: Readonly<Record<string, string>> = { text: "" };

function readBlock(block: Json, report: Report): Part {
  const type = isObject(block) ? block.type : undefined;
  if (type === "tool_use") return calls.decode(block, report);
  return type === "tool_result" ? results.decode(block, report) : decode(block, report);
}

function writeBlock(part: Part, report: Report): JsonObject | undefined {
  if (part.type === "call") return calls.encode(part, report);
  return part.type === "result" ? results.encode(part, report) : encode(part, report);
}
