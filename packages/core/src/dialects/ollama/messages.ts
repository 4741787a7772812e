import { encodeEach } from "../../mapping/lists/encode-each.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { decodeMessage, encodeMessage } from "./message.ts";

export function decode(wire: readonly Json[], report: Report): Message[] {
  return wire.map((message, index) => decodeMessage(message, report.at(index)));
}

export function encode(messages: readonly Message[], report: Report): Json[] {
  return encodeEach<Message, JsonObject>(messages, (message) => encodeMessage(message, report));
}
