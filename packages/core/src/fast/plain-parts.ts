// The fast path `plainParts`. Most of a long conversation is plain texts, calls and results. A plain node has no field
// that could be lost, so that a codec writes it without its layout; unknown fields of other dialects are reported as
// `writeNode` does. Each function returns the node itself, or `undefined` where the codec has to use the layout.

import type { CallPart } from "../model/call.ts";
import type { TextPart } from "../model/content.ts";
import type { Message } from "../model/message.ts";
import type { ResultPart } from "../model/part.ts";
import type { Report } from "../report.ts";

/** The text, if it has nothing but its text. */
export function plainText(part: TextPart, dialect: string, report: Report): TextPart | undefined {
  return report.fast.plainParts?.ifPlainText(part, dialect, report as never);
}

/** The call, if it is one of a function with nothing but id, name and arguments. */
export function plainCall(part: CallPart, dialect: string, report: Report): CallPart | undefined {
  return report.fast.plainParts?.ifPlainCall(part, dialect, report as never);
}

/** The result, if it has nothing but its parts and the call that it answers. */
export function plainResult(part: ResultPart, dialect: string, report: Report): ResultPart | undefined {
  return report.fast.plainParts?.ifPlainResult(part, dialect, report as never);
}

/** The message, if it has nothing but its role and parts. */
export function plainMessage(message: Message, dialect: string, report: Report): Message | undefined {
  return report.fast.plainParts?.ifPlainMessage(message, dialect, report as never);
}
