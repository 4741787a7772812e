import type { ConversationCodecs } from "../../model/dialect.ts";
import { decodeChoice, encodeChoice } from "../chat/choice.ts";
import { facts } from "./facts.ts";

export const decode: ConversationCodecs["choice"]["decode"] = (wire, report) => decodeChoice(facts, wire, report);
export const encode: ConversationCodecs["choice"]["encode"] = (choice, report) => encodeChoice(facts, choice, report);
