import type { ConversationCodecs } from "../../model/dialect.ts";
import { decodeMessages, encodeMessages } from "../chat/messages.ts";
import { facts } from "./facts.ts";

export const decode: ConversationCodecs["messages"]["decode"] = (wire, report) => decodeMessages(facts, wire, report);
export const encode: ConversationCodecs["messages"]["encode"] = (messages, report) =>
  encodeMessages(facts, messages, report);
