import { afterEach, describe, expect, it, vi } from "vitest";
import { SIMULATED } from "../../src/providers/simulated.ts";
import { type BunSocket, type BunSocketData, bunWebSocket, createHandler, type Handler } from "../../src/web.ts";
import { POLL_OPTIONS } from "../clients/requests.ts";
import { configOf } from "../support/gateway.ts";

const HELLO = JSON.stringify({ type: "response.create", model: "x", input: "Hello" });

function handler(): Handler {
  const providers = { sim: { dialect: "gemini", baseUrl: SIMULATED } };
  return createHandler({ config: configOf({ providers }), insecure: true });
}

function upgrade(): Request {
  // Node's `Request` would refuse the header `connection`, which runtimes need not show.
  return new Request("http://localhost/v1/responses", { headers: { upgrade: "websocket" } });
}

/** A socket of a runtime, as the gateway sees it, with what was sent. */
class FakeSocket extends EventTarget {
  readonly sent: string[] = [];
  readyState = 1;
  bufferedAmount = 0;
  closedWith: unknown[] | undefined;

  send(text: string): void {
    this.sent.push(text);
  }

  close(...args: unknown[]): void {
    this.readyState = 3;
    this.closedWith = args;
  }

  accept(): void {}

  receive(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
}

const isCompleted = (text: string) => JSON.parse(text).type === "response.completed";

afterEach(() => vi.unstubAllGlobals());

describe("a handler's WebSocket", () => {
  it("is the runtime's own in Deno", async () => {
    const socket = new FakeSocket();
    const response = new Response("switching");
    vi.stubGlobal("Deno", { upgradeWebSocket: () => ({ socket, response }) });
    expect(await handler()(upgrade())).toBe(response);
    socket.receive(HELLO);
    await expect.poll(() => socket.sent.some(isCompleted), POLL_OPTIONS).toBe(true);
    socket.receive(new Uint8Array(1));
    expect(socket.closedWith).toEqual([1003, "messages must be text"]);
  });

  it("is one of a pair on Workers", async () => {
    const pair = [new FakeSocket(), new FakeSocket()] as const;
    vi.stubGlobal(
      "WebSocketPair",
      class {
        readonly 0 = pair[0];
        readonly 1 = pair[1];
      },
    );
    const responses: unknown[] = [];
    vi.stubGlobal(
      "Response",
      class {
        constructor(_: unknown, init: unknown) {
          responses.push(init);
        }
      },
    );
    await handler()(upgrade());
    expect(responses[0]).toEqual({ status: 101, webSocket: pair[0] });
    pair[1].receive(HELLO);
    await expect.poll(() => pair[1].sent.some(isCompleted), POLL_OPTIONS).toBe(true);
  });

  it("is Bun's server's, which calls the handlers that it was given", async () => {
    const sent: string[] = [];
    const closed: unknown[] = [];
    const given: BunSocketData[] = [];
    const server = { upgrade: (_: Request, { data }: { data: BunSocketData }) => given.push(data) > 0 };
    expect(await handler()(upgrade(), server)).toBeUndefined();
    const socket: BunSocket = {
      data: given[0] as BunSocketData,
      send: (text) => sent.push(text),
      close: (...args) => closed.push(args),
      terminate: () => {},
    };
    bunWebSocket.open(socket);
    bunWebSocket.message(socket, HELLO);
    await expect.poll(() => sent.some(isCompleted), POLL_OPTIONS).toBe(true);
    bunWebSocket.message(socket, new Uint8Array(1));
    expect(closed).toEqual([[1003, "messages must be text"]]);
    bunWebSocket.close(socket);
  });

  it("makes the provider wait for a client that does not read, where the runtime tells", async () => {
    const socket = new FakeSocket();
    vi.stubGlobal("Deno", { upgradeWebSocket: () => ({ socket, response: new Response() }) });
    await handler()(upgrade());
    socket.bufferedAmount = 1e6;
    socket.receive(HELLO);
    await expect.poll(() => socket.sent.length, POLL_OPTIONS).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(socket.sent.some(isCompleted)).toBe(false);
    socket.bufferedAmount = 0;
    await expect.poll(() => socket.sent.some(isCompleted), POLL_OPTIONS).toBe(true);
  });

  it("is not served where the runtime has none", async () => {
    const response = await handler()(upgrade());
    expect([response.status, response.headers.get("upgrade")]).toEqual([426, "websocket"]);
  });
});
