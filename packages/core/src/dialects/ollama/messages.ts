import { written } from "../../mapping/written.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { decodeMessage, encodeMessage } from "./message.ts";

export function decode(wire: readonly Json[], report: Report): Message[] {
  return wire.map((message, index) => decodeMessage(message, report.at(index)));
}

export function encode(messages: readonly Message[], report: Report): Json[] {
  return written<Message, JsonObject>(messages, (message) => encodeMessage(message, report));
}
