import { type JsonObject, stringifyJson } from "@toolglot/core";
import type { Reply } from "../transport.ts";

/** Answers with JSON, and tells the status. */
export function sendJson(
  reply: Reply,
  status: number,
  value: JsonObject,
  headers: Record<string, string> = {},
): number {
  return sendText(reply, status, stringifyJson(value), headers);
}

/** Answers with text, which is JSON unless told. */
export function sendText(
  reply: Reply,
  status: number,
  text: string,
  headers: Record<string, string>,
  type = "application/json; charset=utf-8",
): number {
  // No browser is to take for a page what is none.
  reply.begin(status, { ...headers, "content-type": type, "x-content-type-options": "nosniff" });
  reply.end(text);
  return status;
}
