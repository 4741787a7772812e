import { stringifyJson } from "@toolglot/core";
import { boundedBytes, boundedEvents } from "./bounded-body.ts";
import { mapLines } from "./map-lines.ts";
import { parseMessage, unmaskText } from "./number-mask.ts";
import { RequestScope } from "./request-scope.ts";
import { ServerLimitError, type ServerLimits } from "./server-limits.ts";

/** The server's name and its limits. */
export interface ServerFetchOptions {
  readonly server: string;
  readonly limits: ServerLimits;
}

/** `fetch` for the MCP SDK: numbers keep their digits, and responses are limited in size. */
export function serverFetch({ server, limits }: ServerFetchOptions): typeof fetch {
  return async (url, init = {}) => {
    const { body } = init;
    const isPost = init.method === "POST";
    // A GET opens a stream that outlives the request that caused it.
    const scope = isPost ? RequestScope.current() : undefined;
    const response = await fetch(url, {
      ...init,
      headers: unmaskHeaders(init.headers ?? {}),
      ...(typeof body === "string" ? { body: unmaskText(body) } : {}),
      ...signalOf(init, scope),
    });
    const tooMany = () => {
      const error = new ServerLimitError(server, "bytes", limits);
      scope?.fail(error);
      return error;
    };
    const bound = isPost ? boundedBytes : boundedEvents;
    return maskResponse(withBody(response, bound(limits.bytes, tooMany)));
  };
}

function signalOf({ signal }: RequestInit, scope: RequestScope | undefined): Pick<RequestInit, "signal"> {
  const signals = [signal ?? [], scope?.signal ?? []].flat();
  return signals.length === 0 ? {} : { signal: AbortSignal.any(signals) };
}

function withBody(response: Response, change: TransformStream<Uint8Array, Uint8Array>): Response {
  const { status, statusText, headers, body } = response;
  return body === null ? response : new Response(body.pipeThrough(change), { status, statusText, headers });
}

/** Masks the numbers in a body of JSON or of events that hold JSON. */
export function maskResponse(response: Response): Response {
  const { status, statusText, headers, body } = response;
  const type = headers.get("content-type") ?? "";
  if (body === null) return response;
  if (/^application\/json\b/i.test(type))
    return new Response(body.pipeThrough(wholeText()), { status, statusText, headers });
  if (!/^text\/event-stream\b/i.test(type)) return response;
  return new Response(body.pipeThrough(mapLines(eventLine)), { status, statusText, headers });
}

/** Masks the numbers of a message. Invalid JSON stays as it is; its reader rejects it. */
function maskText(text: string): string {
  try {
    return stringifyJson(parseMessage(text));
  } catch {
    return text;
  }
}

function unmaskHeaders(headers: NonNullable<RequestInit["headers"]>): Headers {
  const shown = new Headers(headers);
  // A small compressed body may be large when it is decompressed.
  shown.set("accept-encoding", "identity");
  for (const [name, value] of [...shown]) shown.set(name, unmaskText(`"${value}"`).replace(/^"|"$/g, ""));
  return shown;
}

function wholeText(): TransformStream<Uint8Array, Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new TransformStream({
    transform: (chunk) => {
      chunks.push(chunk);
    },
    flush: (controller) => controller.enqueue(ENCODER.encode(maskText(Buffer.concat(chunks).toString("utf8")))),
  });
}

// A JSON-RPC message has no line break, so it is one `data` line.
function eventLine(line: string): string {
  const [, field, data] = /^(data: ?)(\{.*\})\r?$/.exec(line) ?? [];
  return field === undefined || data === undefined ? line : field + maskText(data);
}

const ENCODER = new TextEncoder();
