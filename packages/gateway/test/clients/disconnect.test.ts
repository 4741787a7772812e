import { createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { portOf } from "../../../../test/support/port.ts";
import { sha256 } from "../../src/config/sha256.ts";
import { startGateway } from "../support/gateway.ts";
import { TestClock } from "../support/test-clock.ts";
import { startUpstream } from "../support/upstream.ts";
import { RawClient, requestText } from "./raw-socket.ts";
import { DIALECTS, POLL_OPTIONS, requestFor, settled, startGatewayAndSim } from "./requests.ts";

const WAYS = { "goes away": "go", "breaks the connection": "reset" } as const;

function wire(dialect: (typeof DIALECTS)[number], model: string, streams: boolean): string {
  const { path, body } = requestFor(dialect, { model, streams });
  return requestText(path, JSON.stringify(body));
}

describe.each(DIALECTS)("a client of %s that closes its connection", (dialect) => {
  it.each(Object.entries(WAYS))(
    "F01: in the middle of a stream, when it %s (litellm #30244, #36123)",
    async (_, way) => {
      const { sim, gateway } = await startGatewayAndSim();
      const client = await RawClient.open(gateway.url);
      client.send(wire(dialect, "openai-chat/fault-stall@3", true));
      await client.until(/Hello/);
      client[way]();
      const [record] = await gateway.requests(1);
      expect(record).toMatchObject({ outcome: "client_closed", status: 499, stream: true });
      await expect(sim.requests[0]?.ended).resolves.toBe("gone");
      await settled(gateway);
    },
  );

  it.each(Object.entries(WAYS))(
    "F02: before the provider has said a word, when it %s (litellm #31499)",
    async (_, way) => {
      const { sim, gateway } = await startGatewayAndSim();
      const client = await RawClient.open(gateway.url);
      client.send(wire(dialect, "anthropic/fault-hang", true));
      await expect.poll(() => sim.requests.length, POLL_OPTIONS).toBe(1);
      client[way]();
      expect(await gateway.requests(1)).toMatchObject([{ outcome: "client_closed" }]);
      await expect(sim.requests[0]?.ended).resolves.toBe("gone");
      await settled(gateway);
    },
  );

  it("F03: while it waits for a response that is not streamed (litellm #37140)", async () => {
    const { sim, gateway } = await startGatewayAndSim();
    const client = await RawClient.open(gateway.url);
    client.send(wire(dialect, "gemini/fault-stall@1", false));
    await expect.poll(() => sim.requests.length, POLL_OPTIONS).toBe(1);
    client.go();
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "client_closed", stream: false }]);
    await expect(sim.requests[0]?.ended).resolves.toBe("gone");
    await settled(gateway);
  });
});

describe("a client that closes its connection", () => {
  it("F01, F02: causes no further connection to the provider", async () => {
    const sockets: Socket[] = [];
    const upstream = createServer((socket) => {
      sockets.push(socket.resume());
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${portOf(upstream)}`;
    const gateway = await startGateway({ providers: { one: { dialect: "openai-chat", baseUrl } } });
    const request = async (count: number) => {
      const client = (await RawClient.open(gateway.url)).send(wire("openai-chat", "m", true));
      await expect.poll(() => sockets.filter(({ bytesRead }) => bytesRead > 0).length, POLL_OPTIONS).toBe(count);
      return client;
    };
    const clients: RawClient[] = [];
    for (let count = 1; count <= 10; count++) clients.push(await request(count));
    for (const client of clients) client.go();
    await gateway.requests(10);
    await expect.poll(() => sockets.every(({ closed }) => closed), POLL_OPTIONS).toBe(true);
    (await request(11)).go();
    await gateway.requests(11);
    expect(sockets).toHaveLength(11);
    upstream.close();
  });

  it("F01: is logged with the tokens used", async () => {
    const { gateway } = await startGatewayAndSim();
    const client = await RawClient.open(gateway.url);
    client.send(wire("anthropic", "anthropic/fault-stall@4", true));
    await client.until(/Hello/);
    client.go();
    const [record] = await gateway.requests(1);
    expect(record?.usage?.input).toBeGreaterThan(0);
  });

  it("F02: causes no retry after the delay", async () => {
    const retries = { attempts: 3, delay: 0, maxDelay: 60_000 };
    let request = 0;
    const upstream = await startUpstream((_, response) => {
      request++;
      response.writeHead(503, { "retry-after": "60" }).end("{}");
    });
    const clock = new TestClock();
    const providers = { one: { dialect: "ollama", baseUrl: upstream.url, retries } };
    const gateway = await startGateway({ providers, listen: { clock } });
    const client = await RawClient.open(gateway.url);
    client.send(wire("ollama", "x", true));
    await clock.awaits(60_000);
    client.go();
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "client_closed", attempts: [{ status: 503 }] }]);
    clock.turn(60_000);
    expect(request).toBe(1);
    await settled(gateway);
  });

  it("F02: is noticed while the gateway connects to the provider", async () => {
    const sockets: Socket[] = [];
    // It accepts connections, and never completes the TLS handshake.
    const server = createServer((socket) => sockets.push(socket.on("error", () => {})));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `https://127.0.0.1:${portOf(server)}`;
    const gateway = await startGateway({ providers: { one: { dialect: "ollama", baseUrl } } });
    const client = await RawClient.open(gateway.url);
    client.send(wire("ollama", "x", true));
    await expect.poll(() => sockets.length, POLL_OPTIONS).toBe(1);
    client.go();
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "client_closed" }]);
    await settled(gateway);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it("F02: is noticed at once", async () => {
    const { sim, gateway } = await startGatewayAndSim();
    for (let count = 0; count < 20; count++) {
      const client = await RawClient.open(gateway.url);
      client.send(wire("ollama", "ollama/fault-hang", true));
      if (count % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
      client.go();
    }
    await settled(gateway);
    await Promise.all(sim.requests.map(({ ended }) => expect(ended).resolves.toBe("gone")));
  });

  it("F02: is noticed while its request is incomplete", async () => {
    const { sim, gateway } = await startGatewayAndSim();
    const client = await RawClient.open(gateway.url);
    client.send(wire("anthropic", "anthropic/x", true).slice(0, -10));
    await expect.poll(() => gateway.gateway.admission.requests, POLL_OPTIONS).toBe(1);
    client.go();
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "client_closed", status: 499 }]);
    expect(sim.requests).toEqual([]);
    await settled(gateway);
  });

  it("F02: is noticed during its authorization", async () => {
    const { gateway } = await startGatewayAndSim({
      keys: [{ name: "me", sha256: await sha256("key"), concurrency: 0 }],
    });
    const { path, body } = requestFor("anthropic", { model: "anthropic/x", streams: true });
    const text = requestText(path, JSON.stringify(body), { headers: { "x-api-key": "key" } });
    for (let count = 0; count < 30; count++) {
      const client = await RawClient.open(gateway.url);
      client.send(count % 2 === 0 ? text : text.slice(0, -5));
      for (let turn = 0; turn < count / 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      client.reset();
    }
    await settled(gateway);
  });

  it("F03: is noticed while its tokens are counted", async () => {
    const upstream = await startUpstream(() => {});
    const gateway = await startGateway({ providers: { one: { dialect: "anthropic", baseUrl: upstream.url } } });
    const client = await RawClient.open(gateway.url);
    client.send(
      requestText(
        "/v1/messages/count_tokens",
        JSON.stringify(requestFor("anthropic", { model: "x", streams: false }).body),
      ),
    );
    await expect.poll(() => upstream.received.length, POLL_OPTIONS).toBe(1);
    client.go();
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "client_closed" }]);
    await expect.poll(() => upstream.aborted.count, POLL_OPTIONS).toBe(1);
    await settled(gateway);
  });
});
