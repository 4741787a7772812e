import type { Agent, buildConnector, Dispatcher } from "undici";
import { InFlight } from "../../limits/in-flight.ts";
import {
  type HeaderMap,
  type Send,
  type UpstreamCall,
  UpstreamError,
  type UpstreamRequest,
  type UpstreamSink,
} from "../../transport.ts";
import { skippingInformational } from "./informational.ts";
import { loadUndici } from "./on-demand.ts";
import { freeableBody } from "./sent-body.ts";

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
  const pools = new Map<number, ConnectionPool>();
  const poolFor = (connectTimeout: number): ConnectionPool => {
    const known = pools.get(connectTimeout);
    if (known !== undefined) return known;
    const pool = new ConnectionPool(connectTimeout);
    pools.set(connectTimeout, pool);
    return pool;
  };
  return {
    send: (request, sink) => poolFor(request.connectTimeout).send(request, sink),
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

/** The connections with the same connect timeout. */
class ConnectionPool {
  private readonly agent: Agent;
  private readonly connect: buildConnector.connector;
  /** The calls that have no connection yet. */
  private readonly waiting = new InFlight<NodeCall>();

  constructor(timeout: number) {
    const undici = loadUndici();
    this.connect = undici.buildConnector({ timeout });
    this.agent = new undici.Agent({ ...OPTIONS, connect: (options, callback) => this.connectFor(options, callback) });
  }

  send(request: UpstreamRequest, sink: UpstreamSink): NodeCall {
    const call = new NodeCall(sink, this.waiting);
    this.agent.dispatch(optionsOf(request), call);
    return call;
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  // undici keeps an aborted call at the head of its queue and connects once more for it.
  private connectFor(options: buildConnector.Options, callback: buildConnector.Callback): void {
    if (this.waiting.size > 0) this.connect(options, skippingInformational(callback));
    else queueMicrotask(() => callback(new Error("no request needs this connection"), null));
  }
}

/** The gateway has its own time limits. */
const OPTIONS: Agent.Options = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 10_000, pipelining: 1 };

/** How long to wait for the end of a response after its last event, in milliseconds. */
const LINGER = 1000;

function optionsOf({ url, method, headers, body, stream }: UpstreamRequest): Dispatcher.DispatchOptions {
  const slash = url.indexOf("/", url.indexOf("://") + 3);
  return {
    origin: slash < 0 ? url : url.slice(0, slash),
    path: slash < 0 ? "/" : url.slice(slash),
    method,
    headers,
    body: stream === true && typeof body === "string" ? freeableBody(body) : (body ?? null),
  };
}

class NodeCall implements Dispatcher.DispatchHandler, UpstreamCall {
  private readonly sink: UpstreamSink;
  private controller: Dispatcher.DispatchController | undefined;
  private isAborted = false;
  private hasEnded = false;
  private readonly waiting: InFlight<NodeCall>;

  constructor(sink: UpstreamSink, waiting: InFlight<NodeCall>) {
    this.sink = sink;
    this.waiting = waiting;
    waiting.add(this);
  }

  pause(): void {
    this.controller?.pause();
  }

  resume(): void {
    this.controller?.resume();
  }

  abort(): void {
    this.isAborted = true;
    this.waiting.remove(this);
    this.controller?.abort(new Error("aborted"));
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
    this.waiting.remove(this);
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
    if (!this.isAborted) this.sink.end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.lingering);
    this.waiting.remove(this);
    if (!this.isAborted) this.sink.fail(upstreamError(error));
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
