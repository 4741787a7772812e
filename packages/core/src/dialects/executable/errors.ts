import { isObject } from "../../json/value.ts";
import { failureKindFor, statusFor } from "../../mapping/nodes/failure.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export function decode(wire: Json, status: number): Failure {
  const { error, error_code: code } = isObject(wire) ? wire : ({ error: wire } as JsonObject);
  return {
    kind: failureKindFor(status),
    status,
    message: typeof error === "string" ? error : JSON.stringify(wire),
    ...(typeof code === "string" ? { code } : {}),
  };
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  const { kind, message, code } = failure;
  const errorCode = code ?? kind.replaceAll("-", "_").toUpperCase();
  return { status: statusFor(failure, {}), value: { tool_success: false, error: message, error_code: errorCode } };
}
