import { plainText } from "../../fast/plain-parts.ts";
import { isArray } from "../../json/value.ts";
import { type FieldMapping, filledList, requiredText, text } from "../../mapping/field-mapping.ts";
import { nodeReport } from "../../mapping/node.ts";
import { withoutEmptyTexts } from "../../mapping/nodes/empty-texts.ts";
import type { Json } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { decode, encode } from "./parts.ts";

/** The fields of a message with its content; absent content is written as an empty string. */
export interface Content {
  readonly content?: string | undefined;
  readonly thinking?: string | undefined;
  readonly images?: readonly Json[] | undefined;
}

/** The field mappings of a message's content, which is required and may be empty. */
export const CONTENT_FIELDS: Readonly<Record<keyof Content, FieldMapping>> = {
  content: requiredText("/content"),
  thinking: { ...text("/thinking"), is: (value) => typeof value === "string" && value !== "", emptyValue: "" },
  images: { ...filledList("/images"), is: isImages },
};

/** Reads the content of a message: reasoning, text, images. */
export function partsOf(values: Readonly<Record<string, Json>>, report: Report): Part[] {
  const { thinking, content, images } = values;
  if (thinking === undefined && images === undefined && typeof content === "string" && content !== "")
    return [decode({ content }, report)];
  const shown = isArray(images) ? images.map((image, index) => imageOf(image, report.at("images").at(index))) : [];
  return [
    ...(typeof thinking === "string" ? [decode({ thinking }, report)] : []),
    ...(typeof content === "string" && content !== "" ? [decode({ content }, report)] : []),
    ...shown,
  ];
}

/** What a message is written from; `glue` joins its texts. */
interface Joined extends Provenance {
  readonly plain?: boolean | undefined;
  readonly glue?: string;
}

/** Writes the content of a message; texts are joined, and images lose their position among them. */
export function contentOf(node: Joined, parts: readonly Part[], report: Report): Content {
  const [first] = parts;
  const isAlone = parts.length === 1 && first?.type === "text" && first.text !== "" && first.extras === undefined;
  if (isAlone && plainText(first, "ollama", report)) {
    if (node.plain === false) nodeReport(node, report).change("plain-text");
    return { content: first.text };
  }
  const filled = withoutEmptyTexts(parts, report);
  const { texts, reasoning, images } = piecesOf(filled, report);
  if (texts.length > 1) reportJoined(filled, report);
  else if (node.plain === false) nodeReport(node, report).change("plain-text");
  return {
    content: texts.length === 0 ? undefined : texts.join(node.glue ?? "\n"),
    thinking: reasoning.length === 0 ? undefined : reasoning.join("\n\n"),
    images: images.length === 0 ? undefined : images,
  };
}

interface Pieces {
  readonly texts: string[];
  readonly reasoning: string[];
  readonly images: Json[];
}

function piecesOf(parts: readonly Part[], report: Report): Pieces {
  const pieces: Pieces = { texts: [], reasoning: [], images: [] };
  for (const part of parts) {
    const { content, thinking, images } = (encode(part, report) ?? {}) as Content;
    if (content !== undefined) pieces.texts.push(content);
    if (thinking !== undefined) pieces.reasoning.push(thinking);
    if (images !== undefined) pieces.images.push(...images);
  }
  return pieces;
}

function reportJoined(parts: readonly Part[], report: Report): void {
  for (const part of parts) if (part.type !== "reasoning") nodeReport(part, report).change("joined-text");
}

function isImages(value: Json): boolean {
  return isArray(value) && value.length > 0 && value.every((image) => typeof image === "string");
}

function imageOf(image: Json, report: Report): Part {
  const part = decode({ images: [image] }, report);
  return { ...part, origin: { dialect: "ollama", place: report.place, fields: { source: "" } } };
}
