import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import type { RequestRecord } from "../../src/observe/log.ts";
import type { Send, UpstreamSink } from "../../src/transport.ts";
import type { GatewaySetup } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";
import { ask, HELLO, handlerFor, openai } from "./web-handler-setup.ts";

describe("a provider behind a handler", () => {
  const chatAt = (url: string): Partial<GatewaySetup> => ({
    providers: {
      chat: { dialect: "openai-chat", baseUrl: `${url}/v1`, retries: { attempts: 0, delay: 1, maxDelay: 1 } },
    },
  });

  it("gets requests by fetch, with the gateway's headers", async () => {
    const upstream = await startUpstream((_, response) => answerJson(response, 200, WHOLE));
    const answer = await openai(handlerFor(chatAt(upstream.url))).chat.completions.create(HELLO);
    expect(answer.choices[0]?.message.content).toBe("Hi");
    expect(upstream.received[0]?.headers).toMatchObject({
      authorization: "Bearer key-of-chat",
      "accept-encoding": "identity",
    });
  });

  it("may respond with an error, a redirect or nothing", async () => {
    const statuses = [429, 302];
    const upstream = await startUpstream((_, response) => {
      const status = statuses.shift();
      if (status === undefined) response.destroy();
      else
        answerJson(
          response,
          status,
          { error: { message: "no" } },
          { location: "http://localhost:1/", "retry-after": "7" },
        );
    });
    const handler = handlerFor(chatAt(upstream.url));
    const limited = await handler(ask(HELLO));
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    expect((await handler(ask(HELLO))).status).toBe(502);
    expect((await handler(ask(HELLO))).status).toBe(502);
    expect(upstream.received).toHaveLength(3);
    const nobody = await handlerFor(chatAt("http://127.0.0.1:1"))(ask(HELLO));
    expect([nobody.status, await nobody.text()]).toEqual([502, expect.stringContaining("could not be reached")]);
  });

  it("that breaks off makes the client's stream end with an error", async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(delta("Hel"));
      setTimeout(() => response.destroy(), 20);
    });
    const { chat } = openai(handlerFor(chatAt(upstream.url)));
    const read = async () => {
      for await (const chunk of await chat.completions.create({ ...HELLO, stream: true })) void chunk;
    };
    await expect(read()).rejects.toBeInstanceOf(OpenAI.APIError);
  });

  it("may leave its connection open after its last event", async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`${delta("Hi")}${delta("", "stop")}data: [DONE]\n\n`);
    });
    const response = await handlerFor(chatAt(upstream.url))(ask({ ...HELLO, stream: true }));
    expect(await response.text()).toContain("[DONE]");
    await expect.poll(() => upstream.aborted.count, { timeout: 20_000 }).toBe(1);
  });

  it("is stopped when the client cancels its stream", async () => {
    const upstream = await startUpstream((_, response) => void dripping(response));
    const records: RequestRecord[] = [];
    const handler = handlerFor(chatAt(upstream.url), { log: (record) => records.push(record as RequestRecord) });
    const response = await handler(ask({ ...HELLO, stream: true }));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(() => upstream.aborted.count, { timeout: 20_000 }).toBe(1);
    await expect.poll(() => records.at(-1)?.outcome, { timeout: 20_000 }).toBe("client_closed");
  });

  it("is stopped when the client disconnects before the first output", async () => {
    const upstream = await startUpstream(() => {});
    const controller = new AbortController();
    const answered = handlerFor(chatAt(upstream.url))(ask(HELLO, { signal: controller.signal }));
    await expect.poll(() => upstream.received.length, { timeout: 20_000 }).toBe(1);
    controller.abort();
    expect((await answered).status).toBe(499);
    await expect.poll(() => upstream.aborted.count, { timeout: 20_000 }).toBe(1);
  });

  it("has to wait for a client that does not read", async () => {
    let written = 0;
    const piece = delta("x".repeat(10_000));
    const pieces = function* () {
      for (; written < 200_000_000; written += piece.length) yield piece;
    };
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      Readable.from(pieces()).pipe(response);
    });
    const response = await handlerFor(chatAt(upstream.url))(ask({ ...HELLO, stream: true }));
    await steady(() => written);
    expect(written).toBeLessThan(100_000_000);
    await response.body?.cancel();
  });
});

describe("the pace of a stream", () => {
  it("is the client's: the provider is paused, and resumed when there is room again", async () => {
    const provider = new Fountain(3000);
    const handler = handlerFor(
      { providers: { chat: { dialect: "openai-chat", baseUrl: "http://chat.example/v1" } } },
      { send: provider.send },
    );
    const response = await handler(ask({ ...HELLO, stream: true }));
    await expect.poll(() => provider.pauses, { timeout: 20_000 }).toBe(1);
    expect(provider.sent).toBeLessThan(1000);
    const text = await response.text();
    expect(text.match(/"content":"x/g)).toHaveLength(3000);
    expect(text).toContain("[DONE]");
  });
});

/** A provider that sends one piece per turn, for as long as it may. */
class Fountain {
  sent = 0;
  pauses = 0;
  private isPaused = false;
  private readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  readonly send: Send = (_, sink) => {
    setTimeout(() => {
      sink.head(200, { "content-type": "text/event-stream" });
      void this.run(sink);
    });
    return {
      pause: () => {
        this.isPaused = true;
        this.pauses++;
      },
      resume: () => {
        this.isPaused = false;
      },
      abort: () => {},
      linger: () => {},
    };
  };

  private async run(sink: UpstreamSink): Promise<void> {
    const encoder = new TextEncoder();
    while (this.sent < this.count) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.isPaused) continue;
      this.sent++;
      sink.data(encoder.encode(delta("x".repeat(200))));
    }
    sink.data(encoder.encode(`${delta("", "stop")}data: [DONE]\n\n`));
    sink.end();
  }
}

const WHOLE = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
};

function delta(content: string, finish: string | null = null): string {
  const choices = [{ index: 0, delta: finish === null ? { role: "assistant", content } : {}, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`;
}

async function dripping(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  while (!response.destroyed) {
    response.write(delta("x"));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Waits until a number does not change any more: it is read often, because on a machine that is busy, nothing happens for a while. */
async function steady(read: () => number): Promise<void> {
  for (let before = read(), equal = 0; equal < 10; before = read()) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    equal = read() === before ? equal + 1 : 0;
  }
}
