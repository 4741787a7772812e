// Texts and messages without content, which a provider may reject.

import { loseForeignExtras } from "../../mapping/foreign-extras.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { nodeReport } from "../../mapping/provenance.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";

/** Messages without those that held only the reasoning of another vendor. */
export function withoutEmptyMessages(messages: readonly Message[]): readonly Message[] {
  return replaceItems(messages, (message) =>
    message.parts.length === 0 && message.origin === undefined ? NONE : message,
  );
}

/** A message without texts that are empty or blank; nothing where it holds nothing else. */
export function withoutEmptyText(message: Message, report: Report): Message | readonly Message[] {
  const parts = replaceItems(message.parts, (part) => {
    if (!isBlank(part)) return part;
    nodeReport(part, report).change("empty-text");
    return NONE;
  });
  if (parts.length > 0) return parts === message.parts ? message : { ...message, parts };
  reportEmptyMessage(message, report);
  return NONE;
}

/** Reports that a message is left out because it is empty; its unknown fields are lost with it. */
export function reportEmptyMessage(message: Message, report: Report): void {
  nodeReport(message, report).change("empty-message");
  loseForeignExtras("", message, report);
}

function isBlank(part: Part): boolean {
  return part.type === "text" && part.text.trim() === "";
}

const NONE: readonly never[] = [];
