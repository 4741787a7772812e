import { decodeInSteps, encodeInSteps } from "../../mapping/lists/messages-in-steps.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { decodeMessage, encodeMessage } from "./message.ts";

export function decode(wire: readonly Json[], report: Report): Eventually<Message[]> {
  return decodeInSteps(wire, decodeMessage, report);
}

export function encode(messages: readonly Message[], report: Report): Eventually<JsonObject[]> {
  return encodeInSteps<JsonObject>(messages, (message) => encodeMessage(message, report), report);
}
