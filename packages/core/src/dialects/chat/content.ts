import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Part, TextPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import type { ChatFacts } from "./facts.ts";
import { decodePart, encodePart } from "./parts.ts";

/** Reads a message's content: one text, or a list of parts. */
export function partsOf(facts: ChatFacts, content: Json | undefined, report: Report): Part[] {
  if (typeof content === "string") return [plainText(facts.dialect, content, report)];
  return isArray(content) ? content.map((part, index) => decodePart(facts, part, report.at(index))) : [];
}

/** Writes a message's content: one text where the source had one, or does not care; `undefined` where there is nothing. */
export function contentOf(
  facts: ChatFacts,
  parts: readonly Part[],
  { plain }: { plain?: boolean | undefined },
  report: Report,
): Json | undefined {
  const [first] = parts;
  if (first === undefined) return plain === false ? [] : undefined;
  if (parts.length === 1 && first.type === "text" && plain !== false && isBare(first)) return first.text;
  return parts.flatMap((part) => encodePart(facts, part, report) ?? []);
}

/** A text that stands as a field of its own. */
export function plainText(dialect: string, text: string, report: Report): TextPart {
  return { type: "text", text, origin: { dialect, place: report.place, fields: WHOLE } };
}

const WHOLE: Readonly<Record<string, string>> = { text: "" };

function isBare({ cacheControl, seal, extras }: TextPart): boolean {
  return cacheControl === undefined && seal === undefined && extras === undefined;
}
