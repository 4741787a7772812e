// The fast path `plainParts`: the implementation of `plain-parts.ts`.

import { loseForeignExtras } from "../mapping/foreign-extras.ts";
import { isPlainCall, isPlainMessage, isPlainResult, isPlainText } from "../mapping/nodes/plain.ts";
import type { CallPart } from "../model/call.ts";
import type { TextPart } from "../model/content.ts";
import type { Message } from "../model/message.ts";
import type { Provenance } from "../model/node.ts";
import type { ResultPart } from "../model/part.ts";
import type { Report } from "../report.ts";

export function ifPlainText(part: TextPart, dialect: string, report: Report): TextPart | undefined {
  return isPlainText(part, "extras") && leavesExtras(part, dialect, report) ? part : undefined;
}

export function ifPlainCall(part: CallPart, dialect: string, report: Report): CallPart | undefined {
  return isPlainCall(part, "extras") && leavesExtras(part, dialect, report) ? part : undefined;
}

export function ifPlainResult(part: ResultPart, dialect: string, report: Report): ResultPart | undefined {
  return isPlainResult(part, "extras") && leavesExtras(part, dialect, report) ? part : undefined;
}

export function ifPlainMessage(message: Message, dialect: string, report: Report): Message | undefined {
  return isPlainMessage(message, "extras") && leavesExtras(message, dialect, report) ? message : undefined;
}

// The extras of the dialect itself are written back.
function leavesExtras(node: Provenance, dialect: string, report: Report): boolean {
  if (node.extras === undefined) return true;
  if (node.extras[dialect] !== undefined) return false;
  loseForeignExtras(dialect, node, report);
  return true;
}
