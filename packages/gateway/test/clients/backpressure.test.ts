import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { byExtent } from "../../../../test/support/extent.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";
import { RawClient, replies, requestText } from "./raw-socket.ts";
import { POLL_OPTIONS, requestFor, settled } from "./requests.ts";

const MIB = 1024 * 1024;

const chunk = (content: string, more = {}) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { content }, finish_reason: null, ...more }] })}\n\n`;

const ENDING = `${chunk("", { delta: {}, finish_reason: "stop" })}data: [DONE]\n\n`;

/** A provider that says as much as it is let, in events of 8 KiB, each with its number. */
async function talkative(events: number) {
  const sent = { bytes: 0, isAll: false };
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    let index = 0;
    const more = (): void => {
      while (index < events) {
        const text = chunk(`<${index++}>${"x".repeat(8192)}`);
        sent.bytes += text.length;
        if (!response.write(text)) return void response.once("drain", more);
      }
      sent.isAll = true;
      response.end(ENDING);
    };
    more();
  });
  return { upstream, sent };
}

function gatewayBefore(url: string, writeTimeout: number, clock?: TestClock): Promise<TestGateway> {
  return startGateway({
    providers: { one: { dialect: "openai-chat", baseUrl: `${url}/v1` } },
    server: { writeTimeout },
    listen: clock === undefined ? {} : { clock },
  });
}

/** The server's end of the next connection to a server of this process. */
function nextAccepted(): Promise<Socket> {
  return new Promise((resolve) => {
    const accept = (message: unknown) => {
      unsubscribe("net.server.socket", accept);
      resolve((message as { readonly socket: Socket }).socket);
    };
    subscribe("net.server.socket", accept);
  });
}

function question(streams: boolean): string {
  const { path, body } = requestFor("anthropic", { model: "x", streams });
  return requestText(path, JSON.stringify(body));
}

describe("F05: a client that does not read", () => {
  it("is disconnected after the write timeout, and so is the provider (dstack gateway #44, BYK/loreai #1610)", async () => {
    const { upstream } = await talkative(10_000);
    const clock = new TestClock();
    const gateway = await gatewayBefore(upstream.url, 500, clock);
    const client = await RawClient.open(gateway.url);
    client.socket.pause();
    client.send(question(true));
    await clock.awaits(500);
    clock.turn(499);
    expect(gateway.gateway.admission.streams).toBe(1);
    clock.turn(1);
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "client_closed" }]);
    await expect.poll(() => upstream.aborted.count, POLL_OPTIONS).toBe(1);
    client.socket.resume();
    expect(await client.ended()).not.toContain("message_stop");
    await settled(gateway);
  });

  it("is disconnected after the write timeout if the response is not streamed", async () => {
    const content = "x".repeat(40 * MIB);
    const upstream = await startUpstream((_, response) =>
      answerJson(response, 200, {
        id: "c",
        choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
      }),
    );
    const gateway = await gatewayBefore(upstream.url, 100);
    const accepted = nextAccepted();
    const client = await RawClient.open(gateway.url);
    const disconnected = once(await accepted, "close");
    client.socket.pause();
    client.send(question(false));
    // Its machine takes some of it in for it.
    await disconnected;
    client.socket.resume();
    expect((await client.ended()).length).toBeLessThan(content.length);
  });

  it("makes the provider wait while the gateway buffers little (openai-node PR #2663)", async () => {
    const clients = byExtent({ quick: 8, sample: 60, all: 60 });
    const { upstream, sent } = await talkative(2000);
    const gateway = await gatewayBefore(upstream.url, 60_000);
    const before = process.memoryUsage().rss;
    for (let index = 0; index < clients; index++) {
      const client = await RawClient.open(gateway.url);
      client.socket.pause();
      client.send(question(true));
    }
    await expect.poll(() => hasStopped(sent), { timeout: 20_000, interval: 300 }).toBe(true);
    // Some of it lies in the buffers of the machine, on both sides of the gateway; 16 MiB each would have come.
    expect(sent.bytes).toBeLessThan(clients * 14 * MIB);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * MIB);
    expect(gateway.gateway.admission.streams).toBe(clients);
  });
});

describe("F06: a client that reads slowly", () => {
  it("gets everything, in order, without a timeout", async () => {
    const events = 2000;
    const { upstream, sent } = await talkative(events);
    const clock = new TestClock();
    const gateway = await gatewayBefore(upstream.url, 1000, clock);
    const client = await RawClient.open(gateway.url);
    client.send(question(true));
    let waits = 0;
    for (; await hasPaused(client, clock, sent); waits++) {
      clock.turn(800);
      client.socket.resume();
      await until(() => !clock.timers.includes(200));
    }
    client.socket.resume();
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "success" }]);
    await client.until(/message_stop/);
    const [answer] = replies(client.text);
    const numbers = [...(answer?.body ?? "").matchAll(/<(\d+)>/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: events }, (_, index) => index));
    // Together they are longer than the write timeout.
    expect(waits).toBeGreaterThan(1);
  });
});

/** Stops reading until the gateway waits for the client; false if everything was sent before. */
async function hasPaused(client: RawClient, clock: TestClock, sent: { readonly isAll: boolean }): Promise<boolean> {
  client.socket.pause();
  await until(() => sent.isAll || clock.timers.includes(1000));
  return clock.timers.includes(1000);
}

const seen = new WeakMap<object, number>();

/** Whether nothing has been sent since it was asked last. */
function hasStopped(sent: { readonly bytes: number }): boolean {
  const before = seen.get(sent);
  seen.set(sent, sent.bytes);
  return before === sent.bytes && sent.bytes > 0;
}
