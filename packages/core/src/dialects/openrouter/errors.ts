import { statusOf } from "../../content/failure.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { decodeFailure } from "../chat/errors.ts";
import { errorObject } from "./envelope.ts";

export function decode(wire: Json, status: number): Failure {
  return decodeFailure(wire, status);
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  return { status: statusOf(failure, {}), value: { error: errorObject(failure) } };
}
