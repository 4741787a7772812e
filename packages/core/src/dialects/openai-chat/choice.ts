import type { ConversationCodecs } from "../../model/dialect.ts";
import { decodeChoice, encodeChoice } from "../chat/choice.ts";
import { requestFacts } from "./request-facts.ts";

export const decode: ConversationCodecs["choice"]["decode"] = (wire, report) =>
  decodeChoice(requestFacts, wire, report);
export const encode: ConversationCodecs["choice"]["encode"] = (choice, report) =>
  encodeChoice(requestFacts, choice, report);
