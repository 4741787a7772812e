import { stringifyJson } from "@toolglot/core/base";
import type { WebSocketBinding } from "../../bindings/binding.ts";
import { tooLargeError } from "../../errors.ts";
import type { HeaderMap, Incoming } from "../../transport.ts";
import { readRequestBody } from "../request-body.ts";
import type { HttpServices } from "../services.ts";

/** A message of a WebSocket, as the request that it would be over HTTP, with the headers of the connection. */
export class MessageIncoming implements Incoming {
  readonly method = "POST";
  readonly url: string;
  readonly headers: HeaderMap;
  private readonly services: Pick<HttpServices, "bodyReader" | "scheduler">;
  private readonly binding: WebSocketBinding;
  private readonly text: string;

  constructor(services: MessageIncoming["services"], { headers, binding, text }: IncomingMessage) {
    this.services = services;
    this.binding = binding;
    this.url = binding.path;
    this.headers = headers;
    this.text = text;
  }

  async body(maxBytes: number): Promise<Uint8Array> {
    const bytes = new TextEncoder().encode(this.text);
    if (bytes.length > maxBytes) throw tooLargeError(maxBytes, "message");
    const message = await readRequestBody(bytes, this.services);
    return new TextEncoder().encode(stringifyJson(this.binding.requestIn(message)));
  }
}

export interface IncomingMessage {
  /** Those of the connection, by `messageHeaders`. */
  readonly headers: HeaderMap;
  readonly binding: WebSocketBinding;
  readonly text: string;
}

/** The headers of a connection, without those that are about the connection itself. */
export function messageHeaders(headers: HeaderMap): HeaderMap {
  const kept = Object.entries(headers).filter(([name]) => !/^(?:connection|upgrade|sec-websocket-.*)$/.test(name));
  return { ...Object.fromEntries(kept), "content-type": "application/json" };
}
