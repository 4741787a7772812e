import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { nodeReport } from "../../mapping/provenance.ts";
import type { Message } from "../../model/message.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { reportEmptyMessage } from "./empty-content.ts";

/** A message in which the blocks that only another vendor has are texts, or are gone. */
export function withNativeParts(message: Message, dialect: string, report: Report): Message | readonly Message[] {
  const parts = nativeParts(message.parts, dialect, report);
  if (parts === message.parts) return message;
  if (parts.length > 0) return { ...message, parts };
  reportEmptyMessage(message, report);
  return [];
}

/** The same for parts. */
export function nativeParts(parts: readonly Part[], dialect: string, report: Report): readonly Part[] {
  return replaceItems(parts, (part) => {
    if (part.type === "result") return nativeResult(part, dialect, report);
    if (part.type !== "opaque" || part.origin?.dialect === dialect) return part;
    const action = part.text === undefined ? "dropped" : "described";
    nodeReport(part, report).lose("part", { feature: part.feature, action });
    return part.text === undefined ? [] : { type: "text", text: part.text, ...originOf(part) };
  });
}

function nativeResult(result: ResultPart, dialect: string, report: Report): ResultPart {
  const parts = nativeParts(result.parts, dialect, report);
  return parts === result.parts ? result : { ...result, parts };
}

function originOf({ origin }: Part): Pick<Part, "origin"> {
  return origin === undefined ? {} : { origin };
}
