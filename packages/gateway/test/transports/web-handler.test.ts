import { gzipSync } from "node:zlib";
import Anthropic from "@anthropic-ai/sdk";
import { Ollama } from "ollama";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import { createHandler } from "../../src/web.ts";
import { chunk } from "../platforms/support/event-stream.ts";
import { EVENTS, MESSAGE, REQUEST } from "../platforms/support/messages.ts";
import { signatureProblem } from "../platforms/support/verify-sigv4.ts";
import { configOf } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";
import { ask, HELLO, handlerFor, openai, SIM, through } from "./web-handler-setup.ts";

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
