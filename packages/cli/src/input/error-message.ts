import type { Json } from "@toolglot/core";
import { isObject } from "./json.ts";

/** The message of an error response or of a stream's error event; `undefined` for other values. */
export function errorMessageIn(body: Json): string | undefined {
  if (!isObject(body)) return undefined;
  const { error, type, response, message } = body;
  if (error !== undefined && error !== null) return messageOf(error);
  // Bedrock has the message alone.
  if (type === "error" || (typeof message === "string" && Object.keys(body).length === 1)) return messageOf(body);
  // The Responses API ends a failed stream with the response that failed.
  return type === "response.failed" && isObject(response) ? messageOf(response.error ?? null) : undefined;
}

function messageOf(error: Json): string {
  const text = isObject(error) ? (error.message ?? error.type ?? error.code) : error;
  return typeof text === "string" && text !== "" ? text : "no error message";
}
