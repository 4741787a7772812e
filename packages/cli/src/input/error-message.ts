import type { Json } from "@toolglot/core";
import { isObject } from "./json.ts";

/** What an error answer, or the event of a stream that is one, says; nothing where it is none. */
export function errorMessageIn(body: Json): string | undefined {
  if (!isObject(body)) return undefined;
  const { error, type, response } = body;
  if (error !== undefined && error !== null) return messageOf(error);
  if (type === "error") return messageOf(body);
  // The Responses API ends a failed stream with the response that failed.
  return type === "response.failed" && isObject(response) ? messageOf(response.error ?? null) : undefined;
}

function messageOf(error: Json): string {
  const said = isObject(error) ? (error.message ?? error.type ?? error.code) : error;
  return typeof said === "string" && said !== "" ? said : "no reason was given";
}
