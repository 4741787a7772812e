import { createRequire } from "node:module";
import type { buildConnector, Client } from "undici";
import type { WebSocketServer } from "ws";

// Packages that a gateway needs once it has a request for them: to load them would take half of its start.
const require = createRequire(import.meta.url);

/** What requests to providers are sent with: a fifth of undici, whose `fetch`, caches and mocks are not used here. */
export interface Undici {
  readonly Client: typeof Client;
  readonly buildConnector: typeof buildConnector;
}

export function loadUndici(): Undici {
  return { Client: require("undici/lib/dispatcher/client.js"), buildConnector: require("undici/lib/core/connect.js") };
}

export function loadWebSocketServer(): typeof WebSocketServer {
  return require("ws").WebSocketServer;
}
