import { type JsonObject, stringifyJson } from "@toolglot/core";
import type { Reply } from "../transport.ts";

/** Sends JSON; returns the status. */
export function sendJson(
  reply: Reply,
  status: number,
  value: JsonObject,
  headers: Record<string, string> = {},
): number {
  return sendText(reply, { status, text: stringifyJson(value), headers });
}

/** A whole reply; without a type, its text is JSON. */
interface TextReply {
  readonly status: number;
  readonly text: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

/** Sends a text; returns the status. */
export function sendText(reply: Reply, { status, text, type = JSON_TYPE, headers }: TextReply): number {
  // Keeps browsers from guessing another type.
  reply.begin(status, { ...headers, "content-type": type, "x-content-type-options": "nosniff" });
  reply.end(text);
  return status;
}

const JSON_TYPE = "application/json; charset=utf-8";
