import { isObject } from "../../json/value.ts";
import { count, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { citationSpan } from "../../mapping/nodes/citation-span.ts";
import { withNotes } from "../../mapping/notes.ts";
import { utf8Length, utf16Offset } from "../../mapping/values/utf8-offsets.ts";
import type { Citation } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

/** Reads one citation of a text; its offsets are bytes. */
export function decodeCitation(wire: Json, citedText: string, report: Report): Citation {
  const { values, provenance } = readNode(CITATION, isObject(wire) ? wire : { "": wire }, report);
  const { start, end, ...page } = values;
  const bytes = { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
  return { ...page, ...offsetsIn(citedText, bytes), ...withNotes(provenance, DIALECT, { bytes }) } as Citation;
}

/** Writes one citation; it needs a URL, and covers the whole text if it has no offsets. */
export function encodeCitation(citation: Citation, citedText: string, report: Report): JsonObject | undefined {
  const { url, title, origin } = citation;
  if (origin?.dialect === DIALECT) return writeNode(CITATION, citation, { url, title, ...bytesOf(citation) }, report);
  if (url === undefined) return loseNode(citation, "citation", report);
  const { start, end } = citationSpan(citation, citedText.length, report);
  const span = { start: utf8Length(citedText, start), end: utf8Length(citedText, end) };
  return writeNode(CITATION, citation, { url, title, ...span }, report);
}

const DIALECT = "gemini-interactions";

/** https://ai.google.dev/api/interactions-api: `UrlCitation`; files and places are cited too. */
const CITATION = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "url_citation" },
  fields: {
    url: text("/url", "/document_uri"),
    title: text("/title", "/file_name", "/name"),
    start: count("/start_index"),
    end: count("/end_index"),
  },
});

// Protocol buffers leave out a 0.
function offsetsIn(citedText: string, { start, end }: JsonObject): Pick<Citation, "start" | "end"> {
  if (typeof end !== "number") return {};
  return { start: utf16Offset(citedText, typeof start === "number" ? start : 0), end: utf16Offset(citedText, end) };
}

function bytesOf({ extras }: Citation): JsonObject {
  const bytes = extras?.[DIALECT]?.bytes;
  return bytes !== undefined && isObject(bytes) ? bytes : {};
}
