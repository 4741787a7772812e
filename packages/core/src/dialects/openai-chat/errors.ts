import type { Failure } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { decodeFailure, encodeFailure } from "../chat/errors.ts";

export function decode(wire: Json, status: number): Failure {
  return decodeFailure(wire, status);
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  return encodeFailure(failure);
}
