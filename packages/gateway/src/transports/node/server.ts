import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Gateway } from "../../gateway.ts";
import { InFlight } from "../../limits/in-flight.ts";
import type { HeaderMap, Incoming, Reply } from "../../transport.ts";
import { SINGLE_HEADERS } from "../single-headers.ts";
import { readBody } from "./body.ts";

/** A gateway that listens. */
export interface NodeServer {
  readonly url: string;
  readonly port: number;
  /** Takes no more requests, lets those under way finish, and resolves when the last has; a second call cuts them off. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** In milliseconds; for tests that will not wait as long. */
  readonly headersTimeout?: number;
  readonly requestTimeout?: number;
}

/** Serves a gateway by `node:http`. */
export async function listen(gateway: Gateway, { host, port, ...timeouts }: ListenOptions): Promise<NodeServer> {
  const server = createServer({ ...TIMEOUTS, ...timeouts, connectionsCheckingInterval: 500 });
  // A client may have said all that it will say, and still listen.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  const handle = (request: IncomingMessage, response: ServerResponse, isExpecting: boolean) => {
    const reply = new NodeReply(response, gateway, Connection.of(request.socket));
    void gateway.handle(new NodeIncoming(request, response, isExpecting), reply);
  };
  server.on("request", (request, response) => handle(request, response, false));
  // Who asks before sending is told to go on only when the body is wanted.
  server.on("checkContinue", (request, response) => handle(request, response, true));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  const closing = new Closing(gateway, server);
  return { url: `http://${name}:${address.port}`, port: address.port, close: () => closing.close() };
}

/** What a load balancer closes first is not sent into the void: 75 s is longer than theirs. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 75_000 };

/** What is smaller does not have to wait for a client that reads at all. */
const SMALL = 16 * 1024;

/** How long a client that was refused may go on sending, in milliseconds. */
const PATIENCE = 1000;

class NodeIncoming implements Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderMap;
  readonly repeatedHeaders: readonly string[];
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly isExpecting: boolean;

  constructor(request: IncomingMessage, response: ServerResponse, isExpecting: boolean) {
    this.request = request;
    this.response = response;
    this.isExpecting = isExpecting;
    this.method = request.method ?? "GET";
    this.url = request.url ?? "/";
    this.headers = headersOf(request.headers);
    this.repeatedHeaders = repeatedIn(request.rawHeaders);
  }

  body(maxBytes: number): Promise<Uint8Array> {
    const before = this.isExpecting ? () => this.response.writeContinue() : () => {};
    return readBody(this.request, maxBytes, before);
  }
}

// Node joins what is sent twice, but for a few that it keeps as lists.
function headersOf(headers: IncomingHttpHeaders): HeaderMap {
  return headers as HeaderMap;
}

// Node shows the first alone of most of them.
function repeatedIn(rawHeaders: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const repeated: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.has(name)) repeated.push(name);
    seen.add(name);
  }
  return repeated;
}

/**
 * A client's connection, and the replies that go over it: any number of requests may come one behind the other, and a reply
 * that waits for the one before it is not told of the end of the connection by anybody else.
 */
class Connection {
  private static readonly known = new WeakMap<Socket, Connection>();
  private readonly replies = new InFlight<NodeReply>();

  static of(socket: Socket): Connection {
    const known = Connection.known.get(socket);
    if (known !== undefined) return known;
    const connection = new Connection(socket);
    Connection.known.set(socket, connection);
    return connection;
  }

  private constructor(socket: Socket) {
    socket.on("end", () => {
      for (const reply of this.replies.all()) reply.probe();
    });
    socket.on("close", () => {
      for (const reply of this.replies.all()) reply.leave();
    });
  }

  begin(reply: NodeReply): void {
    this.replies.add(reply);
  }

  end(reply: NodeReply): void {
    this.replies.remove(reply);
  }
}

class NodeReply implements Reply {
  private readonly response: ServerResponse;
  private readonly connection: Connection;
  private readonly gateway: Gateway;
  private readonly whenGone: (() => void)[] = [];
  private isGone = false;
  private head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  private isSent = false;

  constructor(response: ServerResponse, gateway: Gateway, connection: Connection) {
    this.response = response;
    this.gateway = gateway;
    this.connection = connection;
    connection.begin(this);
    response.on("close", () => this.leave());
  }

  get begun(): boolean {
    return this.head !== undefined;
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    this.head = { status, headers: this.gateway.isDraining ? { ...headers, connection: "close" } : headers };
  }

  write(text: string): boolean {
    if (this.response.destroyed) return true;
    if (!this.isSent) this.sendHead(this.head?.headers ?? {});
    return text === "" || this.response.write(text);
  }

  end(text = ""): void {
    if (this.response.destroyed) return;
    if (!this.isSent) this.sendHead({ "content-length": String(Buffer.byteLength(text)), ...this.head?.headers });
    if (this.head?.headers.connection === "close" && !this.response.req.complete) this.endSlowly(text);
    else {
      if (this.response.req.socket.writableLength > 0 || text.length > SMALL) this.limit();
      this.response.end(text);
    }
  }

  destroy(): void {
    this.response.destroy();
  }

  onClientClosed(listener: () => void): void {
    if (this.isGone) listener();
    else this.whenGone.push(listener);
  }

  onDrain(listener: () => void): void {
    this.response.on("drain", listener);
  }

  private sendHead(headers: Readonly<Record<string, string>>): void {
    if (this.head === undefined) return;
    this.isSent = true;
    this.response.writeHead(this.head.status, headers);
  }

  // Who is still sending would run into the closed connection, and not read why it was closed.
  private endSlowly(text: string): void {
    const { response } = this;
    const end = () => response.end();
    response.write(text);
    response.req.once("end", end).once("close", end).resume();
    setTimeout(end, PATIENCE).unref();
  }

  // What was said to the end may still wait for a client that does not read it.
  private limit(): void {
    const { socket } = this.response.req;
    socket.setTimeout(this.gateway.config.server.writeTimeout);
    this.response.prependOnceListener("finish", () => socket.setTimeout(0));
  }

  leave(): void {
    this.connection.end(this);
    if (this.isGone || this.response.writableFinished) return;
    this.isGone = true;
    for (const listener of this.whenGone) listener();
  }

  // Its last word does not tell whether a client still listens. What it throws away if it does finds out if it does not:
  // its machine answers the first with a reset, which the second runs into.
  probe(): void {
    this.ping();
    setTimeout(() => this.ping(), 20).unref();
  }

  private ping(): void {
    const { response } = this;
    if (response.writableEnded || response.destroyed || response.socket === null) return;
    if (!this.isSent) {
      // Older clients do not know that something may come before the reply.
      if (response.req.httpVersionMinor > 0) response.writeProcessing();
    } else response.write(/event-stream/.test(this.head?.headers["content-type"] ?? "") ? "\n" : " ");
  }
}

/** How often connections that are of no more use are looked for, in milliseconds. */
const SWEEP = 100;

/** The end of a server, in order. */
class Closing {
  private readonly gateway: Gateway;
  private readonly server: Server;
  private closed: Promise<void> | undefined;

  constructor(gateway: Gateway, server: Server) {
    this.gateway = gateway;
    this.server = server;
  }

  close(): Promise<void> {
    if (this.closed === undefined) this.closed = this.drained();
    else this.cut();
    return this.closed;
  }

  private async drained(): Promise<void> {
    const { preStop, drain } = this.gateway.config.server;
    this.gateway.drain();
    if (preStop > 0) await new Promise((resolve) => setTimeout(resolve, preStop));
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // Clients whose answers had begun before do not know that they cannot come again.
    const sweep = setInterval(() => this.server.closeIdleConnections(), SWEEP);
    const deadline = setTimeout(() => this.cut(), drain);
    this.server.closeIdleConnections();
    await closed;
    clearTimeout(deadline);
    clearInterval(sweep);
  }

  // Every client is told in its own dialect before its connection goes.
  private cut(): void {
    this.gateway.abortAll();
    setImmediate(() => this.server.closeAllConnections());
  }
}
