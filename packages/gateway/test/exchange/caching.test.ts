import { describe, expect, it } from "vitest";
import { bodyText } from "../../src/bytes.ts";
import { sha256 } from "../../src/config/sha256.ts";
import type { Send } from "../../src/transport.ts";
import { createHandler } from "../../src/web.ts";
import { post } from "../clients/requests.ts";
import { configOf, type GatewaySetup, startGateway } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";

const WORDS = "word ".repeat(1000);
const CHAT = {
  model: "m",
  messages: [
    { role: "system", content: WORDS },
    { role: "user", content: "Hi" },
  ],
};
const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "Hello" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 1, output_tokens: 1 },
};

describe("the provider's prompt cache", () => {
  it.each([
    ["is used by default", {}, {}, true],
    ["is not used where the route says so", {}, { caching: "off" as const }, false],
    ["is not used where the provider says so", { caching: "off" as const }, {}, false],
    ["is used where the route says so", { caching: "off" as const }, { caching: "auto" as const }, true],
  ])("%s", async (_, provider, route, isMarked) => {
    const upstream = await startUpstream((__, response) => answerJson(response, 200, MESSAGE));
    const gateway = await startGateway({
      providers: { claude: { dialect: "anthropic", baseUrl: upstream.url, ...provider } },
      routes: [{ match: "*", to: [{ provider: "claude" }], ...route }],
    });
    const reply = await post(gateway.url, "/v1/chat/completions", CHAT);
    expect([reply.status, reply.headers.get("x-toolglot-losses")]).toEqual([200, "0"]);
    expect(upstream.received[0]?.body.includes('"cache_control"')).toBe(isMarked);
  });
});

/** Handles requests, and tells the keys that the provider got. */
async function keysOf(
  baseUrl: string,
  setup: Partial<GatewaySetup>,
  requests: readonly (readonly [unknown, string])[],
) {
  const sentBodies: string[] = [];
  const send: Send = ({ body = "" }, sink) => {
    sentBodies.push(bodyText(body));
    queueMicrotask(() => {
      sink.head(500, { "content-type": "application/json" });
      sink.end();
    });
    return { pause: () => {}, resume: () => {}, abort: () => {}, linger: () => {} };
  };
  const providers = { one: { dialect: "openai-responses", baseUrl, retries: { attempts: 0, delay: 0, maxDelay: 0 } } };
  const handler = createHandler({ config: configOf({ providers, ...setup }), send, insecure: true });
  for (const [body, key] of requests)
    await handler(
      new Request("http://localhost/v1/messages", {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify(body),
      }),
    );
  return sentBodies.map((body) => JSON.parse(body).prompt_cache_key as string | undefined);
}

describe("the key of a conversation for OpenAI's prompt cache", () => {
  const first = { model: "m", max_tokens: 9, system: "a", messages: [{ role: "user", content: "Hello there" }] };
  const answer = { role: "assistant", content: "Hi" };
  const second = { ...first, messages: [...first.messages, answer, { role: "user", content: "Once more" }] };
  const other = { ...first, messages: [{ role: "user", content: "Something else" }] };

  it("stays the same in a conversation, and differs between conversations and between callers", async () => {
    const keys = await Promise.all(
      ["ann", "bob"].map(async (name) => ({ name, sha256: await sha256(`key-of-${name}`), concurrency: 0 })),
    );
    const [one, same, another, others] = await keysOf("https://api.openai.com/v1", { keys }, [
      [first, "key-of-ann"],
      [second, "key-of-ann"],
      [other, "key-of-ann"],
      [first, "key-of-bob"],
    ]);
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(same).toBe(one);
    expect(new Set([one, another, others]).size).toBe(3);
  });

  it("follows the session that the client names", async () => {
    const session = { metadata: { user_id: "session-1" } };
    const [one, same] = await keysOf("https://x.openai.azure.com/openai/v1", {}, [
      [{ ...first, ...session }, "k"],
      [{ ...other, ...session }, "k"],
    ]);
    expect(same).toBe(one);
    expect(one).toBeDefined();
  });

  it("is not sent to servers that may refuse it, nor if the config says so", async () => {
    expect(await keysOf("https://api.mistral.ai/v1", {}, [[first, "k"]])).toEqual([undefined]);
    const routes = [{ match: "*", to: [{ provider: "one" }], caching: "off" as const }];
    expect(await keysOf("https://api.openai.com/v1", { routes }, [[first, "k"]])).toEqual([undefined]);
  });
});
