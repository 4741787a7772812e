import type { ConversationCodecs } from "../../model/dialect.ts";
import { decodeResult, encodeResult } from "../chat/results.ts";
import { facts } from "./facts.ts";

export const decode: ConversationCodecs["results"]["decode"] = (wire, report) => decodeResult(facts, wire, report);
export const encode: ConversationCodecs["results"]["encode"] = (result, report) => encodeResult(facts, result, report);
