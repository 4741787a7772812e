import { isObject } from "../../json/value.ts";
import { failureKindFor, statusFor, withContextOverflow } from "../../mapping/nodes/failure.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export function decode(wire: Json, status: number): Failure {
  const { error, ...details } = isObject(wire) ? wire : ({ error: wire } as JsonObject);
  const failure: Failure = {
    kind: failureKindFor(status),
    status,
    message: messageOf(error, wire),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  };
  return withContextOverflow(failure);
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  return { status: statusFor(failure, STATUSES), value: { error: failure.message } };
}

const STATUSES: Readonly<Partial<Record<FailureKind, number>>> = { overloaded: 503 };

// Ollama's OpenAI- and Anthropic-compatible routes have an error object.
function messageOf(error: Json | undefined, wire: Json): string {
  const message = isObject(error) ? error.message : error;
  return typeof message === "string" ? message : JSON.stringify(wire);
}
