import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { decodeContents, encodeContents } from "./message.ts";

export function decode(wire: readonly Json[], report: Report): Eventually<Message[]> {
  return decodeContents(wire, report);
}

export function encode(messages: readonly Message[], report: Report): Eventually<JsonObject[]> {
  return encodeContents(messages, { resultMedia: true, signatures: true }, report);
}
