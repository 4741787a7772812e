import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { decodeContents, encodeContents } from "./message.ts";

export function decode(wire: readonly Json[], report: Report): Message[] {
  return decodeContents(wire, report);
}

export function encode(messages: readonly Message[], report: Report): Json[] {
  return encodeContents(messages, { resultMedia: true, signatures: true }, report);
}
