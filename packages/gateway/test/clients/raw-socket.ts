import { connect, type Socket } from "node:net";
import { afterTest } from "../../../../test/support/cleanup.ts";

/** A client that writes its bytes itself, and reads them itself. */
export class RawClient {
  readonly socket: Socket;
  /** All that has come. */
  text = "";
  /** How the connection ended, once it has. */
  end: "closed" | "reset" | undefined;
  private wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.told(() => (this.text += chunk.toString("latin1"))));
    socket.on("end", () => this.told(() => (this.end ??= "closed")));
    socket.on("error", () => this.told(() => (this.end ??= "reset")));
    socket.on("close", () => this.told(() => (this.end ??= "closed")));
  }

  static async open(url: string): Promise<RawClient> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    afterTest(() => socket.destroy());
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    return new RawClient(socket);
  }

  send(bytes: string | Uint8Array): this {
    this.socket.write(bytes);
    return this;
  }

  /** Waits until what has come says so. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.text)) {
      if (this.end !== undefined)
        throw new Error(`${this.end} without ${pattern}: ${JSON.stringify(this.text.slice(-2000))}`);
      await this.more();
    }
    return this.text;
  }

  /** Waits until the other side has ended the connection. */
  async ended(): Promise<string> {
    while (this.end === undefined) await this.more();
    return this.text;
  }

  /** Goes away as programs do that end. */
  go(): void {
    this.socket.destroy();
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }

  private told(change: () => void): void {
    change();
    this.wake();
  }

  private more(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}

/** A request as it stands on the wire. */
export function requestText(
  path: string,
  body: string | undefined,
  { method = body === undefined ? "GET" : "POST", version = "1.1", headers = {} }: RequestShape = {},
): string {
  const defaults = {
    host: "localhost",
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries({ ...defaults, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return `${method} ${path} HTTP/${version}\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

export interface RequestShape {
  readonly method?: string;
  readonly version?: string;
  /** Replaces or adds headers; `undefined` removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** The replies in a text, each with its status, its headers and its body. */
export function replies(text: string): { status: number; headers: Headers; body: string }[] {
  const found: { status: number; headers: Headers; body: string }[] = [];
  let rest = text;
  while (rest.startsWith("HTTP/1.")) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) break;
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers = new Headers(
      lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
    );
    const length = Number(headers.get("content-length") ?? Number.NaN);
    const status = Number(first.split(" ")[1]);
    const body = rest.slice(end + 4);
    const [content, used] = bodyIn(body, { status, length, isChunked: headers.get("transfer-encoding") === "chunked" });
    found.push({ status, headers, body: Buffer.from(content, "latin1").toString() });
    rest = body.slice(used);
  }
  return found;
}

interface Framing {
  readonly status: number;
  readonly length: number;
  readonly isChunked: boolean;
}

function bodyIn(text: string, { status, length, isChunked }: Framing): [string, number] {
  if (status < 200) return ["", 0];
  if (isChunked) return unchunked(text);
  return Number.isNaN(length) ? [text, text.length] : [text.slice(0, length), length];
}

function unchunked(text: string): [string, number] {
  let content = "";
  let at = 0;
  for (;;) {
    const line = text.indexOf("\r\n", at);
    const size = Number.parseInt(text.slice(at, line), 16);
    if (line < 0 || Number.isNaN(size)) return [content, text.length];
    if (size === 0) return [content, line + 4];
    content += text.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
  }
}
