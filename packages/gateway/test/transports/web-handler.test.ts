import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import Anthropic from "@anthropic-ai/sdk";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import type { RequestRecord } from "../../src/observe/log.ts";
import { SIMULATED } from "../../src/providers/simulated.ts";
import type { Send, UpstreamSink } from "../../src/transport.ts";
import { createHandler, type Handler, type HandlerOptions } from "../../src/web.ts";
import { chunk } from "../platforms/support/event-stream.ts";
import { EVENTS, MESSAGE, REQUEST } from "../platforms/support/messages.ts";
import { signatureProblem } from "../platforms/support/verify-sigv4.ts";
import { configOf, type GatewaySetup } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";

const SIM: GatewaySetup["providers"] = {
  sim: { dialect: "openai-chat", baseUrl: SIMULATED },
  claude: { dialect: "anthropic", baseUrl: SIMULATED },
};

function handlerFor(setup: Partial<GatewaySetup> = {}, more: Partial<HandlerOptions> = {}): Handler {
  return createHandler({ config: configOf({ providers: SIM, ...setup }), insecure: true, ...more });
}

/** The handler as an SDK's way to the network. */
function through(handler: Handler): typeof fetch {
  return (input, init) => handler(new Request(input as string, init));
}

function openai(handler: Handler): OpenAI {
  return new OpenAI({ baseURL: "http://localhost/v1", apiKey: "x", maxRetries: 0, fetch: through(handler) });
}

function ask(body: unknown, init: RequestInit = {}): Request {
  const headers = { "content-type": "application/json" };
  return new Request("http://localhost/v1/chat/completions", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    ...init,
  });
}

const HELLO = { model: "m", messages: [{ role: "user" as const, content: "Hello" }] };

describe("a handler from requests to responses", () => {
  it("signs requests to AWS, and reads its binary streams", async () => {
    const bedrock = await startUpstream((received, response) => {
      const keys = { AKID: { secret: "secret" } };
      const problem = signatureProblem(received, { keys, region: "us-east-1", service: "bedrock", now: Date.now() });
      if (problem !== undefined) return answerJson(response, 403, { message: problem });
      response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" });
      response.end(Buffer.concat(EVENTS.map(chunk)));
    });
    const claude = {
      dialect: "anthropic",
      baseUrl: bedrock.url,
      apiKey: "",
      platform: { name: "bedrock", region: "us-east-1" },
      auth: { type: "aws", keys: { accessKeyId: "AKID", secretAccessKey: "secret" } },
    } as const;
    const handler = handlerFor({ providers: { claude } });
    const sdk = new Anthropic({ baseURL: "http://localhost", apiKey: "x", maxRetries: 0, fetch: through(handler) });
    const message = await sdk.messages.stream({ ...REQUEST, model: "claude/m" }).finalMessage();
    expect(message.content).toEqual(MESSAGE.content);
  });

  it("serves the official SDKs, unary and streamed", async () => {
    const handler = handlerFor();
    const chat = openai(handler).chat.completions;
    const whole = await chat.create(HELLO);
    expect(whole.choices[0]?.message.content).toContain("Hello");
    expect((await chat.stream(HELLO).finalChatCompletion()).choices[0]?.message.content).toBe(
      whole.choices[0]?.message.content,
    );
    const anthropic = new Anthropic({ baseURL: "http://localhost", apiKey: "x", fetch: through(handler) });
    const requests = { ...HELLO, model: "claude/m", max_tokens: 100 };
    const message = await anthropic.messages.stream(requests).finalMessage();
    expect(message.content).toEqual((await anthropic.messages.create(requests)).content);
    const ollama = new Ollama({ host: "http://localhost", fetch: through(handler) });
    expect((await ollama.chat(HELLO)).message.content).toContain("Hello");
  });

  it("stores conversations for previous_response_id", async () => {
    const { responses } = openai(handlerFor());
    const first = await responses.create({ model: "claude/m", input: "Hello" });
    const second = await responses.create({ model: "claude/m", input: "Again", previous_response_id: first.id });
    expect((await responses.retrieve(second.id)).previous_response_id).toBe(first.id);
  });

  it("answers HEAD without a body, and reports its health", async () => {
    const handler = handlerFor();
    const head = await handler(new Request("http://localhost/", { method: "HEAD" }));
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await handler(new Request("http://localhost/healthz"))).status).toBe(200);
  });

  it("passes the work after the response to waitUntil", async () => {
    const waiting: Promise<unknown>[] = [];
    await handlerFor()(ask(HELLO), { waitUntil: (promise) => waiting.push(promise) });
    expect(waiting).toHaveLength(1);
    await waiting[0];
  });
});

describe("the authorization of a handler", () => {
  it("needs keys, unless it is insecure", () => {
    expect(() => createHandler({ config: configOf({ providers: SIM }) })).toThrow(/keys/);
  });

  it("accepts keys under any host name", async () => {
    const keys = [{ name: "ann", sha256: await sha256("secret"), concurrency: 0 }];
    const handler = createHandler({ config: configOf({ providers: SIM, keys }) });
    const request = (key: string) =>
      new Request("https://gateway.example.com/v1/models", { headers: { authorization: `Bearer ${key}` } });
    expect((await handler(request("secret"))).status).toBe(200);
    expect((await handler(request("other"))).status).toBe(401);
  });

  it("refuses DNS rebinding", async () => {
    const handler = handlerFor();
    expect((await handler(new Request("http://evil.example/v1/models"))).status).toBe(403);
  });
});

describe("what a handler refuses", () => {
  const GZIPPED = { "content-type": "application/json", "content-encoding": "gzip" };
  const limited = handlerFor({ server: { maxBody: 2000 } });
  const cases: readonly (readonly [string, () => Request, number])[] = [
    ["what is not JSON", () => ask(HELLO, { body: "{" }), 400],
    [
      "what a page does not call JSON",
      () => ask(HELLO, { headers: { "content-type": "text/plain", "sec-fetch-site": "same-origin" } }),
      415,
    ],
    [
      "what comes with two keys",
      () =>
        ask(HELLO, {
          headers: [
            ["x-api-key", "a"],
            ["x-api-key", "b"],
          ],
        }),
      400,
    ],
    [
      "what comes with two tokens",
      () =>
        ask(HELLO, {
          headers: [
            ["authorization", "Bearer a"],
            ["authorization", "Bearer b"],
          ],
        }),
      400,
    ],
    ["what is too large", () => ask({ ...HELLO, user: "x".repeat(3000) }), 413],
    ["what becomes too large", () => ask(HELLO, { headers: GZIPPED, body: gzipSync("x".repeat(3000)) }), 413],
    ["what is compressed in vain", () => ask(HELLO, { headers: GZIPPED, body: "no gzip" }), 400],
    ["what it cannot decompress", () => ask(HELLO, { headers: { ...GZIPPED, "content-encoding": "zstd" } }), 415],
    ["what is nowhere", () => new Request("http://localhost/v1/nothing"), 404],
  ];
  for (const [what, request, status] of cases)
    it(`is ${what}: ${status}`, async () => {
      const response = await limited(request());
      expect(response.status).toBe(status);
      expect(await response.json()).toHaveProperty("error.message");
    });

  it("does not include a well compressed body", async () => {
    const response = await limited(ask(HELLO, { headers: GZIPPED, body: gzipSync(JSON.stringify(HELLO)) }));
    expect(response.status).toBe(200);
  });
});

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

/** Waits until a number does not change any more. */
async function steady(read: () => number): Promise<void> {
  for (let before = -1; before !== read(); ) {
    before = read();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
