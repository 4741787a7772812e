import type { Dispatcher } from "undici";
import { getOrCreate } from "../../get-or-create.ts";
import {
  type HeaderMap,
  type Send,
  type UpstreamCall,
  UpstreamError,
  type UpstreamRequest,
  type UpstreamSink,
} from "../../transport.ts";
import { type ProviderConnection, ProviderConnections } from "./provider-connections.ts";
import { textBody } from "./sent-body.ts";

/** Bun has an undici of its own in place of the real one, without `dispatch`. https://bun.com/docs/runtime/nodejs-apis */
export const hasDispatch: boolean = process.versions.bun === undefined;

/**
 * Sends requests with undici's `dispatch`, its fastest API, which also supports backpressure.
 *
 * @example
 * const config = await environmentConfig(process.env);
 * const { send, close } = nodeSend();
 * const gateway = new Gateway({ config, send, store: new MemoryStore(config.store) });
 */
export function nodeSend(): { readonly send: Send; close(): Promise<void> } {
  const connections = new Map<number, ProviderConnections>();
  return {
    send: (request, sink) => {
      const { connectTimeout } = request;
      const all = getOrCreate(connections, connectTimeout, () => new ProviderConnections(connectTimeout));
      return sendOver(all, request, sink);
    },
    close: async () => {
      await Promise.all([...connections.values()].map((all) => all.close()));
    },
  };
}

function sendOver(connections: ProviderConnections, request: UpstreamRequest, sink: UpstreamSink): NodeCall {
  const { url, method, headers, body = null } = request;
  if (url !== last.url) last = addressOf(url);
  const { origin, path } = last;
  const connection = connections.take(origin);
  const call = new NodeCall(sink, connection);
  const sent = typeof body === "string" ? textBody(body) : body;
  connection.client.dispatch({ path, method, headers, body: sent }, call);
  return call;
}

interface Address {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
}

function addressOf(url: string): Address {
  const slash = url.indexOf("/", url.indexOf("://") + 3);
  return slash < 0 ? { url, origin: url, path: "/" } : { url, origin: url.slice(0, slash), path: url.slice(slash) };
}

/** Most requests have the same address as one before. */
let last: Address = addressOf("");

/** How long to wait for the end of a response after its last event, in milliseconds. */
const LINGER = 1000;

class NodeCall implements Dispatcher.DispatchHandler, UpstreamCall {
  private readonly sink: UpstreamSink;
  private readonly connection: ProviderConnection;
  private controller: Dispatcher.DispatchController | undefined;
  private isAborted = false;
  private hasEnded = false;

  constructor(sink: UpstreamSink, connection: ProviderConnection) {
    this.sink = sink;
    this.connection = connection;
  }

  pause(): void {
    this.controller?.pause();
  }

  resume(): void {
    this.controller?.resume();
  }

  abort(): void {
    if (this.hasEnded) return;
    this.isAborted = true;
    // Without a connection, undici would open one for it nevertheless.
    if (this.controller === undefined) this.close();
    else this.controller.abort(new Error("aborted"));
  }

  // A timer would hold the whole exchange for its time.
  linger(): void {
    if (this.hasEnded) return;
    const timer = setTimeout(() => this.abort(), LINGER);
    timer.unref();
    this.lingering = timer;
  }

  private lingering: ReturnType<typeof setTimeout> | undefined;

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isAborted) controller.abort(new Error("aborted"));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // They are parts of the bytes of the first read, which would be kept as long as the response takes.
    controller.rawHeaders = null;
    if (!this.isAborted) this.sink.head(status, joinedHeaders(headers));
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.isAborted) this.sink.data(chunk);
  }

  onResponseEnd(): void {
    this.hasEnded = true;
    clearTimeout(this.lingering);
    this.connection.release();
    if (!this.isAborted) this.sink.end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.close();
    if (!this.isAborted) this.sink.fail(upstreamError(error));
  }

  // undici may still be at work on the connection.
  private close(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.lingering);
    queueMicrotask(() => void this.connection.close());
  }
}

// Repeated headers are rare.
function joinedHeaders(headers: Record<string, string | string[] | undefined>): HeaderMap {
  for (const name in headers) if (Array.isArray(headers[name])) return withoutLists(headers);
  return headers as HeaderMap;
}

function withoutLists(headers: Record<string, string | string[] | undefined>): HeaderMap {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

const CONNECTING =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED)/;

function upstreamError(error: Error & { readonly code?: string }): UpstreamError {
  const { code = error.name } = error;
  if (code === "UND_ERR_CONNECT_TIMEOUT")
    return new UpstreamError("connect_timeout", "the provider could not be reached in time");
  if (CONNECTING.test(code)) return new UpstreamError("connect_failed", `the provider could not be reached (${code})`);
  if (error.name === "HTTPParserError" || code.startsWith("HPE_"))
    return new UpstreamError("invalid", `the provider's response is not HTTP (${code})`);
  return new UpstreamError("reset", `the connection to the provider broke (${code})`);
}
