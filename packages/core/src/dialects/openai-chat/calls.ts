import type { ConversationCodecs } from "../../model/dialect.ts";
import { decodeCall, encodeCall } from "../chat/calls.ts";
import { facts } from "./facts.ts";

export const decode: ConversationCodecs["calls"]["decode"] = (wire, report) => decodeCall(facts, wire, report);
export const encode: ConversationCodecs["calls"]["encode"] = (call, report) => encodeCall(facts, call, report);
