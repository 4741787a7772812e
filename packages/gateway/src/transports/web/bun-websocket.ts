import type { ClientSocket, SocketListener } from "../../transport.ts";

/** The part of Bun's server that is used here: https://bun.com/docs/runtime/http/websockets */
export interface BunServer {
  upgrade(request: Request, options: { readonly data: BunSocketData }): boolean;
}

/** What belongs to one WebSocket of Bun. */
export interface BunSocketData {
  readonly connect: (socket: ClientSocket) => SocketListener;
  listener?: SocketListener;
}

/** The part of Bun's WebSocket that is used here. */
export interface BunSocket {
  readonly data: BunSocketData;
  /** Returns -1 if the message waits because the client does not keep up. */
  send(text: string): number;
  close(code?: number, reason?: string): void;
  terminate(): void;
}

/**
 * What `Bun.serve` needs besides the handler, since Bun does not give a WebSocket with the response.
 *
 * @example
 * const server = { fetch: createHandler({ config: await environmentConfig({ TOOLGLOT_KEYS: "sk-mine" }) }), websocket: bunWebSocket };
 * typeof server.websocket.message; // "function"
 */
export const bunWebSocket: {
  open(socket: BunSocket): void;
  message(socket: BunSocket, message: string | Uint8Array): void;
  drain(socket: BunSocket): void;
  close(socket: BunSocket): void;
} = {
  open: (socket) => {
    socket.data.listener = socket.data.connect(new BunClientSocket(socket));
  },
  message: ({ data: { listener } }, message) => {
    if (typeof message === "string") listener?.onMessage(message);
    else listener?.onBinaryMessage();
  },
  drain: ({ data: { listener } }) => listener?.onDrain(),
  close: ({ data: { listener } }) => listener?.onClosed(),
};

/** Bun sends the response itself. */
export function bunUpgrade(server: BunServer, request: Request, connect: BunSocketData["connect"]): undefined {
  if (!server.upgrade(request, { data: { connect } })) throw new Error("the connection could not be upgraded");
}

class BunClientSocket implements ClientSocket {
  private readonly socket: BunSocket;

  constructor(socket: BunSocket) {
    this.socket = socket;
  }

  send(text: string): boolean {
    return this.socket.send(text) !== -1;
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  destroy(): void {
    this.socket.terminate();
  }
}
