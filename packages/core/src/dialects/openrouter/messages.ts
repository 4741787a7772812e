import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { decodeMessages, encodeMessages } from "../chat/messages.ts";
import { facts } from "./facts.ts";

export function decode(wire: readonly Json[], report: Report): Message[] {
  return decodeMessages(facts, wire, report);
}

export function encode(messages: readonly Message[], report: Report): Json[] {
  return encodeMessages(facts, messages, report);
}
