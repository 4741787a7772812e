import { defaultNode } from "../../fast/default-node.ts";
import { plainText } from "../../fast/plain-parts.ts";
import { isArray } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { filledList, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { readOpaque, writeOpaque } from "../../mapping/nodes/opaque.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import { CHANGED, LOST } from "../../mapping/outcome.ts";
import type { RefusalPart, TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { decodeCitation, encodeCitation } from "./citations.ts";
import { mediaKindOf, readMedia, writeMedia } from "./media.ts";

export function decode(wire: Json, report: Report): Part {
  const part = expectObject(wire, "a content block", report);
  if (part.type === "text") return readText(part, report);
  const kind = mediaKindOf(part);
  return kind === undefined ? readOpaque(DIALECT, part, String(part.type), report) : readMedia(kind, part, report);
}

export function encode(part: Part, report: Report): JsonObject | undefined {
  switch (part.type) {
    case "text":
      return writeText(part, report);
    case "refusal":
      nodeReport(part, report).change("refusal-text");
      return writeText(part, report);
    case "media":
      return writeMedia(part, report) ?? writeText(describeMedia(part, report), report);
    case "opaque":
      return writeOpaque(DIALECT, part, report);
    default:
      return loseNode(part, part.type, report);
  }
}

const DIALECT = "gemini-interactions";

/** https://ai.google.dev/api/interactions-api: `TextContent` */
const TEXT = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "text" },
  fields: { text: text("/text"), citations: { ...filledList("/annotations"), emptyValue: [] } },
});

function readText(wire: JsonObject, report: Report): Part {
  const byDefault = defaultNode(TEXT, wire, 2, report);
  if (byDefault && typeof wire.text === "string" && wire.text !== "") return createText(byDefault, { text: wire.text });
  const { values, provenance } = readNode(TEXT, wire, report);
  const { text: content, citations } = values;
  if (typeof content !== "string") return readOpaque(DIALECT, wire, "text", report);
  if (content === "") report.change("empty-text");
  return createText(provenance, {
    text: content,
    citations: isArray(citations)
      ? citations.map((citation, index) => decodeCitation(citation, content, report.at("annotations").at(index)))
      : undefined,
  });
}

// A signature is on a step of its own.
function writeText(part: TextPart | RefusalPart, report: Report): JsonObject {
  if (part.type === "refusal") return writeNode(TEXT, part, { text: part.text }, report);
  if (plainText(part, DIALECT, report)) return { type: "text", text: part.text };
  const cited = part.citations?.flatMap((citation) => encodeCitation(citation, part.text, report) ?? []);
  const citations = cited?.length === 0 ? LOST : cited;
  const signature = part.signature?.vendor === DIALECT ? CHANGED : undefined;
  return writeNode(TEXT, part, { text: part.text, citations, signature }, report);
}
