import type { ConversationCodecs } from "../../model/dialect.ts";
import { decodeResponse, encodeResponse } from "../chat/response.ts";
import { facts } from "./facts.ts";

export const decode: ConversationCodecs["response"]["decode"] = (wire, report) => decodeResponse(facts, wire, report);
export const encode: ConversationCodecs["response"]["encode"] = (response, report, context) =>
  encodeResponse(facts, response, report, context);
