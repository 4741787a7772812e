import type { ClientSocket, SocketListener } from "../../transport.ts";
import { type BunServer, bunUpgrade } from "./bun-websocket.ts";

/** Turns the request into a WebSocket; the response is `undefined` where the runtime sends it itself. */
export type Upgrade = (connect: Connect) => Response | undefined;

export type Connect = (socket: ClientSocket) => SocketListener;

/** How this runtime turns a request into a WebSocket; `undefined` if the request does not ask for it, or the runtime cannot. */
export function upgradeFor(request: Request, context: Partial<BunServer> | undefined): Upgrade | undefined {
  if (request.method !== "GET" || request.headers.get("upgrade")?.toLowerCase() !== "websocket") return undefined;
  const { WebSocketPair, Deno } = globalThis as Runtime;
  if (WebSocketPair !== undefined) return (connect) => workersUpgrade(WebSocketPair, connect);
  if (Deno?.upgradeWebSocket !== undefined) return (connect) => denoUpgrade(Deno, request, connect);
  return isBunServer(context) ? (connect) => bunUpgrade(context, request, connect) : undefined;
}

/** What runtimes have besides the web's own interfaces. */
interface Runtime {
  /** https://developers.cloudflare.com/workers/runtime-apis/websockets/ */
  readonly WebSocketPair?: new () => { readonly 0: WebSocket; readonly 1: WebSocket & { accept(): void } };
  /** https://docs.deno.com/api/deno/~/Deno.upgradeWebSocket */
  readonly Deno?: DenoRuntime;
}

interface DenoRuntime {
  upgradeWebSocket?(request: Request): { readonly socket: WebSocket; readonly response: Response };
}

function isBunServer(context: Partial<BunServer> | undefined): context is BunServer {
  return typeof context?.upgrade === "function";
}

function workersUpgrade(Pair: NonNullable<Runtime["WebSocketPair"]>, connect: Connect): Response {
  const { 0: client, 1: server } = new Pair();
  server.accept();
  listen(server, connect);
  return new Response(null, { status: 101, webSocket: client } as ResponseInit);
}

function denoUpgrade({ upgradeWebSocket }: DenoRuntime, request: Request, connect: Connect): Response {
  if (upgradeWebSocket === undefined) throw new Error("this runtime has no WebSockets");
  const { socket, response } = upgradeWebSocket(request);
  listen(socket, connect);
  return response;
}

function listen(socket: WebSocket, connect: Connect): void {
  const own = new WebClientSocket(socket);
  const listener = connect(own);
  own.onDrain = () => listener.onDrain();
  socket.addEventListener("message", ({ data }: MessageEvent) => {
    if (typeof data === "string") listener.onMessage(data);
    else listener.onBinaryMessage();
  });
  socket.addEventListener("close", () => listener.onClosed());
  socket.addEventListener("error", () => listener.onClosed());
}

/** How many bytes are buffered for a client before the provider has to wait. */
const HIGH_WATER_MARK = 64 * 1024;

/** How often a full buffer is looked at, in milliseconds: the web's interface does not tell when it is empty. */
const POLL_INTERVAL = 20;

class WebClientSocket implements ClientSocket {
  onDrain: () => void = () => {};
  private readonly socket: WebSocket;
  private isFull = false;

  constructor(socket: WebSocket) {
    this.socket = socket;
  }

  send(text: string): boolean {
    if (this.socket.readyState !== OPEN) return true;
    this.socket.send(text);
    if (!this.isFull && this.buffered > HIGH_WATER_MARK) {
      this.isFull = true;
      this.poll();
    }
    return !this.isFull;
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  destroy(): void {
    this.socket.close();
  }

  // Workers do not tell it, and buffer without limit.
  private get buffered(): number {
    return this.socket.bufferedAmount ?? 0;
  }

  private poll(): void {
    setTimeout(() => {
      if (this.socket.readyState !== OPEN) return;
      if (this.buffered > 0) this.poll();
      else {
        this.isFull = false;
        this.onDrain();
      }
    }, POLL_INTERVAL);
  }
}

const OPEN = 1;
