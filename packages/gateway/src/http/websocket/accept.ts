import type { RouteMatch } from "../../bindings/binding.ts";
import { GatewayError } from "../../errors.ts";
import type { Incoming, Reply } from "../../transport.ts";
import type { HttpServices } from "../services.ts";
import { type HandleMessage, WebSocketConnection } from "./connection.ts";
import { messageHeaders } from "./message-incoming.ts";

/** A request to switch to a WebSocket. */
export interface UpgradeRequest {
  readonly match: RouteMatch;
  readonly incoming: Incoming;
  readonly reply: Reply;
  readonly handle: HandleMessage;
}

/** Switches to a WebSocket, and returns the status; throws if that is not possible. */
export function acceptWebSocket(services: HttpServices, { match, incoming, reply, handle }: UpgradeRequest): number {
  const { dialect, client } = match.binding;
  const { webSocket: binding } = client;
  const { maxWebSockets } = services.config.server;
  if (binding === undefined || reply.acceptWebSocket === undefined || maxWebSockets === 0)
    throw upgradeRequired(binding?.path ?? incoming.url, maxWebSockets > 0);
  if (!services.webSockets.mayOpen(maxWebSockets)) throw tooMany(services.webSockets.isClosing);
  const headers = messageHeaders(incoming.headers);
  reply.acceptWebSocket((socket) => new WebSocketConnection(services, { socket, dialect, binding, headers, handle }));
  return 101;
}

// Codex falls back to HTTP at this status alone.
function upgradeRequired(path: string, areServed: boolean): GatewayError {
  const message = areServed
    ? `GET ${path} is for WebSockets: send "upgrade: websocket", or POST the request`
    : `WebSockets are not served here (server.maxWebSockets is 0): POST the request to ${path}`;
  return new GatewayError("invalid-request", "upgrade_required", message, { status: 426 });
}

function tooMany(isClosing: boolean): GatewayError {
  const message = isClosing
    ? "the gateway stops"
    : "too many WebSockets are open (server.maxWebSockets); try again soon";
  return new GatewayError("unavailable", "overloaded", message, { retryAfter: 1 });
}
