import { type ClientOptions, WebSocket } from "ws";
import { afterTest } from "../../../../test/support/cleanup.ts";

/** An event of a response, or an error. */
export interface SocketEvent {
  readonly type: string;
  readonly status?: number;
  readonly error?: { readonly code: string; readonly message: string; readonly param?: string | null };
  readonly delta?: string;
  readonly response?: {
    readonly id: string;
    readonly status: string;
    readonly previous_response_id?: string | null;
    readonly output: readonly { readonly type: string; readonly call_id?: string; readonly name?: string }[];
    readonly usage?: { readonly input_tokens: number };
    readonly error?: { readonly code: string; readonly message: string } | null;
  };
}

/** A client of the Responses API over a WebSocket. */
export class SocketClient {
  readonly socket: WebSocket;
  readonly events: SocketEvent[] = [];
  /** How the connection was closed, once it was. */
  closed: { readonly code: number; readonly reason: string } | undefined;
  private wake: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => this.told(() => this.events.push(JSON.parse(String(data)))));
    socket.on("close", (code, reason) => this.told(() => (this.closed = { code, reason: String(reason) })));
    socket.on("error", () => {});
  }

  /** Opens a connection that is closed after the test. */
  static async open(url: string, options: ClientOptions = {}): Promise<SocketClient> {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/v1/responses`, options);
    afterTest(() => socket.terminate());
    await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return new SocketClient(socket);
  }

  send(message: unknown): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Asks for a response, and resolves to its last event. */
  async create(request: Readonly<Record<string, unknown>>): Promise<SocketEvent> {
    const from = this.events.length;
    this.send({ type: "response.create", ...request });
    return this.until((event) => FINAL.test(event.type), from);
  }

  /** The first event for which it holds. */
  async until(holds: (event: SocketEvent) => boolean, from = 0): Promise<SocketEvent> {
    for (;;) {
      const found = this.events.slice(from).find(holds);
      if (found !== undefined) return found;
      if (this.closed !== undefined) throw new Error(`closed with ${this.closed.code} ${this.closed.reason}`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  async ended(): Promise<{ readonly code: number; readonly reason: string }> {
    while (this.closed === undefined)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    return this.closed;
  }

  /** The texts of all deltas. */
  get text(): string {
    return this.events.map(({ type, delta = "" }) => (type === "response.output_text.delta" ? delta : "")).join("");
  }

  private told(change: () => void): void {
    change();
    this.wake();
  }
}

const FINAL = /^(?:error|response\.(?:completed|failed|incomplete))$/;

/** The status of a handshake that is refused, and the body and headers that came with it. */
export function refused(
  url: string,
  options: ClientOptions = {},
  path = "/v1/responses",
): Promise<{ status: number; body: string; headers: Readonly<Record<string, unknown>> }> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}${path}`, options);
  return new Promise((resolve, reject) => {
    socket.on("open", () => {
      socket.terminate();
      reject(new Error("the connection was accepted"));
    });
    socket.on("error", reject);
    socket.on("unexpected-response", (_, response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, body: Buffer.concat(chunks).toString(), headers });
      });
    });
  });
}
