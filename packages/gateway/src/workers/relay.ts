import type { DialectId } from "@toolglot/core";
import { type Clock, systemClock } from "../clock.ts";
import { clientClosedError, encodeFailure, GatewayError } from "../errors.ts";
import { sendJson } from "../http/reply.ts";
import { withTimeout } from "../limits/with-timeout.ts";
import type { Incoming, Reply } from "../transport.ts";
import type { Channel } from "./channel.ts";
import type { PrimaryMethods, RelayedBody, WorkerMethods } from "./methods.ts";

export interface RelayOptions {
  readonly clock?: Clock;
  /** Called before each request is passed on. */
  readonly beforeRelay?: () => void;
}

interface Relayed {
  readonly incoming: Incoming;
  readonly reply: Reply;
  /** Bytes that the client has yet to read. */
  unread: number;
}

/** How long the primary may take to accept a request, in milliseconds. How long its reply takes is its own affair. */
const ACCEPT_TIME = 10_000;

/** Passes requests on to the primary, for the routes that show what all workers do, and sends its replies to the clients. */
export class Relay {
  private readonly channel: Channel<PrimaryMethods>;
  private readonly open = new Map<number, Relayed>();
  private readonly clock: Clock;
  private readonly beforeRelay: () => void;
  private lastId = 0;

  constructor(channel: Channel<PrimaryMethods>, { clock = systemClock, beforeRelay = () => {} }: RelayOptions = {}) {
    this.channel = channel;
    this.clock = clock;
    this.beforeRelay = beforeRelay;
  }

  /** An error of its own is one of the dialect. */
  pass(incoming: Incoming, reply: Reply, dialect: DialectId): void {
    this.beforeRelay();
    const id = ++this.lastId;
    const relayed: Relayed = { incoming, reply, unread: 0 };
    const { method, url, headers, repeatedHeaders = [] } = incoming;
    this.open.set(id, relayed);
    reply.onClientClosed(() => this.onClosed(id));
    reply.onDrain(() => this.acknowledge(id, relayed));
    const accepted = this.channel.call("relay", id, { method, url, headers: { ...headers }, repeatedHeaders });
    withTimeout(accepted, ACCEPT_TIME, this.clock).catch(() => this.refuse(id, dialect));
  }

  /** What the primary calls. */
  get methods(): Pick<WorkerMethods, "relayBody" | "replyBegin" | "replyWrite" | "replyEnd" | "replyDestroy"> {
    return {
      relayBody: (id, maxBytes) => this.body(id, maxBytes),
      replyBegin: (id, status, headers) => this.open.get(id)?.reply.begin(status, headers),
      replyWrite: (id, chunk) => this.write(id, chunk),
      replyEnd: (id, body) => this.take(id)?.reply.end(body),
      replyDestroy: (id) => this.take(id)?.reply.destroy(),
    };
  }

  private async body(id: number, maxBytes: number): Promise<RelayedBody> {
    const relayed = this.open.get(id);
    if (relayed === undefined) return { failure: clientClosedError().failure };
    try {
      return { bytes: await relayed.incoming.body(maxBytes) };
    } catch (error) {
      if (error instanceof GatewayError) return { failure: error.failure };
      throw error;
    }
  }

  private refuse(id: number, dialect: DialectId): void {
    const relayed = this.take(id);
    if (relayed === undefined) return;
    this.channel.notify("relayClosed", [id]);
    const { status, value } = encodeFailure(dialect, notAccepted().failure);
    if (relayed.reply.begun) relayed.reply.destroy();
    else sendJson(relayed.reply, status, value, { "retry-after": "1" });
  }

  private write(id: number, chunk: string | Uint8Array): void {
    const relayed = this.open.get(id);
    if (relayed === undefined) return;
    relayed.unread += chunk.length;
    if (relayed.reply.write(chunk)) this.acknowledge(id, relayed);
  }

  private acknowledge(id: number, relayed: Relayed): void {
    const { unread } = relayed;
    relayed.unread = 0;
    if (unread > 0 && this.open.has(id)) this.channel.notify("relayRead", [id, unread]);
  }

  private onClosed(id: number): void {
    if (this.take(id) !== undefined) this.channel.notify("relayClosed", [id]);
  }

  private take(id: number): Relayed | undefined {
    const relayed = this.open.get(id);
    this.open.delete(id);
    return relayed;
  }
}

function notAccepted(): GatewayError {
  const message = "the first process of the gateway, which knows of all workers, does not answer; try again soon";
  return new GatewayError("unavailable", "primary_unavailable", message, { retryAfter: 1 });
}
