import type { ServerResponse } from "node:http";
import type { Reply, StoppableHandler } from "../../transport.ts";
import type { ConnectedReply, Connection } from "./connection.ts";
import { encodeLong } from "./encode-long.ts";

/** Smaller bodies fit into the socket's buffer, and need no time limit for a client that does not read. */
const SMALL = 16 * 1024;

/** How long a client may go on sending after its request was refused, in milliseconds. */
const DISCARD_TIME = 1000;

/** The time between the two probes of a half-closed connection, in milliseconds. */
const PROBE_INTERVAL = 20;

/** The content types in which white space between two values means nothing. */
const TEXT = /^(?:text\/|application\/(?:json|x-ndjson)\b)/i;

const NONE: readonly (() => void)[] = [];

/** A reply of `node:http`. */
export class NodeReply implements Reply, ConnectedReply {
  private readonly response: ServerResponse;
  protected readonly connection: Connection;
  private readonly handler: StoppableHandler;
  private closedListeners: readonly (() => void)[] = NONE;
  private isClientClosed = false;
  private head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  private isHeadSent = false;

  constructor(response: ServerResponse, handler: StoppableHandler, connection: Connection) {
    this.response = response;
    this.handler = handler;
    this.connection = connection;
    connection.add(this);
    response.on("close", () => this.onClosed());
  }

  get begun(): boolean {
    return this.head !== undefined;
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    this.head = { status, headers: this.handler.isDraining ? { ...headers, connection: "close" } : headers };
  }

  write(chunk: string | Uint8Array): boolean {
    if (this.response.destroyed) return true;
    if (!this.isHeadSent) this.sendHead([]);
    return chunk.length === 0 || this.response.write(typeof chunk === "string" ? encodeLong(chunk) : chunk);
  }

  end(body: string | Uint8Array = ""): void {
    if (this.response.destroyed) return;
    const length = Buffer.byteLength(body);
    if (!this.isHeadSent) this.sendHead(["content-length", String(length)]);
    if (this.head?.headers.connection === "close" && !this.response.req.complete) this.endAfterRequest(body);
    else {
      if (this.response.req.socket.writableLength > 0 || body.length > SMALL) this.limitWriteTime();
      // ASCII is the same in Latin-1, which Node copies without a look at its characters.
      this.response.end(body, length === body.length ? "latin1" : "utf8");
    }
  }

  destroy(): void {
    this.response.destroy();
  }

  onClientClosed(listener: () => void): void {
    if (this.isClientClosed) listener();
    // Nearly always the only one: a list that grows has room for many, as long as the response takes.
    else this.closedListeners = this.closedListeners === NONE ? [listener] : [...this.closedListeners, listener];
  }

  onDrain(listener: () => void): void {
    this.response.on("drain", listener);
  }

  onClosed(): void {
    this.connection.remove(this);
    if (this.isClientClosed || this.response.writableFinished) return;
    this.isClientClosed = true;
    for (const listener of this.closedListeners) listener();
  }

  // A FIN does not tell whether the client still reads. So something is sent that it ignores: if it does not read, its
  // machine answers the first probe with a reset, and the second probe fails.
  onHalfClosed(): void {
    this.probe();
    setTimeout(() => this.probe(), PROBE_INTERVAL).unref();
  }

  /** Sends the head, whose headers follow those of a list: `node:http` takes a list in less time than an object. */
  private sendHead(list: string[]): void {
    if (this.head === undefined) return;
    const { status, headers } = this.head;
    for (const name in headers) list.push(name, headers[name] ?? "");
    this.isHeadSent = true;
    this.response.writeHead(status, list);
  }

  // A client that is still sending would get a reset before it reads the reply.
  private endAfterRequest(body: string | Uint8Array): void {
    const { response } = this;
    const end = () => response.end();
    response.write(body);
    response.req.once("end", end).once("close", end).resume();
    setTimeout(end, DISCARD_TIME).unref();
  }

  private limitWriteTime(): void {
    const { socket } = this.response.req;
    socket.setTimeout(this.handler.config.server.writeTimeout);
    this.response.prependOnceListener("finish", () => socket.setTimeout(0));
  }

  private probe(): void {
    const { response } = this;
    if (response.writableEnded || response.destroyed || response.socket === null) return;
    if (!this.isHeadSent) {
      // HTTP/1.0 has no informational responses.
      if (response.req.httpVersionMinor > 0) response.writeProcessing();
      return;
    }
    const type = this.head?.headers["content-type"] ?? "";
    // A binary stream has nothing that its readers ignore, and those who read one do not half-close.
    if (!TEXT.test(type)) response.destroy();
    else response.write(/event-stream/.test(type) ? "\n" : " ");
  }
}
