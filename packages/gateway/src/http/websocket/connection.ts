import type { DialectId } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import type { WebSocketBinding } from "../../bindings/binding.ts";
import { encodeFailure, GatewayError, tooLargeError } from "../../errors.ts";
import { Deadline } from "../../exchange/deadline.ts";
import { ConnectionResponses } from "../../store/connection-responses.ts";
import type { ClientSocket, HeaderMap, Incoming, Reply, SocketListener } from "../../transport.ts";
import { isAuthorized } from "../auth.ts";
import type { HttpServices } from "../services.ts";
import { MessageIncoming } from "./message-incoming.ts";
import { MessageReply } from "./message-reply.ts";

/** How many requests may wait for the one in flight. */
const MAX_WAITING = 16;

/** Close codes: https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
const NORMAL = 1000;
const GOING_AWAY = 1001;
const UNSUPPORTED_DATA = 1003;
const POLICY_VIOLATION = 1008;
const MESSAGE_TOO_BIG = 1009;

/** Handles a request of a connection; never throws. */
export type HandleMessage = (incoming: Incoming, reply: Reply, responses: ConnectionResponses) => Promise<void>;

export interface ConnectionOptions {
  readonly socket: ClientSocket;
  readonly dialect: DialectId;
  readonly binding: WebSocketBinding;
  /** The headers of all requests. */
  readonly headers: HeaderMap;
  readonly handle: HandleMessage;
}

/** A client's WebSocket: each message is a request, and one after the other is answered. */
export class WebSocketConnection implements SocketListener {
  private readonly services: HttpServices;
  private readonly options: ConnectionOptions;
  private readonly responses: ConnectionResponses;
  private readonly waiting: string[] = [];
  private readonly idleTimer: Deadline;
  private readonly ageTimer: Deadline;
  private current: MessageReply | undefined;
  /** Set if the connection is to be closed after the response in flight. */
  private closing: (() => void) | undefined;
  private isClosed = false;

  constructor(services: HttpServices, options: ConnectionOptions) {
    const { webSocketIdle, webSocketMaxAge, maxBody } = services.config.server;
    this.services = services;
    this.options = options;
    this.responses = new ConnectionResponses(maxBody);
    this.idleTimer = new Deadline(services.clock, () => this.close(NORMAL, "no request for too long"));
    this.ageTimer = new Deadline(services.clock, () => this.closeWhenIdle(() => this.expire(webSocketMaxAge)));
    this.idleTimer.set(webSocketIdle);
    this.ageTimer.set(webSocketMaxAge);
    services.webSockets.add(this);
  }

  onMessage(text: string): void {
    if (this.isClosed) return;
    if (this.waiting.length >= MAX_WAITING) this.sendError(tooManyWaiting());
    else if (this.waiting.push(text) === 1 && this.current === undefined) void this.run();
  }

  onBinaryMessage(): void {
    this.close(UNSUPPORTED_DATA, "messages must be text");
  }

  onTooLargeMessage(maxBytes: number): void {
    if (this.isClosed) return;
    const error = tooLargeError(maxBytes, "message");
    this.sendError(error);
    this.close(MESSAGE_TOO_BIG, error.message);
  }

  onDrain(): void {
    this.current?.drained();
  }

  onClosed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.idleTimer.clear();
    this.ageTimer.clear();
    this.services.webSockets.remove(this);
    this.current?.clientClosed();
  }

  /** Closes the connection, after the response in flight if there is one, because the gateway is about to stop. */
  goAway(): void {
    this.closeWhenIdle(() => this.close(GOING_AWAY, "the gateway stops"));
  }

  private async run(): Promise<void> {
    this.idleTimer.clear();
    for (let text = this.waiting.shift(); text !== undefined && !this.isClosed; text = this.waiting.shift()) {
      const { socket, binding, headers, handle } = this.options;
      const reply = new MessageReply(socket, binding);
      this.current = reply;
      const incoming = new MessageIncoming(this.services, { headers, binding, text });
      await handle(incoming, reply, this.responses);
      this.current = undefined;
      const isRefused = reply.status === 401 || reply.status === 403;
      // The config may have been reloaded without the key; providers refuse requests, too.
      if (isRefused && !(await isAuthorized(incoming, this.services)))
        this.close(POLICY_VIOLATION, "not allowed any more");
      this.closing?.();
    }
    if (!this.isClosed) this.idleTimer.set(this.services.config.server.webSocketIdle);
  }

  private closeWhenIdle(close: () => void): void {
    if (this.current === undefined) close();
    else this.closing ??= close;
  }

  private expire(maxAge: number): void {
    const { code, message } = this.options.binding.maxAgeError(Math.round(maxAge / 60_000));
    this.sendError(new GatewayError("invalid-request", code, message));
    this.close(GOING_AWAY, "open for too long");
  }

  private close(code: number, reason: string): void {
    if (this.isClosed) return;
    this.options.socket.close(code, reason);
    this.onClosed();
  }

  private sendError({ failure }: GatewayError): void {
    const { socket, binding, dialect } = this.options;
    const { status, value } = encodeFailure(dialect, failure);
    socket.send(stringifyJson(binding.errorMessage(status, value, {})));
  }
}

function tooManyWaiting(): GatewayError {
  const message = `a connection has one response at a time, and ${MAX_WAITING} requests wait already: wait for responses, or open another connection`;
  return new GatewayError("rate-limit", "too_many_requests", message);
}
