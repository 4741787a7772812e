import { type JsonObject, stringifyJson } from "@toolglot/core";
import type { Reply } from "../transport.ts";

/** Sends JSON; returns the status. */
export function sendJson(
  reply: Reply,
  status: number,
  value: JsonObject,
  headers: Record<string, string> = {},
): number {
  return sendText(reply, status, stringifyJson(value), headers);
}

/** Sends a text, by default as JSON; returns the status. */
export function sendText(
  reply: Reply,
  status: number,
  text: string,
  headers: Record<string, string>,
  type = "application/json; charset=utf-8",
): number {
  // Keeps browsers from guessing another type.
  reply.begin(status, { ...headers, "content-type": type, "x-content-type-options": "nosniff" });
  reply.end(text);
  return status;
}
