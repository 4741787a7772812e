import type { ResponseContext } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { decodeResponse, encodeResponse } from "../chat/response.ts";
import { facts } from "./facts.ts";

export function decode(wire: Json, report: Report): CanonicalResponse {
  return decodeResponse(facts, wire, report);
}

export function encode(response: CanonicalResponse, report: Report, answering: ResponseContext): JsonObject {
  return encodeResponse(facts, response, report, answering);
}
