import { isArray, isObject } from "../../json/value.ts";
import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseField, loseForeignExtras, loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { citationSpan } from "../../mapping/nodes/citation-span.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import type { Citation } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

/** Reads one citation of a text. */
export function decodeCitation(wire: Json, report: Report): Citation {
  const { values, provenance } = readNode(CITATION, isObject(wire) ? wire : { "": wire }, report);
  const { sourceContent, ...rest } = values;
  const quote = quoteIn(sourceContent);
  return { ...rest, ...(quote === undefined ? {} : { quote }), ...provenance } as Citation;
}

/** Writes one citation of another vendor as a web page; it covers the whole text. */
export function encodeCitation(citation: Citation, length: number, report: Report): JsonObject | undefined {
  reportSpan(citation, length, report);
  return writeCitation(citation, report);
}

/** The same in a stream, where the whole text is not known yet. */
export function writeCitation(citation: Citation, report: Report): JsonObject | undefined {
  const { url, title, quote, origin } = citation;
  const sourceContent = quote === undefined ? undefined : [{ text: quote }];
  if (origin?.dialect === DIALECT)
    return writeNode(CITATION, citation, { url, title, sourceContent, quote: WRITTEN }, report);
  if (url === undefined) return loseNode(citation, "citation", report);
  loseForeignExtras(DIALECT, citation, report);
  return {
    ...(title === undefined ? {} : { title }),
    ...(sourceContent === undefined ? {} : { sourceContent }),
    location: { web: { url } },
  };
}

/** Reports the offsets of a citation that does not cover the whole text. */
export function reportSpan(citation: Citation, length: number, report: Report): void {
  if (citation.origin?.dialect === DIALECT || citation.url === undefined) return;
  const { start, end } = citationSpan(citation, length, report);
  if (start !== 0) loseField(citation, "start", report);
  if (end !== length) loseField(citation, "end", report);
}

const DIALECT = "bedrock";

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Citation.html */
const CITATION = defineLayout<string>({
  dialect: DIALECT,
  fields: {
    url: text("/location/web/url"),
    title: text("/title"),
    sourceContent: { at: ["/sourceContent"], is: (value) => quoteIn(value) !== undefined },
  },
  derivedFrom: { quote: "sourceContent" },
});

// What the source says, if it is one text.
function quoteIn(content: Json | undefined): string | undefined {
  const [first, ...others] = isArray(content) ? content : [];
  if (!isObject(first) || others.length > 0 || Object.keys(first).length > 1) return undefined;
  return typeof first.text === "string" && first.text !== "" ? first.text : undefined;
}
