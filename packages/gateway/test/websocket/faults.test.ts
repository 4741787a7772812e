import { describe, expect, it } from "vitest";
import { DIALECTS, POLL_OPTIONS, settled, startGatewayAndSim } from "../clients/requests.ts";
import { startHeld } from "../lifecycle/held-upstream.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";
import { startUpstream } from "../support/upstream.ts";
import { SocketClient } from "./socket-client.ts";

const isDelta = ({ type }: { readonly type: string }) => type === "response.output_text.delta";

describe("a client that leaves", () => {
  it.each(["close", "terminate"] as const)("in the middle of a response (%s) ends the provider's", async (how) => {
    const { sim, gateway } = await startGatewayAndSim();
    const client = await SocketClient.open(gateway.url);
    client.send({ type: "response.create", model: "anthropic/fault-stall@3", input: "Hi" });
    await client.until(isDelta);
    client.socket[how]();
    expect(await gateway.requests(2)).toMatchObject([{}, { outcome: "client_closed", status: 499 }]);
    await expect(sim.requests[0]?.ended).resolves.toBe("gone");
    await settled(gateway);
    expect(gateway.gateway.webSockets.size).toBe(0);
  });

  it("before the provider has said a word ends its request, and those that wait are not sent", async () => {
    const { sim, gateway } = await startGatewayAndSim();
    const client = await SocketClient.open(gateway.url);
    for (let count = 0; count < 3; count++)
      client.send({ type: "response.create", model: "gemini/fault-hang", input: "Hi" });
    await expect.poll(() => sim.requests.length, POLL_OPTIONS).toBe(1);
    client.socket.terminate();
    await expect(sim.requests[0]?.ended).resolves.toBe("gone");
    await settled(gateway);
    expect(sim.requests).toHaveLength(1);
  });
});

describe.each(DIALECTS)("a provider of %s", (dialect) => {
  it("that breaks off is never a success", async () => {
    const { gateway } = await startGatewayAndSim();
    const client = await SocketClient.open(gateway.url);
    const last = await client.create({ model: `${dialect}/fault-reset@3`, input: "Hi" });
    expect(["error", "response.failed"]).toContain(last.type);
    // Codex waits for more after an error event without a status.
    if (last.type === "error") expect(last).toMatchObject({ status: expect.any(Number), error: expect.any(Object) });
    expect(client.events.map(({ type }) => type)).not.toContain("response.completed");
    expect((await client.create({ model: `${dialect}/default`, input: "Hi" })).type).toBe("response.completed");
  });
});

const WRITE_TIMEOUT = 1000;

/** A provider that sends as much as it can. */
async function flooding(
  total: number,
  clock: TestClock,
): Promise<{ gateway: TestGateway; sent: { bytes: number }; aborted: { count: number } }> {
  const sent = { bytes: 0 };
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    const line = `${JSON.stringify({ model: "m", message: { role: "assistant", content: "x".repeat(8192) }, done: false })}\n`;
    const more = (): void => {
      while (sent.bytes < total) {
        sent.bytes += line.length;
        if (!response.write(line)) return void response.once("drain", more);
      }
      response.end(`${JSON.stringify({ model: "m", message: { role: "assistant", content: "" }, done: true })}\n`);
    };
    more();
  });
  const gateway = await startGateway({
    providers: { one: { dialect: "ollama", baseUrl: upstream.url } },
    server: { writeTimeout: WRITE_TIMEOUT },
    listen: { clock },
  });
  return { gateway, sent, aborted: upstream.aborted };
}

describe("a client that does not read", () => {
  it("makes the provider wait, and is disconnected after the write timeout", async () => {
    const clock = new TestClock();
    const { gateway, sent, aborted } = await flooding(80_000_000, clock);
    const client = await SocketClient.open(gateway.url);
    client.socket.pause();
    client.send({ type: "response.create", model: "x", input: "Hi" });
    await clock.awaits(WRITE_TIMEOUT);
    clock.turn(WRITE_TIMEOUT);
    expect(await gateway.requests(2)).toMatchObject([{}, { outcome: "client_closed" }]);
    expect(sent.bytes).toBeLessThan(40_000_000);
    await expect.poll(() => aborted.count, POLL_OPTIONS).toBe(1);
    await settled(gateway);
    expect(gateway.gateway.webSockets.size).toBe(0);
  });

  it("gets everything when it reads again", async () => {
    const clock = new TestClock();
    const { gateway, sent } = await flooding(5_000_000, clock);
    const client = await SocketClient.open(gateway.url);
    client.socket.pause();
    client.send({ type: "response.create", model: "x", input: "Hi" });
    await until(() => clock.timers.includes(WRITE_TIMEOUT) || sent.bytes >= 5_000_000);
    client.socket.resume();
    expect((await client.until(({ type }) => type === "response.completed")).type).toBe("response.completed");
    expect(client.text.length).toBeGreaterThan(4_500_000);
  });
});

describe("a gateway that stops", () => {
  async function held(): Promise<{ gateway: TestGateway; upstream: Awaited<ReturnType<typeof startHeld>> }> {
    const upstream = await startHeld();
    const gateway = await startGateway({ providers: { held: { dialect: "ollama", baseUrl: upstream.url } } });
    return { gateway, upstream };
  }

  it("closes idle connections, and the others after their response", async () => {
    const { gateway, upstream } = await held();
    const idle = await SocketClient.open(gateway.url);
    const busy = await SocketClient.open(gateway.url);
    busy.send({ type: "response.create", model: "x", input: "Hi" });
    await busy.until(isDelta);
    const closed = gateway.close();
    expect((await idle.ended()).code).toBe(1001);
    expect(busy.closed).toBeUndefined();
    upstream.release();
    expect((await busy.until(({ type }) => type === "response.completed")).type).toBe("response.completed");
    expect((await busy.ended()).code).toBe(1001);
    await closed;
  });

  it("ends responses with an error when it is told twice", async () => {
    const { gateway } = await held();
    const client = await SocketClient.open(gateway.url);
    client.send({ type: "response.create", model: "x", input: "Hi" });
    await client.until(isDelta);
    const closed = gateway.close();
    void gateway.close();
    const last = await client.until(({ type }) => type === "response.failed" || type === "error");
    expect(last.response?.error?.message ?? last.error?.message).toContain("shutting down");
    await client.ended();
    await closed;
  });
});

it("pings a client, and drops one that does not answer", async () => {
  const gateway = await startGateway({
    providers: { sim: { dialect: "ollama", baseUrl: "sim:" } },
    server: { keepAlive: 50 },
  });
  const answering = await SocketClient.open(gateway.url);
  const silent = await SocketClient.open(gateway.url, { autoPong: false });
  await silent.ended();
  expect(answering.closed).toBeUndefined();
});
