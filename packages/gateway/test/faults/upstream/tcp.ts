import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { portOf } from "../../../../../test/support/port.ts";
import { streamType } from "../../support/provider-wire.ts";

/** What a provider does with the connection when it has read a request; `n` is the number in the model's name. */
export type Behaviour = (socket: Socket, n: number) => void | Promise<void>;

/** A provider whose models write bytes defined by the test, so that the framing of HTTP can be wrong. */
export class TcpServer {
  readonly url: string;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly behaviours = new Map<string, Behaviour>();

  private constructor(server: Server) {
    this.server = server;
    this.url = `http://127.0.0.1:${portOf(server)}`;
    server.on("connection", (socket) => this.serve(socket));
  }

  static async start(): Promise<TcpServer> {
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new TcpServer(server);
  }

  /** Defines the models `name@0`, `name@1`, … */
  define(name: string, behaviour: Behaviour): void {
    this.behaviours.set(name, behaviour);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket): void {
    let read = "";
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("close", () => this.sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("end", () => {
      socket.end();
    });
    socket.on("data", (chunk) => {
      read += chunk.toString("latin1");
      if (!isWhole(read)) return;
      const request = read;
      read = "";
      this.answer(socket, request);
    });
  }

  private answer(socket: Socket, request: string): void {
    const [, name = "", n = ""] = MODEL.exec(request) ?? [];
    const behaviour = this.behaviours.get(name);
    if (behaviour === undefined) socket.end("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
    else void behaviour(socket, Number(n));
  }
}

/** Gemini and Bedrock have the model in the URL, all others in the body. */
const MODEL = /(?:"model":"|\/models?\/)([\w-]+)(?:@|%40)(\d+)/;

/** Resolves when this process has read what was written: each turn of the event loop reads what has arrived. */
async function turns(count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** The server of a file; it is started before, and closed after the tests. */
export function useTcpServer(define: (server: TcpServer) => void): () => TcpServer {
  let server: TcpServer | undefined;
  beforeAll(async () => {
    server = await TcpServer.start();
    define(server);
  });
  afterAll(() => server?.close());
  return () => {
    if (server === undefined) throw new Error("the server has not been started");
    return server;
  };
}

export interface Head {
  readonly dialect: string;
  readonly streams: boolean;
  /** How the end of the body is marked: by chunks, by a content-length, or by the end of the connection. */
  readonly framing?: "chunked" | "length" | "close";
  readonly length?: number;
  readonly headers?: readonly string[];
}

/** The head of a response with status 200. */
export function head({ dialect, streams, framing = "chunked", length = 0, headers = [] }: Head): string {
  const type = streams ? streamType(dialect) : "application/json";
  const end = {
    chunked: "transfer-encoding: chunked",
    length: `content-length: ${length}`,
    close: "connection: close",
  };
  return `HTTP/1.1 200 OK\r\n${[`content-type: ${type}`, end[framing], ...headers].join("\r\n")}\r\n\r\n`;
}

/** Bytes as one chunk of HTTP; nothing for no bytes, since an empty chunk is the last one. */
export function chunk(bytes: Uint8Array | string): Buffer {
  const body = Buffer.from(bytes);
  if (body.length === 0) return body;
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")]);
}

/** Resets the connection, after everything that was written has been read. */
export async function reset(socket: Socket): Promise<void> {
  await turns();
  socket.resetAndDestroy();
}

function isWhole(request: string): boolean {
  const end = request.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = Number(/^content-length: (\d+)/im.exec(request.slice(0, end))?.[1] ?? 0);
  return request.length >= end + 4 + length;
}
