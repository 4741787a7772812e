import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { StoppableHandler } from "../../transport.ts";
import { Connection } from "./connection.ts";
import { GracefulClose } from "./graceful-close.ts";
import { NodeIncoming } from "./incoming.ts";
import { NodeReply } from "./reply.ts";
import { isWebSocketRequest, NodeWebSockets } from "./websockets.ts";
import { withoutUpgrade } from "./without-upgrade.ts";

/** A gateway that listens. */
export interface NodeServer {
  readonly url: string;
  readonly port: number;
  /** Takes no new requests, and resolves when those in flight are done; a second call ends them. */
  close(): Promise<void>;
}

/** The address of a server, and how long it waits for a request. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** In milliseconds; shorter in tests. */
  readonly headersTimeout?: number;
  readonly requestTimeout?: number;
}

/**
 * Serves a gateway with `node:http`, or with `node:https` if its config has a certificate, which is read again when it is renewed.
 *
 * @example
 * const config = await environmentConfig({});
 * const { send } = nodeSend();
 * const gateway = new Gateway({ config, send, store: new MemoryStore(config.store) });
 * const server = await listen(gateway, { host: "127.0.0.1", port: 4141 });
 */
export async function listen(
  handler: StoppableHandler,
  { host, port, ...timeouts }: ListenOptions,
): Promise<NodeServer> {
  const { server, ...opened } = await createFor(handler, {
    ...TIMEOUTS,
    ...timeouts,
    connectionsCheckingInterval: 500,
  });
  // A client may close its side of the connection after its request, and still read the reply.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  const handle = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => {
    const reply = new NodeReply(response, handler, Connection.of(request.socket));
    void handler.handle(new NodeIncoming(request, response, expectsContinue), reply);
  };
  server.on("request", (request, response) => handle(request, response, false));
  // `100 Continue` is sent when the body is read, so not if the request is refused.
  server.on("checkContinue", (request, response) => handle(request, response, true));
  const webSockets = new NodeWebSockets(handler);
  server.on("upgrade", (request, socket: Socket, head) => {
    if (isWebSocketRequest(request)) webSockets.handle(request, socket, head);
    else withoutUpgrade(server, request, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  const closing = new GracefulClose(handler, server, webSockets);
  const close = async () => {
    await closing.close();
    opened.stop();
  };
  return { url: `${opened.scheme}://${name}:${address.port}`, port: address.port, close };
}

interface CreatedServer {
  readonly server: Server;
  readonly scheme: "http" | "https";
  /** Ends what it does besides serving. */
  stop(): void;
}

async function createFor(handler: StoppableHandler, options: ServerOptions): Promise<CreatedServer> {
  const { tls } = handler.config.server;
  if (tls === undefined) return { server: createServer(options), scheme: "http", stop: () => {} };
  const { createTlsServer } = await import("./tls-server.ts");
  const created = createTlsServer(tls, options, (trouble) => handler.reportCertificate(trouble));
  return { ...created, scheme: "https" };
}

type ServerOptions = typeof TIMEOUTS & { readonly connectionsCheckingInterval: number };

/** 75 s is longer than load balancers keep idle connections, so that they close them first and send nothing into a closed one. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 75_000 };
