import type { CallPart } from "../model/call.ts";
import type { TextPart } from "../model/content.ts";
import type { Message } from "../model/message.ts";
import type { ResultPart } from "../model/part.ts";
import type { FastFunctions } from "./functions.ts";

// Most of a long conversation is plain texts, calls and results. A plain node has no field that could be lost, so that a codec
// writes it without its layout. Each function gives the node itself, or `undefined` where it takes the layout.

/** The text, if it has nothing but its text. */
export function plainText(part: TextPart, { plainParts }: FastFunctions): TextPart | undefined {
  return plainParts?.isPlainText(part) ? part : undefined;
}

/** The call, if it is one of a function with nothing but id, name and arguments. */
export function plainCall(part: CallPart, { plainParts }: FastFunctions): CallPart | undefined {
  return plainParts?.isPlainCall(part) ? part : undefined;
}

/** The result, if it has nothing but its parts and the call that it answers. */
export function plainResult(part: ResultPart, { plainParts }: FastFunctions): ResultPart | undefined {
  return plainParts?.isPlainResult(part) ? part : undefined;
}

/** The message, if it has nothing but its role and parts. */
export function plainMessage(message: Message, { plainParts }: FastFunctions): Message | undefined {
  return plainParts?.isPlainMessage(message) ? message : undefined;
}
