import { stringifyJson } from "../../json/stringify.ts";
import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseNode, writeNode } from "../../mapping/node.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import type { Json } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";

/** An executable prints one JSON value; other values than strings are shown as JSON. */
export function decode(wire: Json, report: Report): Part {
  const origin = { dialect: "executable", place: report.place, fields: { text: "" } };
  return { type: "text", text: typeof wire === "string" ? wire : stringifyJson(wire), origin };
}

export function encode(part: Part, report: Report): string | undefined {
  if (part.type === "media") return describeMedia(part, report).text;
  if (part.type === "opaque" && part.text !== undefined) return part.text;
  if (part.type !== "text" && part.type !== "refusal") return loseNode(part, part.type, report);
  writeNode(TEXT, part, { text: part.text }, report);
  return part.text;
}

const TEXT = defineLayout<string>({ dialect: "executable", fields: { text: text("/text") } });
