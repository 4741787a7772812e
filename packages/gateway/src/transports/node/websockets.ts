import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { WebSocket, WebSocketServer } from "ws";
import type { ClientSocket, SocketListener, StoppableHandler } from "../../transport.ts";
import { Connection } from "./connection.ts";
import { NodeIncoming } from "./incoming.ts";
import { loadWebSocketServer } from "./on-demand.ts";
import { NodeReply } from "./reply.ts";

/** Serves the requests for WebSockets with `ws`. */
export class NodeWebSockets {
  private readonly handler: StoppableHandler;
  /** Absent before the first connection. */
  private server: WebSocketServer | undefined;

  constructor(handler: StoppableHandler) {
    this.handler = handler;
  }

  /** Handles a request for a WebSocket; one that is refused gets a reply as any other. */
  handle(request: IncomingMessage, socket: Socket, head: Buffer): void {
    // The reply learns of it by the connection's close.
    socket.on("error", () => {});
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    const reply = new UpgradeReply(response, this.handler, Connection.of(socket), (connect) =>
      this.accept(request, socket, head, connect),
    );
    void this.handler.handle(new NodeIncoming(request, response, false), reply);
  }

  /** Closes all connections at once. */
  destroyAll(): void {
    for (const client of this.server?.clients ?? []) client.terminate();
  }

  private accept(request: IncomingMessage, socket: Socket, head: Buffer, connect: Connect): void {
    const { maxBody, keepAlive } = this.handler.config.server;
    this.server ??= createWebSocketServer();
    this.server.options.maxPayload = maxBody;
    this.server.handleUpgrade(request, socket, head, (client) => {
      const listener = connect(new NodeClientSocket(client, () => listener.onDrain()));
      reportTooLargeMessage(client, () => listener.onTooLargeMessage(maxBody));
      listen(client, listener);
      pingRegularly(client, keepAlive);
    });
  }
}

// Messages are not compressed: most clients are near, and zlib takes memory for each connection.
function createWebSocketServer(): WebSocketServer {
  const Server = loadWebSocketServer();
  return new Server({ noServer: true, perMessageDeflate: false });
}

/** Whether a request asks for a WebSocket as `ws` takes it: https://www.rfc-editor.org/rfc/rfc6455#section-4.2.1 */
export function isWebSocketRequest({ method, headers }: IncomingMessage): boolean {
  const { upgrade = "", "sec-websocket-key": key = "", "sec-websocket-version": version } = headers;
  const isValid = version === "13" && /^[+/0-9A-Za-z]{22}==$/.test(key);
  return method === "GET" && upgrade.toLowerCase() === "websocket" && isValid;
}

type Connect = (socket: ClientSocket) => SocketListener;

/** The reply to a request for a WebSocket. */
class UpgradeReply extends NodeReply {
  private readonly accept: (connect: Connect) => void;
  private readonly upgraded: ServerResponse;

  constructor(
    response: ServerResponse,
    handler: StoppableHandler,
    connection: Connection,
    accept: (connect: Connect) => void,
  ) {
    super(response, handler, connection);
    this.upgraded = response;
    this.accept = accept;
    response.on("finish", () => response.socket?.end());
  }

  // There is no parser that could read another request.
  override begin(status: number, headers: Readonly<Record<string, string>>): void {
    super.begin(status, { ...headers, connection: headers.connection === "upgrade" ? "upgrade, close" : "close" });
  }

  acceptWebSocket(connect: Connect): void {
    const { socket } = this.upgraded;
    // The client may have closed the connection during the authorization.
    if (socket === null || socket.destroyed) return;
    this.connection.remove(this);
    this.upgraded.detachSocket(socket);
    this.accept(connect);
  }
}

function listen(client: WebSocket, listener: SocketListener): void {
  client.on("message", (data, isBinary) => {
    if (isBinary) listener.onBinaryMessage();
    else listener.onMessage(data.toString());
  });
  client.on("close", () => listener.onClosed());
  // `ws` closes the connection after an error, with the code that says which.
  client.on("error", () => {});
}

// `ws` closes the connection with this code and no reason, and reports the error afterwards, when nothing can be sent any more.
function reportTooLargeMessage(client: WebSocket, report: () => void): void {
  const close = client.close.bind(client);
  client.close = (code, reason) => {
    if (code === MESSAGE_TOO_BIG && reason === undefined) report();
    close(code, reason);
  };
}

/** https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
const MESSAGE_TOO_BIG = 1009;

/** How many bytes are buffered for a client before the provider has to wait. */
const HIGH_WATER_MARK = 64 * 1024;

class NodeClientSocket implements ClientSocket {
  private readonly client: WebSocket;
  private readonly onDrain: () => void;
  private isFull = false;

  constructor(client: WebSocket, onDrain: () => void) {
    this.client = client;
    this.onDrain = onDrain;
  }

  send(text: string): boolean {
    if (this.client.readyState !== this.client.OPEN) return true;
    this.client.send(text, () => this.onSent());
    this.isFull ||= this.client.bufferedAmount > HIGH_WATER_MARK;
    return !this.isFull;
  }

  close(code: number, reason: string): void {
    this.client.close(code, reason);
  }

  destroy(): void {
    this.client.terminate();
  }

  private onSent(): void {
    if (!this.isFull || this.client.bufferedAmount > 0) return;
    this.isFull = false;
    this.onDrain();
  }
}

/** Keeps proxies from closing a silent connection, and notices when the client is gone without a word. */
function pingRegularly(client: WebSocket, interval: number): void {
  if (interval === 0) return;
  let isAlive = true;
  client.on("pong", () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    // A ping would wait behind what the client does not read; that has a time limit of its own.
    if (client.bufferedAmount > 0) return;
    if (!isAlive) client.terminate();
    isAlive = false;
    client.ping();
  }, interval);
  timer.unref();
  client.on("close", () => clearInterval(timer));
}
