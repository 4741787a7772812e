import type { Answering } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Response } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { decodeResponse, encodeResponse } from "../chat/response.ts";
import { facts } from "./facts.ts";

export function decode(wire: Json, report: Report): Response {
  return decodeResponse(facts, wire, report);
}

export function encode(response: Response, report: Report, answering: Answering): JsonObject {
  return encodeResponse(facts, response, report, answering);
}
