import { SINGLE_HEADERS } from "../../http/credentials.ts";
import type { HeaderMap, Incoming, Reply, RequestHandler } from "../../transport.ts";
import { readBody } from "./body.ts";
import type { BunServer } from "./bun-websocket.ts";
import { type Connect, type Upgrade, upgradeFor } from "./websocket.ts";

/** The part of a runtime's context that keeps work alive after the response was sent, or of Bun's server that opens WebSockets. */
export interface HandlerContext {
  waitUntil?(promise: Promise<unknown>): void;
  upgrade?: BunServer["upgrade"];
}

/** Serves a gateway with the web's `Request` and `Response`. */
export function handleWebRequest(
  handler: RequestHandler,
  request: Request,
  context?: HandlerContext,
): Promise<Response> {
  const reply = new WebReply(request, upgradeFor(request, context));
  const handled = handler.handle(new WebIncoming(request), reply).then(() => reply.settle());
  // Deno and Bun pass a second argument without `waitUntil`.
  if (typeof context?.waitUntil === "function") context.waitUntil(handled);
  return reply.response;
}

class WebIncoming implements Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderMap;
  readonly repeatedHeaders: readonly string[];
  private readonly request: Request;

  constructor(request: Request) {
    const { pathname, search, host } = new URL(request.url);
    this.request = request;
    this.method = request.method;
    this.url = pathname + search;
    this.headers = { host, ...Object.fromEntries(request.headers) };
    this.repeatedHeaders = repeatedIn(this.headers);
  }

  body(maxBytes: number): Promise<Uint8Array> {
    return readBody(this.request, maxBytes);
  }
}

// Repeated headers are joined with a comma, which none of these values contains.
function repeatedIn(headers: HeaderMap): readonly string[] {
  return [...SINGLE_HEADERS].filter((name) => headers[name]?.includes(","));
}

/** How many bytes are buffered for a client before the provider has to wait. */
const HIGH_WATER_MARK = 64 * 1024;

class WebReply implements Reply {
  readonly response: Promise<Response>;
  private readonly isHead: boolean;
  private resolve: (response: Response) => void = () => {};
  private head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  private stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  private isOver = false;
  private isFull = false;
  private readonly closedListeners: (() => void)[] = [];
  private readonly drainListeners: (() => void)[] = [];
  readonly acceptWebSocket?: (connect: Connect) => void;

  constructor({ method, signal }: Request, upgrade: Upgrade | undefined) {
    if (upgrade !== undefined) this.acceptWebSocket = (connect) => this.accept(upgrade, connect);
    this.isHead = method === "HEAD";
    this.response = new Promise((resolve) => {
      this.resolve = resolve;
    });
    if (signal.aborted) this.isOver = true;
    else signal.addEventListener("abort", () => this.clientClosed(), { once: true });
  }

  get begun(): boolean {
    return this.head !== undefined;
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    // The runtime manages the connection.
    const { connection: _, ...rest } = headers;
    this.head = { status, headers: rest };
  }

  write(chunk: string | Uint8Array): boolean {
    if (this.isOver) return true;
    const stream = this.opened();
    if (chunk.length > 0) stream.enqueue(bytesOf(chunk));
    this.isFull = (stream.desiredSize ?? 0) <= 0;
    return !this.isFull;
  }

  end(body: string | Uint8Array = ""): void {
    if (this.isOver) return;
    // A response with this status must not have a body, not even an empty one.
    const isNull = this.isHead || this.head?.status === 304;
    if (this.stream === undefined)
      this.resolve(new Response(isNull ? null : (body as string | Uint8Array<ArrayBuffer>), this.head ?? {}));
    else {
      if (body.length > 0) this.stream.enqueue(bytesOf(body));
      this.stream.close();
    }
    this.isOver = true;
  }

  destroy(): void {
    if (this.isOver) return;
    this.opened().error(new Error("the response was aborted"));
    this.isOver = true;
  }

  onClientClosed(listener: () => void): void {
    if (this.isOver && !this.begun) queueMicrotask(listener);
    else this.closedListeners.push(listener);
  }

  onDrain(listener: () => void): void {
    this.drainListeners.push(listener);
  }

  /** Resolves the response of a request that got no reply, because the client closed the connection. */
  settle(): void {
    this.resolve(new Response(null, { status: 499 }));
  }

  private accept(upgrade: Upgrade, connect: Connect): void {
    this.isOver = true;
    // Bun's handlers return nothing for a request that became a WebSocket.
    this.resolve(upgrade(connect) as Response);
  }

  private opened(): ReadableStreamDefaultController<Uint8Array> {
    if (this.stream !== undefined) return this.stream;
    const { body, controller } = pushable({ pull: () => this.drained(), cancel: () => this.clientClosed() });
    this.stream = controller;
    this.resolve(new Response(body, this.head ?? {}));
    return controller;
  }

  private drained(): void {
    if (!this.isFull) return;
    this.isFull = false;
    for (const listener of this.drainListeners) listener();
  }

  private clientClosed(): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const listener of this.closedListeners) listener();
  }
}

const encoder = new TextEncoder();

function bytesOf(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === "string" ? encoder.encode(chunk) : chunk;
}

/** A stream and its controller. */
function pushable(source: { pull(): void; cancel(): void }): {
  readonly body: ReadableStream<Uint8Array>;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
} {
  const own: { controller?: ReadableStreamDefaultController<Uint8Array> } = {};
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    own.controller = controller;
  };
  const body = new ReadableStream(
    { ...source, start },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK }),
  );
  if (own.controller === undefined) throw new Error("a stream calls `start` when it is constructed");
  return { body, controller: own.controller };
}
