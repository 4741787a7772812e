import { isObject } from "../../json/value.ts";
import { filledText, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseField, loseForeignExtras, loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { citationSpan } from "../../mapping/nodes/citation-span.ts";
import type { Citation } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

/** Reads one citation of a text. */
export function decodeCitation(wire: Json, report: Report): Citation {
  const { values, provenance } = readNode(CITATION, isObject(wire) ? wire : { "": wire }, report);
  return { ...values, ...provenance } as Citation;
}

/** Writes one citation of another vendor as a web search result; it covers the whole text. */
export function encodeCitation(citation: Citation, length: number, report: Report): JsonObject | undefined {
  reportSpan(citation, length, report);
  return writeCitation(citation, report);
}

/** The same in a stream, where the whole text is not known yet. */
export function writeCitation(citation: Citation, report: Report): JsonObject | undefined {
  const { url, title, quote, origin } = citation;
  if (origin?.dialect === "anthropic") return writeNode(CITATION, citation, { url, title, quote }, report);
  if (url === undefined) return loseNode(citation, "citation", report);
  loseForeignExtras("anthropic", citation, report);
  const page = { type: "web_search_result_location", url, title: title ?? null, cited_text: quote ?? "" };
  return { ...page, encrypted_index: "" };
}

/** Reports the offsets of a citation that does not cover the whole text. */
export function reportSpan(citation: Citation, length: number, report: Report): void {
  if (citation.origin?.dialect === "anthropic" || citation.url === undefined) return;
  const { start, end } = citationSpan(citation, length, report);
  if (start !== 0) loseField(citation, "start", report);
  if (end !== length) loseField(citation, "end", report);
}

const CITATION = defineLayout<string>({
  dialect: "anthropic",
  // Other dialects cite web pages only.
  optional: { "/type": "web_search_result_location", "/encrypted_index": "" },
  fields: {
    url: text("/url"),
    title: text("/title", "/document_title"),
    quote: filledText("/cited_text"),
  },
});
