import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import { RawClient } from "../clients/raw-socket.ts";
import { POLL_OPTIONS } from "../clients/requests.ts";
import { simulated, twoKeys } from "../responses-state/clients.ts";
import { quiet, TestClock } from "../support/test-clock.ts";
import { refused, SocketClient } from "./socket-client.ts";

const HELLO = { model: "gemini/default", input: "Hello" };
const ANN = { headers: { authorization: "Bearer key-of-ann" } };

describe("a WebSocket", () => {
  it("needs a key, as every request does", async () => {
    const gateway = await simulated({ keys: await twoKeys() });
    const { status, body } = await refused(gateway.url);
    expect([status, JSON.parse(body).error.code]).toEqual([401, "invalid_api_key"]);
    const client = await SocketClient.open(gateway.url, ANN);
    expect((await client.create(HELLO)).type).toBe("response.completed");
    expect(await gateway.requests(3)).toMatchObject([{ status: 401 }, { status: 101 }, { status: 200, key: "ann" }]);
  });

  it.each([
    ["a page of another site", { origin: "https://evil.example" }],
    ["a page that lets its own name resolve to this machine", { headers: { host: "evil.example" } }],
  ])("is refused to %s", async (_, options) => {
    const gateway = await simulated();
    expect((await refused(gateway.url, options)).status).toBe(403);
  });

  it("is open to a page that the config allows", async () => {
    const gateway = await simulated({ server: { origins: ["https://app.example"] } });
    const client = await SocketClient.open(gateway.url, { origin: "https://app.example" });
    expect((await client.create(HELLO)).type).toBe("response.completed");
  });

  it("is not served if the config says so, with the status at which Codex uses HTTP", async () => {
    const gateway = await simulated({ server: { maxWebSockets: 0 } });
    const { status, headers, body } = await refused(gateway.url);
    expect([status, headers.upgrade, JSON.parse(body).error.code]).toEqual([426, "websocket", "upgrade_required"]);
  });

  it("is what GET asks for: without an upgrade, the reply says so", async () => {
    const gateway = await simulated();
    const reply = await fetch(`${gateway.url}/v1/responses`);
    expect([reply.status, reply.headers.get("upgrade")]).toEqual([426, "websocket"]);
    expect(await reply.json()).toMatchObject({ error: { message: expect.stringContaining("POST") } });
  });

  it("is not served at other paths", async () => {
    const gateway = await simulated();
    expect((await refused(gateway.url, {}, "/v1/chat/completions")).status).toBe(405);
    expect((await refused(gateway.url, {}, "/v1/realtime")).status).toBe(404);
  });

  it("is refused while as many are open as may be", async () => {
    const gateway = await simulated({ server: { maxWebSockets: 1 } });
    const client = await SocketClient.open(gateway.url);
    expect(await refused(gateway.url)).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    client.socket.close();
    await client.ended();
    await expect.poll(() => gateway.gateway.webSockets.size, POLL_OPTIONS).toBe(0);
    await SocketClient.open(gateway.url);
  });

  it("is closed by a message that is too large, or binary", async () => {
    const gateway = await simulated({ server: { maxBody: 2000 } });
    const large = await SocketClient.open(gateway.url);
    large.send({ type: "response.create", ...HELLO, input: "x".repeat(2001) });
    const { code, reason } = await large.ended();
    expect([code, reason]).toEqual([1009, expect.stringContaining("2000 bytes, the gateway's limit (server.maxBody)")]);
    const message = expect.stringContaining("server.maxBody");
    expect(large.events).toMatchObject([{ type: "error", status: 413, error: { code: "request_too_large", message } }]);
    const binary = await SocketClient.open(gateway.url);
    binary.socket.send(Buffer.from("{}"));
    expect((await binary.ended()).code).toBe(1003);
  });

  it("has few requests wait for the one in flight", async () => {
    const gateway = await simulated();
    const client = await SocketClient.open(gateway.url);
    for (let count = 0; count < 30; count++) client.send({ type: "response.create", ...HELLO });
    const completed = () => client.events.filter(({ type }) => type === "response.completed").length;
    const errors = () => client.events.filter(({ type }) => type === "error");
    await expect.poll(() => completed() + errors().length, POLL_OPTIONS).toBe(30);
    expect(completed()).toBeGreaterThanOrEqual(16);
    expect(errors()[0]).toMatchObject({ status: 429, error: { code: "too_many_requests" } });
  });

  it("forgets a conversation that is larger than a request may be", async () => {
    const gateway = await simulated({ server: { maxBody: 5000 } });
    const client = await SocketClient.open(gateway.url);
    let previous: string | undefined;
    let last = await client.create({ ...HELLO, store: false, input: "x".repeat(1000) });
    for (let turn = 0; turn < 10 && last.type === "response.completed"; turn++) {
      previous = last.response?.id;
      last = await client.create({ ...HELLO, store: false, input: "x".repeat(1000), previous_response_id: previous });
    }
    expect(last).toMatchObject({ type: "error", error: { code: "previous_response_not_found" } });
  });

  it("is closed when its key is gone", async () => {
    const keys = await twoKeys();
    const gateway = await simulated({ keys });
    const client = await SocketClient.open(gateway.url, ANN);
    await client.create(HELLO);
    gateway.gateway.configure({ ...gateway.gateway.config, keys: keys.filter(({ name }) => name !== "ann") });
    expect(await client.create(HELLO)).toMatchObject({ type: "error", status: 401 });
    expect((await client.ended()).code).toBe(1008);
  });

  it.each([401, 403])("stays open if a provider refuses a request with status %i", async (status) => {
    const gateway = await simulated({ keys: await twoKeys() });
    const client = await SocketClient.open(gateway.url, ANN);
    expect(await client.create({ ...HELLO, model: `anthropic/fault-status-${status}` })).toMatchObject({ status });
    expect((await client.create(HELLO)).type).toBe("response.completed");
  });

  it("counts for a key's concurrency only while a response is in flight", async () => {
    const key = { name: "ann", sha256: await sha256("key-of-ann"), concurrency: 1 };
    const gateway = await simulated({ keys: [key] });
    const clients = [await SocketClient.open(gateway.url, ANN), await SocketClient.open(gateway.url, ANN)];
    for (const client of clients) expect((await client.create(HELLO)).type).toBe("response.completed");
  });

  it("uses the config of the time of each request", async () => {
    const gateway = await simulated({ routes: [{ match: "*", to: [{ provider: "gemini" }] }] });
    const client = await SocketClient.open(gateway.url);
    await client.create({ ...HELLO, model: "x" });
    const { providers } = gateway.gateway.config;
    const routes = [{ match: "*", to: [{ provider: "ollama" }], headers: {} }];
    gateway.gateway.configure({ ...gateway.gateway.config, providers, routes });
    await client.create({ ...HELLO, model: "x" });
    expect(await gateway.requests(3)).toMatchObject([{}, { provider: "gemini" }, { provider: "ollama" }]);
  });
});

describe("the time limits of a WebSocket", () => {
  it("close it without a request for too long", async () => {
    const clock = new TestClock();
    const gateway = await simulated({ listen: { clock } });
    const client = await SocketClient.open(gateway.url);
    clock.turn(29 * 60_000);
    await clock.turnUntil(client.create(HELLO));
    await quiet();
    clock.turn(29 * 60_000);
    await quiet();
    expect(client.closed).toBeUndefined();
    clock.turn(2 * 60_000);
    expect((await client.ended()).code).toBe(1000);
  });

  it("close it when it was open for an hour, with the error that OpenAI sends", async () => {
    const clock = new TestClock();
    const gateway = await simulated({ listen: { clock }, server: { webSocketIdle: 0 } });
    const client = await SocketClient.open(gateway.url);
    clock.turn(60 * 60_000);
    expect(await client.until(({ type }) => type === "error")).toMatchObject({
      status: 400,
      error: {
        code: "websocket_connection_limit_reached",
        message: expect.stringContaining("connection limit reached (60 minutes)"),
      },
    });
    expect((await client.ended()).code).toBe(1001);
  });
});

describe("a request to upgrade to another protocol", () => {
  // Java's HTTP client sends it with every first request.
  it("is answered as if it did not ask", async () => {
    const gateway = await simulated();
    const client = await RawClient.open(gateway.url);
    const body = JSON.stringify({ model: "gemini/default", messages: [{ role: "user", content: "Hello" }] });
    const upgrade = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA"];
    const head = [
      "POST /v1/chat/completions HTTP/1.1",
      "Host: localhost",
      ...upgrade,
      "Content-Type: application/json",
    ];
    client.send(`${[...head, `Content-Length: ${body.length}`].join("\r\n")}\r\n\r\n${body.slice(0, 20)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.send(body.slice(20));
    await client.until(/HTTP\/1\.1 200 OK[\s\S]*Hello/);
    client.send(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await client.until(/"status":"ok"/);
  });
});
