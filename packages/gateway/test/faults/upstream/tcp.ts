import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** What a provider does with the connection when it has read a request; the number is that in the model's name. */
export type Behaviour = (socket: Socket, n: number) => void | Promise<void>;

/** A provider below HTTP: a test says what each of its models does, to the byte and to the packet. */
export class TcpServer {
  readonly url: string;
  /** How many connections the other side has left before we did. */
  left = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly behaviours = new Map<string, Behaviour>();

  private constructor(server: Server) {
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("connection", (socket) => this.serve(socket));
  }

  static async start(): Promise<TcpServer> {
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new TcpServer(server);
  }

  /** What the models `name@0`, `name@1` and so on do. */
  behave(name: string, behaviour: Behaviour): void {
    this.behaviours.set(name, behaviour);
  }

  get open(): number {
    return this.sockets.size;
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
      this.left++;
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

/** A model's name stands in the body, or in the address. */
const MODEL = /(?:"model":"|\/models\/)([\w-]+)(?:@|%40)(\d+)/;

/** Resolves when what was written has been read, in this process: a turn of the event loop reads what has come. */
export async function turns(count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const TYPES: Readonly<Record<string, string>> = { ollama: "application/x-ndjson" };

export interface Head {
  readonly dialect: string;
  readonly streams: boolean;
  /** How the end of the body is known: by its chunks, by its length, or by the end of the connection. */
  readonly framing?: "chunked" | "length" | "close";
  readonly length?: number;
  readonly headers?: readonly string[];
}

/** The head of a response with status 200. */
export function head({ dialect, streams, framing = "chunked", length = 0, headers = [] }: Head): string {
  const type = streams ? (TYPES[dialect] ?? "text/event-stream") : "application/json";
  const end = {
    chunked: "transfer-encoding: chunked",
    length: `content-length: ${length}`,
    close: "connection: close",
  };
  return `HTTP/1.1 200 OK\r\n${[`content-type: ${type}`, end[framing], ...headers].join("\r\n")}\r\n\r\n`;
}

/** Bytes as one chunk of HTTP; none, where there are none, for that would be the last. */
export function chunk(bytes: Uint8Array | string): Buffer {
  const body = Buffer.from(bytes);
  if (body.length === 0) return body;
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")]);
}

export const LAST_CHUNK = "0\r\n\r\n";

/** Breaks the connection, after all that was written has been read. */
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
