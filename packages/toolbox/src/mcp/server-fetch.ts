import { stringifyJson } from "@toolglot/core";
import { boundedBytes, boundedEvents } from "./bounded-body.ts";
import { mapLines } from "./map-lines.ts";
import { parseMessage, unmaskText } from "./number-mask.ts";
import { RequestScope } from "./request-scope.ts";
import { ServerLimitError, type ServerLimits } from "./server-limits.ts";

/** Whose answers are read, and how many bytes each may have. */
export interface FetchOptions {
  readonly server: string;
  readonly limits: ServerLimits;
}

/** `fetch` for an SDK that knows only doubles and no limits: numbers keep their digits, and answers end at their limit. */
export function serverFetch({ server, limits }: FetchOptions): typeof fetch {
  return async (url, init = {}) => {
    const { body } = init;
    const isPost = init.method === "POST";
    // A stream that was opened on the way lives longer than what was asked.
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

/** A body of JSON, or of events that hold JSON, as code that knows only doubles may read it. */
export function maskResponse(response: Response): Response {
  const { status, statusText, headers, body } = response;
  const type = headers.get("content-type") ?? "";
  if (body === null) return response;
  if (/^application\/json\b/i.test(type))
    return new Response(body.pipeThrough(wholeText()), { status, statusText, headers });
  if (!/^text\/event-stream\b/i.test(type)) return response;
  return new Response(body.pipeThrough(mapLines(eventLine)), { status, statusText, headers });
}

/** The same message, with its odd numbers hidden; what is no JSON stays as it is, and is refused by its reader. */
function maskText(text: string): string {
  try {
    return stringifyJson(parseMessage(text));
  } catch {
    return text;
  }
}

function unmaskHeaders(headers: NonNullable<RequestInit["headers"]>): Headers {
  const shown = new Headers(headers);
  // What is small on the way may be large when it is unpacked.
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

// A message has no line end inside, so that it is one line of data.
function eventLine(line: string): string {
  const [, field, data] = /^(data: ?)(\{.*\})\r?$/.exec(line) ?? [];
  return field === undefined || data === undefined ? line : field + maskText(data);
}

const ENCODER = new TextEncoder();
