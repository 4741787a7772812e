import { plainText } from "../../fast/plain-parts.ts";
import { isArray, isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { type FieldMapping, filledList, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import { loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { readOpaque, writeOpaque } from "../../mapping/nodes/opaque.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import { LOST } from "../../mapping/outcome.ts";
import type { MediaPart, TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { decodeCitation, encodeCitation } from "./citations.ts";
import { readFile, readImage, writeMedia } from "./media.ts";
import type { Side } from "./wire.ts";

export function decode(wire: Json, report: Report, side: Side = "input"): Part {
  const part = expectObject(wire, "a content part", report);
  switch (part.type) {
    case "input_text":
    case "output_text":
    case "text":
      return readText(TEXTS[side][part.type], part, report);
    case "input_image":
      return readImage(part, report);
    case "input_file":
      return readFile(part, report);
    case "refusal":
      return readRefusal(part, report);
    default:
      return readOpaque(DIALECT, part, String(part.type), report);
  }
}

export function encode(part: Part, report: Report, side: Side = "input"): JsonObject | undefined {
  switch (part.type) {
    case "text":
      return writeText(part, side, report);
    case "media":
      return mediaOrText(part, side, report);
    case "refusal":
      return writeNode(side === "output" || isOwn(part) ? REFUSAL : TEXT.input, part, { text: part.text }, report);
    case "opaque":
      return writeOpaque(DIALECT, part, report);
    default:
      return loseNode(part, part.type, report);
  }
}

const DIALECT = "openai-responses";

/** https://developers.openai.com/api/docs/guides/prompt-caching */
const BREAKPOINT: Readonly<Record<string, FieldMapping>> = { cacheBreakpoint: object("/prompt_cache_breakpoint") };

const TEXT_FIELDS: Readonly<Record<Side, Readonly<Record<string, FieldMapping>>>> = {
  input: { text: text("/text"), ...BREAKPOINT },
  output: { text: text("/text"), citations: { ...filledList("/annotations"), placeholder: [], emptyValue: [] } },
};

/** The layouts of text by direction; a text that came under another type keeps it. */
function textLayout(side: Side, type: string): Layout {
  const own = `${side}_text`;
  const optional = { "/logprobs": [], ...(type === own ? {} : { "/type": type }) };
  return defineLayout<string>({ dialect: DIALECT, constants: { "/type": own }, optional, fields: TEXT_FIELDS[side] });
}

function textLayouts(side: Side): Readonly<Record<"input_text" | "output_text" | "text", Layout>> {
  return {
    input_text: textLayout(side, "input_text"),
    output_text: textLayout(side, "output_text"),
    text: textLayout(side, "text"),
  };
}

const TEXTS = { input: textLayouts("input"), output: textLayouts("output") };
const TEXT: Readonly<Record<Side, Layout>> = { input: TEXTS.input.input_text, output: TEXTS.output.output_text };

const REFUSAL = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "refusal" },
  fields: { text: text("/refusal") },
});

function isOwn({ origin }: Part): boolean {
  return origin?.dialect === DIALECT;
}

// ── text ────────────────────────────────────────────────────────────────────

function readText(layout: Layout, wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(layout, wire, report);
  const { text, citations, cacheBreakpoint } = values;
  if (typeof text !== "string") return readOpaque(DIALECT, wire, "text", report);
  return createText(provenance, {
    text,
    citations: isArray(citations)
      ? citations.map((citation, index) => decodeCitation(citation, report.at("annotations").at(index)))
      : undefined,
    cacheBreakpoint: isObject(cacheBreakpoint) ? cacheBreakpoint : undefined,
  });
}

function writeText(part: TextPart, side: Side, report: Report): JsonObject {
  const { text, cacheBreakpoint } = part;
  if (plainText(part, DIALECT, report))
    return side === "input" ? { type: "input_text", text } : { type: "output_text", text, annotations: [] };
  if (side === "input") return writeNode(TEXT.input, part, { text: part.text, cacheBreakpoint }, report);
  const cited = part.citations?.flatMap((citation) => encodeCitation(citation, part.text, report) ?? []);
  const citations = cited?.length === 0 ? LOST : cited;
  return writeNode(TEXT.output, part, { text: part.text, citations }, report);
}

function readRefusal(wire: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(REFUSAL, wire, report);
  if (typeof values.text !== "string") return readOpaque(DIALECT, wire, "refusal", report);
  return { type: "refusal", text: values.text, ...provenance };
}

// Assistant messages take text only.
function mediaOrText(part: MediaPart, side: Side, report: Report): JsonObject {
  const wire = side === "input" || isOwn(part) ? writeMedia(part, report) : undefined;
  return wire ?? writeText(describeMedia(part, report), side, report);
}
