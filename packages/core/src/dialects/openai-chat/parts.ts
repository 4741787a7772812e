import type { ConversationCodecs } from "../../model/dialect.ts";
import { decodePart, encodePart } from "../chat/parts.ts";
import { facts } from "./facts.ts";

export const decode: ConversationCodecs["parts"]["decode"] = (wire, report) => decodePart(facts, wire, report);
export const encode: ConversationCodecs["parts"]["encode"] = (part, report) => encodePart(facts, part, report);
