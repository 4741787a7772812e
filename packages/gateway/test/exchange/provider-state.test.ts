import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { twoKeys } from "../responses-state/clients.ts";
import { type GatewaySetup, startGateway } from "../support/gateway.ts";
import { answerJson, startUpstream, type TestUpstream } from "../support/upstream.ts";

const QUESTION = { role: "user" as const, content: "Weather?" };

/** A provider of any dialect that calls a tool first, and then answers. */
function startProvider(): Promise<TestUpstream> {
  return startUpstream(({ url, body }, response) => {
    const isAnswered = /tool_result|"tool"/.test(JSON.stringify(JSON.parse(body).messages));
    answerJson(response, 200, (url.endsWith("/chat/completions") ? chatAnswer : anthropicAnswer)(isAnswered));
  });
}

function chatAnswer(isAnswered: boolean) {
  const call = { id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
  const message = {
    role: "assistant",
    content: isAnswered ? "Rain" : null,
    ...(!isAnswered && { tool_calls: [call] }),
  };
  const choice = { index: 0, message, finish_reason: isAnswered ? "stop" : "tool_calls" };
  return { id: "c1", object: "chat.completion", created: 1, model: "m", choices: [choice] };
}

function anthropicAnswer(isAnswered: boolean) {
  const call = { type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Oslo" } };
  const content = [isAnswered ? { type: "text", text: "Rain" } : call];
  const usage = { input_tokens: 1, output_tokens: 1 };
  const stop_reason = isAnswered ? "end_turn" : "tool_use";
  return { id: "msg_1", type: "message", role: "assistant", model: "m", content, stop_reason, usage };
}

async function setUp(
  provider: { readonly dialect: string; readonly remembers?: boolean },
  more: Partial<GatewaySetup> = {},
) {
  const upstream = await startProvider();
  const baseUrl = provider.dialect === "openai-chat" ? `${upstream.url}/v1` : upstream.url;
  const gateway = await startGateway({ providers: { p: { ...provider, baseUrl } }, ...more });
  const client = new Anthropic({ baseURL: gateway.url, apiKey: "key-of-ann", maxRetries: 0 });
  const sent = () => upstream.received.map(({ body }) => JSON.parse(body));
  return { client, sent };
}

function runTools(client: Anthropic) {
  return client.beta.messages.toolRunner({
    model: "m",
    max_tokens: 100,
    messages: [QUESTION],
    tools: [
      {
        name: "weather",
        input_schema: { type: "object", properties: { city: { type: "string" } } },
        parse: (input) => input,
        run: () => "wet",
      },
    ],
  });
}

const KEEPING_NONE = [
  { dialect: "openai-chat" },
  { dialect: "anthropic" },
  { dialect: "openai-chat", remembers: true },
];

describe("a message thread", () => {
  for (const provider of KEEPING_NONE)
    it(`becomes the whole conversation, with ${JSON.stringify(provider)}`, async () => {
      const { client, sent } = await setUp(provider);
      const answer = await runTools(client);
      expect(answer.content).toMatchObject([{ type: "text", text: "Rain" }]);
      expect(sent().map(({ messages, tools, thread }) => [messages.length, tools.length, thread])).toEqual([
        [1, 1, undefined],
        [3, 1, undefined],
      ]);
    });

  it("becomes the whole conversation with keys, since it may be another client's", async () => {
    const { client, sent } = await setUp({ dialect: "anthropic", remembers: true }, { keys: await twoKeys() });
    await runTools(client);
    expect(sent().map(({ messages, thread }) => [messages.length, thread])).toEqual([
      [1, undefined],
      [3, undefined],
    ]);
  });

  it("is left to a provider that keeps it", async () => {
    const { client, sent } = await setUp({ dialect: "anthropic", remembers: true });
    await runTools(client);
    expect(sent().map(({ messages, thread }) => [messages.length, thread])).toEqual([
      [1, { type: "create" }],
      [1, { type: "continue", previous_message_id: "msg_1" }],
    ]);
  });

  it("is refused with the code that the official SDK knows, and goes to no fallback", async () => {
    const upstream = await startProvider();
    const gateway = await startGateway({
      providers: {
        chat: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` },
        own: { dialect: "anthropic", baseUrl: upstream.url, remembers: true },
      },
      routes: [{ match: "*", to: [{ provider: "chat" }, { provider: "own" }] }],
    });
    const client = new Anthropic({ baseURL: gateway.url, apiKey: "anything", maxRetries: 0 });
    const thread = { type: "continue" as const, previous_message_id: "msg_1" };
    const request = client.beta.messages.create({ model: "m", max_tokens: 100, messages: [QUESTION], thread });
    await expect(request).rejects.toMatchObject({ status: 400, errorCode: "thread_unsupported_request" });
    expect(upstream.received).toEqual([]);
  });
});

const TEXT = [{ type: "text", text: "Hi" }];
const CACHE = "cachedContents/1";

/** Requests of the clients that refer to cached content, and what the providers answer. */
const CACHING = {
  gemini: {
    path: (model: string) => `/v1beta/models/${model}:generateContent`,
    body: () => ({ contents: [{ role: "user", parts: [{ text: "Hi" }] }] }),
    answer: { candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }] },
  },
  "gemini-interactions": {
    path: () => "/v1beta/interactions",
    body: (model: string) => ({ model, store: false, input: [{ type: "user_input", content: TEXT }] }),
    answer: { id: "v1_1", status: "completed", steps: [{ type: "model_output", content: TEXT }] },
  },
} as const;

describe("cached content", () => {
  const clients = [
    ["gemini", "cachedContent"],
    ["gemini", "cached_content"],
    ["gemini-interactions", "cached_content"],
  ] as const;

  it.each(clients)(
    "of %s (%s) reaches the providers that take it, and is refused for all others",
    async (name, field) => {
      const upstream = await startUpstream(({ url }, response) => {
        const { answer } = CACHING[url.includes("interactions") ? "gemini-interactions" : "gemini"];
        answerJson(response, 200, answer);
      });
      const gateway = await startGateway({
        providers: {
          ...Object.fromEntries(Object.keys(CACHING).map((dialect) => [dialect, { dialect, baseUrl: upstream.url }])),
          chat: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` },
        },
      });
      const { path, body } = CACHING[name];
      const ask = (model: string) =>
        fetch(gateway.url + path(model), { method: "POST", body: JSON.stringify({ ...body(model), [field]: CACHE }) });
      for (const provider of Object.keys(CACHING)) expect((await ask(`${provider}/m`)).status, provider).toBe(200);
      expect(upstream.received.map((request) => request.body.includes(CACHE))).toEqual([true, true]);
      const refused = await ask("chat/m");
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        error: { message: expect.stringContaining(`${field}: this is cached`) },
      });
      expect(upstream.received).toHaveLength(2);
    },
  );
});
