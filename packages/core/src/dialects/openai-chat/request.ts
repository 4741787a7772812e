import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { decodeRequest, encodeRequest } from "../chat/request.ts";
import { forModel } from "./model.ts";
import { requestFacts } from "./request-facts.ts";
import { decodeThinking, encodeThinking } from "./thinking.ts";

export function decode(wire: Json, report: Report): Eventually<CanonicalRequest> {
  return after(decodeRequest(requestFacts, wire, report), decodeThinking);
}

export function encode(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  return encodeRequest(requestFacts, encodeThinking(forModel(request, report), report), report);
}
