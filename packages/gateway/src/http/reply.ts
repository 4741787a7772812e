import type { JsonObject } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
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
export function sendText(reply: Reply, whole: TextReply): number {
  beginText(reply, whole);
  reply.end(whole.text);
  return whole.status;
}

/** Sends the head of a text. */
export function beginText(reply: Reply, { status, type = JSON_TYPE, headers }: Omit<TextReply, "text">): void {
  // Keeps browsers from guessing another type.
  reply.begin(status, { ...headers, "content-type": type, "x-content-type-options": "nosniff" });
}

const JSON_TYPE = "application/json; charset=utf-8";
