import { defaultNode } from "../../fast/default-node.ts";
import { plainText } from "../../fast/plain-parts.ts";
import { isArray, isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { citations, list, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { readOpaque, writeOpaque } from "../../mapping/nodes/opaque.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import {
  isSearchResult,
  readSearchResult,
  type SearchResultForm,
  writeSearchResult,
} from "../../mapping/nodes/search-result.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import type { OpaquePart, TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { decodeCitation, encodeCitation } from "./citations.ts";
import { mediaIn, readMedia, writeMedia } from "./media.ts";
import { readReasoning, writeReasoning } from "./reasoning.ts";

export function decode(wire: Json, report: Report): Part {
  const block = expectObject(wire, "a content block", report);
  if (block.text !== undefined) return readText(block, report);
  if (block.reasoningContent !== undefined) return readReasoning(block, report);
  if (block.citationsContent !== undefined) return readCited(block, report);
  if (isObject(block.searchResult)) return readSearchResult(SEARCH_RESULT, block, report) ?? readOther(block, report);
  return mediaIn(block) === undefined ? readOther(block, report) : readMedia(block, report);
}

export function encode(part: Part, report: Report): JsonObject | undefined {
  switch (part.type) {
    case "text":
      return writeText(part, report);
    case "media":
      return writeMedia(part, report) ?? writeText(describeMedia(part, report), report);
    case "reasoning":
      return writeReasoning(part, report);
    case "refusal":
      nodeReport(part, report).change("refusal-text");
      return writeNode(TEXT, part, { text: part.text }, report);
    case "opaque":
      return isSearchResult(part) ? writeSearchResult(SEARCH_RESULT, part, report) : writeOpaque(DIALECT, part, report);
    default:
      return loseNode(part, part.type, report);
  }
}

const DIALECT = "bedrock";

const TEXT = defineLayout<string>({ dialect: DIALECT, fields: { text: text("/text") } });

const CITED = defineLayout<string>({
  dialect: DIALECT,
  fields: { content: list("/citationsContent/content"), citations: list("/citationsContent/citations") },
  derivedFrom: { text: "content" },
});

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_SearchResultBlock.html */
const SEARCH_RESULT: SearchResultForm = {
  layout: defineLayout<string>({
    dialect: DIALECT,
    fields: {
      source: text("/searchResult/source"),
      title: text("/searchResult/title"),
      content: list("/searchResult/content"),
      citationsConfig: citations("/searchResult/citations"),
    },
  }),
  feature: "searchResult",
  item: {},
};

function readText(block: JsonObject, report: Report): Part {
  const byDefault = typeof block.text === "string" ? defaultNode(TEXT, block, 1, report) : undefined;
  if (byDefault && typeof block.text === "string") return createText(byDefault, { text: block.text });
  const { values, provenance } = readNode(TEXT, block, report);
  if (typeof values.text !== "string") return readOpaque(DIALECT, block, "text", report);
  return createText(provenance, { text: values.text });
}

// A text with its sources; several texts stay as they are.
function readCited(block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(CITED, block, report);
  const { content, citations: cited } = values;
  const [first, ...others] = isArray(content) ? content : [];
  const isOne = isObject(first) && typeof first.text === "string" && Object.keys(first).length === 1;
  if (!isOne || others.length > 0 || !isArray(cited)) return readOther(block, report);
  const at = report.at("citationsContent").at("citations");
  return createText(provenance, {
    text: String(first.text),
    citations: cited.map((citation, index) => decodeCitation(citation, at.at(index))),
  });
}

function writeText(part: TextPart, report: Report): JsonObject {
  if (plainText(part, DIALECT, report)) return { text: part.text };
  if (part.citations === undefined) return writeNode(TEXT, part, { text: part.text, cacheControl: WRITTEN }, report);
  const own = part.origin?.dialect === DIALECT;
  const cited = part.citations.flatMap((citation) => encodeCitation(citation, part.text.length, report) ?? []);
  if (cited.length === 0 && !own)
    return writeNode(TEXT, part, { text: part.text, citations: WRITTEN, cacheControl: WRITTEN }, report);
  const values = { text: WRITTEN, content: [{ text: part.text }], citations: cited, cacheControl: WRITTEN };
  return writeNode(CITED, part, values, report);
}

/** The blocks that only this API has: its own tools, guardrails, changes of the tools. */
function readOther(block: JsonObject, report: Report): OpaquePart {
  const [feature = "block"] = Object.keys(block);
  const shown = textsIn(block[feature]).join("\n");
  return { ...readOpaque(DIALECT, block, feature, report), ...(shown === "" ? {} : { text: shown }) };
}

// The texts of a guarded text or a cited text.
function textsIn(content: Json | undefined): string[] {
  if (typeof content === "string") return [content];
  if (isArray(content)) return content.flatMap(textsIn);
  if (!isObject(content)) return [];
  return [...textsIn(content.title), ...textsIn(content.source), ...textsIn(content.text), ...textsIn(content.content)];
}
