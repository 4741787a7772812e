import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { decodeRequest, encodeRequest } from "../chat/request.ts";
import { forModel } from "./model.ts";
import { requestFacts } from "./request-facts.ts";
import { decodeThinking, encodeThinking } from "./thinking.ts";

export function decode(wire: Json, report: Report): CanonicalRequest {
  return decodeThinking(decodeRequest(requestFacts, wire, report));
}

export function encode(request: CanonicalRequest, report: Report): JsonObject {
  return encodeRequest(requestFacts, encodeThinking(forModel(request, report), report), report);
}
