import { isObject } from "../../json/value.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { decodeFailure, encodeFailure } from "../chat/errors.ts";

// A failed response has its error inside; an `error` event has it at the top.
export function decode(wire: Json, status: number): Failure {
  const response = isObject(wire) && isObject(wire.response) ? wire.response : wire;
  if (!isObject(response) || isObject(response.error)) return decodeFailure(response, status);
  const { type, ...error } = response;
  return decodeFailure(type === "error" ? { error } : response, status);
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  return encodeFailure(failure);
}
