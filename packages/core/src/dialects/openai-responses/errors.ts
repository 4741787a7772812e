import { isObject } from "../../json/value.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { decodeFailure, encodeFailure } from "../chat/errors.ts";

// What fails as a response has its error inside; one that comes as an event has it beside the type of the event.
export function decode(wire: Json, status: number): Failure {
  const response = isObject(wire) && isObject(wire.response) ? wire.response : wire;
  if (!isObject(response) || isObject(response.error)) return decodeFailure(response, status);
  const { type, ...error } = response;
  return decodeFailure(type === "error" ? { error } : response, status);
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  return encodeFailure(failure);
}
