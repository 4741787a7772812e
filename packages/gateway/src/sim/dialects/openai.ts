import type { JsonObject } from "@toolglot/core";
import type { RefusedRequest } from "../refused-request.ts";

/** The envelope of OpenAI's errors. */
export function openaiError({ status, message, code, param }: RefusedRequest): JsonObject {
  return {
    error: {
      message,
      type: TYPES[status] ?? (status < 500 ? "invalid_request_error" : "server_error"),
      param: param ?? null,
      code: code ?? null,
    },
  };
}

export function openaiModels(ids: readonly string[]): JsonObject {
  return { object: "list", data: ids.map(openaiModel) };
}

export function openaiModel(id: string): JsonObject {
  return { id, object: "model", created: 1_790_000_000, owned_by: "sim" };
}

const TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  429: "rate_limit_exceeded",
};
