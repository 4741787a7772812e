import { isObject } from "../../json/value.ts";
import { count, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseNode, readNode, writeNode } from "../../mapping/node.ts";
import type { Citation } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

/** Reads one citation of a text. */
export function decodeCitation(wire: Json, report: Report): Citation {
  const { values, provenance } = readNode(CITATION, isObject(wire) ? wire : { "": wire }, report);
  return { ...values, ...provenance } as Citation;
}

/** Writes one citation; it needs a URL, and covers the whole text if it has no offsets. */
export function encodeCitation(citation: Citation, citedText: string, report: Report): JsonObject | undefined {
  const { url, title, start, end, origin } = citation;
  if (origin?.dialect === "openai-responses") return writeNode(CITATION, citation, { url, title, start, end }, report);
  if (url === undefined) return loseNode(citation, "citation", report);
  const page = { url, title: title ?? "", start: start ?? 0, end: end ?? citedText.length };
  return writeNode(CITATION, citation, page, report);
}

const CITATION = defineLayout<string>({
  dialect: "openai-responses",
  constants: { "/type": "url_citation" },
  fields: {
    start: count("/start_index"),
    end: count("/end_index"),
    url: text("/url"),
    title: text("/title"),
  },
});
