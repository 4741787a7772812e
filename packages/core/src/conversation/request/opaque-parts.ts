// Blocks that one vendor alone has, in a request to another.

import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { describeOpaque } from "../../mapping/nodes/opaque.ts";
import type { CallRules } from "../../model/conversation-profile.ts";
import type { Message } from "../../model/message.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { reportEmptyMessage } from "./empty-content.ts";

/** The target, and what it has of others' blocks. */
export interface NativeOptions {
  readonly dialect: string;
  readonly profile: Pick<CallRules, "searchResults">;
}

/** A message in which the blocks that only another vendor has are texts, or are gone. */
export function withNativeParts(
  message: Message,
  options: NativeOptions,
  report: Report,
): Message | readonly Message[] {
  const parts = nativeParts(message.parts, options, report);
  if (parts === message.parts) return message;
  if (parts.length > 0) return { ...message, parts };
  reportEmptyMessage(message, report);
  return [];
}

/** The same for parts. */
export function nativeParts(parts: readonly Part[], options: NativeOptions, report: Report): readonly Part[] {
  const { dialect, profile } = options;
  return replaceItems(parts, (part) => {
    if (part.type === "result") return nativeResult(part, options, report);
    if (part.type !== "opaque" || part.origin?.dialect === dialect) return part;
    return profile.searchResults && part.searchResult !== undefined ? part : describeOpaque(part, report);
  });
}

function nativeResult(result: ResultPart, options: NativeOptions, report: Report): ResultPart {
  const parts = nativeParts(result.parts, options, report);
  return parts === result.parts ? result : { ...result, parts };
}
