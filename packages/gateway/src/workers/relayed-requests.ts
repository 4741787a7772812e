import { GatewayError } from "../errors.ts";
import type { HeaderMap, Incoming, Reply, RequestHandler } from "../transport.ts";
import type { Channel } from "./channel.ts";
import type { PrimaryMethods, RelayedHead, WorkerMethods } from "./methods.ts";

/** How much of a reply may be on its way to its client, in bytes. */
const MAX_UNREAD = 65_536;

/** Handles what a worker passes on, in the primary. */
export class RelayedRequests {
  private readonly handler: RequestHandler;
  private readonly channel: () => Channel<WorkerMethods>;
  private readonly open = new Map<number, RelayedReply>();

  constructor(handler: RequestHandler, channel: () => Channel<WorkerMethods>) {
    this.handler = handler;
    this.channel = channel;
  }

  /** What the worker calls. */
  get methods(): Pick<PrimaryMethods, "relay" | "relayClosed" | "relayRead"> {
    return {
      relay: (id, head) => this.handle(id, head),
      relayClosed: (id) => this.open.get(id)?.onClosed(),
      relayRead: (id, bytes) => this.open.get(id)?.onRead(bytes),
    };
  }

  /** The worker is gone, and so are its clients. */
  close(): void {
    for (const reply of [...this.open.values()]) reply.onClosed();
  }

  private handle(id: number, head: RelayedHead): void {
    const channel = this.channel();
    const reply = new RelayedReply(id, channel, () => this.open.delete(id));
    this.open.set(id, reply);
    void this.handler.handle(new RelayedIncoming(id, head, channel), reply);
  }
}

class RelayedIncoming implements Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderMap;
  readonly repeatedHeaders: readonly string[];
  private readonly id: number;
  private readonly channel: Channel<WorkerMethods>;

  constructor(id: number, { method, url, headers, repeatedHeaders }: RelayedHead, channel: Channel<WorkerMethods>) {
    this.id = id;
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.repeatedHeaders = repeatedHeaders;
    this.channel = channel;
  }

  async body(maxBytes: number): Promise<Uint8Array> {
    const body = await this.channel.call("relayBody", this.id, maxBytes);
    if ("bytes" in body) return body.bytes;
    const { kind, code = "", message } = body.failure;
    throw new GatewayError(kind, code, message, body.failure);
  }
}

class RelayedReply implements Reply {
  begun = false;
  private readonly id: number;
  private readonly channel: Channel<WorkerMethods>;
  private readonly onDone: () => void;
  private readonly closedListeners: (() => void)[] = [];
  private readonly drainListeners: (() => void)[] = [];
  private unread = 0;
  private isDone = false;

  constructor(id: number, channel: Channel<WorkerMethods>, onDone: () => void) {
    this.id = id;
    this.channel = channel;
    this.onDone = onDone;
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    this.begun = true;
    this.channel.notify("replyBegin", [this.id, status, headers]);
  }

  write(chunk: string | Uint8Array): boolean {
    if (this.isDone) return true;
    this.unread += chunk.length;
    this.channel.notify("replyWrite", [this.id, chunk]);
    return this.unread < MAX_UNREAD;
  }

  end(body: string | Uint8Array = ""): void {
    if (this.finish()) this.channel.notify("replyEnd", [this.id, body]);
  }

  destroy(): void {
    if (this.finish()) this.channel.notify("replyDestroy", [this.id]);
  }

  onClientClosed(listener: () => void): void {
    this.closedListeners.push(listener);
  }

  onDrain(listener: () => void): void {
    this.drainListeners.push(listener);
  }

  onRead(bytes: number): void {
    const wasFull = this.unread >= MAX_UNREAD;
    this.unread -= bytes;
    if (wasFull && this.unread < MAX_UNREAD) for (const listener of this.drainListeners) listener();
  }

  onClosed(): void {
    if (this.finish()) for (const listener of this.closedListeners) listener();
  }

  private finish(): boolean {
    if (this.isDone) return false;
    this.isDone = true;
    this.onDone();
    return true;
  }
}
