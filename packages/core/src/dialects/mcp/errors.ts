import { isObject } from "../../json/value.ts";
import { failureKindFor, messageOf, NO_STATUS, statusFor } from "../../mapping/nodes/failure.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export function decode(wire: Json, status: number): Failure {
  const body = isObject(wire) ? wire : {};
  const { code, message, data } = isObject(body.error) ? body.error : body;
  const kind = KINDS[String(code)] ?? failureKindFor(status);
  // Most protocol errors come with HTTP status 200. An internal one is a 500 then, not the 502 of other APIs, because its code tells it from a 503.
  const own = status >= 400 && status !== NO_STATUS ? status : statusFor({ kind, status: 0, message: "" }, {});
  return {
    kind,
    status: own,
    message: messageOf(message, wire),
    ...(typeof code === "number" ? { code: String(code) } : {}),
    ...(data === undefined || data === null ? {} : { details: data }),
  };
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  const { kind, message, code, details } = failure;
  const number = /^-?\d{1,9}$/.test(code ?? "") ? Number(code) : (CODES[kind] ?? INTERNAL);
  const error = { code: number, message, ...(details === undefined ? {} : { data: details }) };
  return { status: statusFor(failure, {}), value: { jsonrpc: "2.0", error } };
}

const INTERNAL = -32603;

/** https://www.jsonrpc.org/specification#error_object, with what the protocol adds to it. */
const KINDS: Readonly<Record<string, FailureKind>> = lookupTable({
  "-32700": "invalid-request",
  "-32600": "invalid-request",
  "-32601": "not-found",
  "-32602": "invalid-request",
  "-32603": "server",
  "-32002": "not-found",
  "-32020": "invalid-request",
  "-32021": "invalid-request",
  "-32022": "invalid-request",
});

const CODES: Readonly<Partial<Record<FailureKind, number>>> = {
  "invalid-request": -32602,
  "too-large": -32600,
  "not-found": -32601,
};
