import { defaultNode } from "../../fast/default-node.ts";
import { plainText } from "../../fast/plain-parts.ts";
import { isArray, isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { citations, filledList, list, object, text } from "../../mapping/field-mapping.ts";
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
import { LOST } from "../../mapping/outcome.ts";
import type { TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { textOfBlock } from "./block-text.ts";
import { decodeCitation, encodeCitation } from "./citations.ts";
import { readMedia, writeMedia } from "./media.ts";
import { readRedacted, readThinking, writeThinking } from "./reasoning.ts";

export function decode(wire: Json, report: Report): Part {
  const block = expectObject(wire, "a content block", report);
  switch (block.type) {
    case "text":
      return readText(block, report);
    case "image":
    case "document":
      return readMedia(block, report);
    case "thinking":
      return readThinking(block, report);
    case "redacted_thinking":
      return readRedacted(block, report);
    case "search_result":
      return readSearchResult(SEARCH_RESULT, block, report) ?? readOther(block, report);
    default:
      return readOther(block, report);
  }
}

export function encode(part: Part, report: Report): JsonObject | undefined {
  switch (part.type) {
    case "text":
      return writeText(part, report);
    case "media":
      return writeMedia(part, report) ?? writeText(describeMedia(part, report), report);
    case "reasoning":
      return writeThinking(part, report);
    case "refusal":
      nodeReport(part, report).change("refusal-text");
      return writeNode(TEXT, part, { text: part.text }, report);
    case "opaque":
      return isSearchResult(part) ? writeSearchResult(SEARCH_RESULT, part, report) : writeOpaque(DIALECT, part, report);
    default:
      return loseNode(part, part.type, report);
  }
}

const DIALECT = "anthropic";

const TEXT = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "text" },
  fields: { text: text("/text"), citations: filledList("/citations"), cacheControl: object("/cache_control") },
});

/** https://platform.claude.com/docs/en/build-with-claude/search-results */
const SEARCH_RESULT: SearchResultForm = {
  layout: defineLayout<string>({
    dialect: DIALECT,
    constants: { "/type": "search_result" },
    fields: {
      source: text("/source"),
      title: text("/title"),
      content: list("/content"),
      citationsConfig: citations("/citations"),
      cacheControl: object("/cache_control"),
    },
  }),
  feature: "search_result",
  item: { type: "text" },
};

function readText(block: JsonObject, report: Report): Part {
  const byDefault = typeof block.text === "string" ? defaultNode(TEXT, block, 2, report) : undefined;
  if (byDefault && typeof block.text === "string") return createText(byDefault, { text: block.text });
  const { values, provenance } = readNode(TEXT, block, report);
  const { text, citations, cacheControl } = values;
  if (typeof text !== "string") return readOpaque(DIALECT, block, "text", report);
  return createText(provenance, {
    text,
    citations: isArray(citations)
      ? citations.map((citation, index) => decodeCitation(citation, report.at("citations").at(index)))
      : undefined,
    cacheControl: isObject(cacheControl) ? cacheControl : undefined,
  });
}

function writeText(part: TextPart, report: Report): JsonObject {
  if (plainText(part, DIALECT, report)) return { type: "text", text: part.text };
  const { citations, cacheControl } = part;
  const cited = citations?.flatMap((citation) => encodeCitation(citation, part.text.length, report) ?? []);
  const filled = cited?.length === 0 ? LOST : cited;
  return writeNode(TEXT, part, { text: part.text, citations: filled, cacheControl }, report);
}

function readOther(block: JsonObject, report: Report): Part {
  return { ...readOpaque(DIALECT, block, String(block.type), report), ...textOfBlock(block) };
}
