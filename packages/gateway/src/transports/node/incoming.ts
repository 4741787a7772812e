import type { IncomingMessage, ServerResponse } from "node:http";
import { SINGLE_HEADERS } from "../../http/credentials.ts";
import type { HeaderMap, Incoming } from "../../transport.ts";
import { readBody } from "./body.ts";

/** A request of `node:http`. */
export class NodeIncoming implements Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderMap;
  readonly repeatedHeaders: readonly string[];
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly expectsContinue: boolean;

  constructor(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) {
    this.request = request;
    this.response = response;
    this.expectsContinue = expectsContinue;
    this.method = request.method ?? "GET";
    this.url = request.url ?? "/";
    // Only `set-cookie` is a list, and clients do not send it.
    this.headers = request.headers as HeaderMap;
    this.repeatedHeaders = repeatedIn(request);
  }

  body(maxBytes: number): Promise<Uint8Array> {
    const beforeRead = this.expectsContinue ? () => this.response.writeContinue() : () => {};
    return readBody(this.request, maxBytes, beforeRead);
  }
}

// `request.headers` has only the first value of most headers. If it has as many as were sent, none was repeated.
function repeatedIn({ headers, rawHeaders }: IncomingMessage): readonly string[] {
  if (Object.keys(headers).length * 2 === rawHeaders.length) return NONE;
  const seen: string[] = [];
  let repeated: string[] = NONE;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.includes(name)) repeated = [...repeated, name];
    else seen.push(name);
  }
  return repeated;
}

const NONE: string[] = [];
