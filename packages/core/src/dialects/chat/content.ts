import { isArray } from "../../json/value.ts";
import { fieldLevel } from "../../loss-levels.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { fieldReport, loseForeignExtras, loseNode, nodeReport } from "../../mapping/node.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import { fieldsBesidesText, isPlainText } from "../../mapping/nodes/plain.ts";
import type { TextPart } from "../../model/content.ts";
import type { Json } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import type { ChatFacts } from "./facts.ts";
import { decodePart, encodePart } from "./parts.ts";

/** Reads a message's content: one text, or a list of parts. */
export function partsOf(facts: ChatFacts, content: Json | undefined, report: Report): Part[] {
  if (typeof content === "string") return [plainText(facts.dialect, content, report)];
  return isArray(content) ? content.map((part, index) => decodePart(facts, part, report.at(index))) : [];
}

/** Writes a message's content: a string if the source had one or does not tell; `undefined` if there is nothing to write. */
export function contentOf(
  facts: ChatFacts,
  parts: readonly Part[],
  { plain }: { plain?: boolean | undefined },
  report: Report,
): Json | undefined {
  const [first] = parts;
  if (first === undefined) return plain === false ? [] : undefined;
  if (parts.length === 1 && first.type === "text" && plain !== false && isPlainText(first, "citations"))
    return first.text;
  return encodeEach(parts, (part) => encodePart(facts, part, report));
}

/** Writes the content of a response, which is a string; only a list of the same dialect stays a list. */
export function responseContentOf(facts: ChatFacts, parts: readonly Part[], report: Report): Json | undefined {
  if (parts.some((part) => isListed(part, facts.dialect))) return contentOf(facts, parts, { plain: false }, report);
  const texts = parts.filter((part): part is TextPart => {
    if (part.type !== "text") loseNode(part, part.type === "opaque" ? part.feature : part.type, report);
    return part.type === "text";
  });
  for (const text of texts) reportText(facts.dialect, text, { joined: texts.length > 1, report });
  return texts.length === 0 ? undefined : texts.map(({ text }) => text).join("");
}

function reportText(dialect: string, part: TextPart, { joined, report }: { joined: boolean; report: Report }): void {
  if (joined) nodeReport(part, report).change("joined-text");
  for (const field of fieldsBesidesText(part))
    if (!REPORTED.has(field)) fieldReport(part, field, report).loseField(fieldLevel(field));
  loseForeignExtras(dialect, part, report);
}

/** Citations become annotations of the message, and extras are reported one by one. */
const REPORTED: ReadonlySet<keyof TextPart> = new Set(["citations", "extras"]);

function plainText(dialect: string, text: string, report: Report): TextPart {
  return createText({ origin: { dialect, place: report.place, fields: WHOLE } }, { text });
}

/** The origin of a text that is the whole value of a field. */
const WHOLE: Readonly<Record<string, string>> = { text: "" };

function isListed({ origin }: Part, dialect: string): boolean {
  return origin?.dialect === dialect && origin.fields !== WHOLE;
}
