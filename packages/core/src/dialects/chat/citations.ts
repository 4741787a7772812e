import { isArray, isObject } from "../../json/value.ts";
import { loseField, loseNode, readNode, writeNode } from "../../mapping/node.ts";
import type { Citation, TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import type { ChatFacts } from "./facts.ts";

/** Reads the `annotations` of a message. */
export function decodeCitations(facts: ChatFacts, wire: readonly Json[], report: Report): Citation[] {
  return wire.map((citation, index) => {
    const { values, provenance } = readNode(
      facts.citation,
      isObject(citation) ? citation : { "": citation },
      report.at(index),
    );
    return { ...values, ...provenance } as Citation;
  });
}

/** Writes the citations of a message's texts; the texts are joined, so the offsets of later ones move. */
export function encodeCitations(
  facts: ChatFacts,
  texts: readonly TextPart[],
  report: Report,
): JsonObject[] | undefined {
  let offset = 0;
  const written: JsonObject[] = [];
  for (const { text, citations = [] } of texts) {
    const span = { from: offset, to: offset + text.length };
    const encoded = citations.map((citation) => encodeCitation(facts, citation, { span, report }));
    written.push(...encoded.filter((citation) => citation !== undefined));
    offset = span.to;
  }
  return written.length === 0 ? undefined : written;
}

/** The parts of a message with its citations, which belong to its first text. */
export function withCitations(
  facts: ChatFacts,
  parts: Part[],
  { citations, report }: { citations: Json | undefined; report: Report },
): Part[] {
  if (!isArray(citations) || parts[0]?.type !== "text") return parts;
  const [first, ...rest] = parts as [TextPart, ...Part[]];
  const { origin } = first;
  const placed = origin && { origin: { ...origin, elsewhere: { ...origin.elsewhere, citations: report.place } } };
  return [{ ...first, citations: decodeCitations(facts, citations, report), ...placed }, ...rest];
}

/** Reports citations in a request, whose messages have no `annotations`. */
export function loseCitations(parts: readonly Part[], report: Report): undefined {
  for (const part of parts)
    if (part.type === "text" && part.citations !== undefined && part.citations.length > 0)
      loseField(part, "citations", report);
}

/** Where a text is in the joined content of its message. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** Writes one citation; it needs a URL, and covers the whole text if it has no offsets. */
export function encodeCitation(
  facts: ChatFacts,
  citation: Citation,
  { span, report }: { span: TextSpan; report: Report },
): JsonObject | undefined {
  const { url, title, start, end } = citation;
  const quoted = facts.citationQuotes ? { quote: citation.quote } : {};
  if (citation.origin?.dialect === facts.dialect)
    return writeNode(facts.citation, citation, { url, title, start, end, ...quoted }, report);
  if (url === undefined) return loseNode(citation, "citation", report);
  const values = {
    url,
    title: title ?? "",
    start: span.from + (start ?? 0),
    end: end === undefined ? span.to : span.from + end,
    ...quoted,
  };
  return writeNode(facts.citation, citation, values, report);
}
