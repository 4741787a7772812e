import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { startGateway } from "../support/gateway.ts";
import { answerEvents, answerJson, startUpstream } from "../support/upstream.ts";
import { RETRIES } from "./key-pool-setup.ts";

const CHAT_ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-x",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
};

const CHUNKS = [
  { choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }] },
  { choices: [{ index: 0, delta: { content: "Hel" }, finish_reason: null }] },
  { choices: [{ index: 0, delta: { content: "lo" }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
].map(
  (chunk) =>
    `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: "gpt-x", ...chunk })}\n\n`,
);

function anthropic(url: string): Anthropic {
  return new Anthropic({ baseURL: url, apiKey: "anything", maxRetries: 0 });
}

const REQUESTED = { model: "claude-x", max_tokens: 100, messages: [{ role: "user" as const, content: "Hi" }] };

describe("an exchange", () => {
  it("serves a client of one dialect with a provider of another", async () => {
    const upstream = await startUpstream((_, response) => answerJson(response, 200, CHAT_ANSWER));
    const gateway = await startGateway({
      providers: { openai: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } },
      routes: [{ match: "claude-*", to: [{ provider: "openai", model: "gpt-x" }] }],
    });
    const message = await anthropic(gateway.url).messages.create(REQUESTED);
    expect(message.content).toMatchObject([{ type: "text", text: "Hello" }]);
    expect(message.usage).toMatchObject({ input_tokens: 3, output_tokens: 1 });
    const [received] = upstream.received;
    expect(received?.url).toBe("/v1/chat/completions");
    expect(received?.headers.authorization).toBe("Bearer key-of-openai");
    expect(received?.headers["x-api-key"]).toBeUndefined();
    expect(JSON.parse(received?.body ?? "")).toMatchObject({
      model: "gpt-x",
      messages: [{ role: "user", content: "Hi" }],
    });
    const [record] = await gateway.requests(1);
    expect(record).toMatchObject({ outcome: "success", provider: "openai", usage: { input: 3, output: 1 } });
  });

  it("streams a provider's response to a client of another dialect", async () => {
    const upstream = await startUpstream((_, response) => answerEvents(response, [...CHUNKS, "data: [DONE]\n\n"]));
    const gateway = await startGateway({
      providers: { openai: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } },
    });
    const message = await anthropic(gateway.url).messages.stream(REQUESTED).finalMessage();
    expect(message.content).toMatchObject([{ type: "text", text: "Hello" }]);
    expect(message.usage).toMatchObject({ output_tokens: 2 });
    const [record] = await gateway.requests(1);
    expect(record).toMatchObject({ outcome: "success", stream: true, usage: { input: 3, output: 2 } });
  });

  it("sends long tools to a second provider as it has sent them to the first", async () => {
    const upstream = await startUpstream(({ url }, response) =>
      url?.startsWith("/second") ? answerJson(response, 200, CHAT_ANSWER) : answerJson(response, 500, {}),
    );
    const provider = (path: string) => ({
      dialect: "openai-chat" as const,
      baseUrl: `${upstream.url}/${path}`,
      retries: { ...RETRIES, attempts: 0 },
    });
    const gateway = await startGateway({
      providers: { first: provider("first"), second: provider("second") },
      routes: [{ match: "claude-*", to: ["first", "second"].map((name) => ({ provider: name, model: "gpt-x" })) }],
    });
    const properties = { path: { type: "string", description: 'A "path". '.repeat(900) } };
    const tools = [{ name: "read", input_schema: { type: "object" as const, properties, required: ["path"] } }];
    await anthropic(gateway.url).messages.create({ ...REQUESTED, tools });
    const [first, second] = upstream.received.map(({ body }) => body);
    expect(first).toContain(JSON.stringify(tools[0]?.input_schema));
    expect(second).toBe(first);
  });

  it("has the losses of a unary response in its headers and in the log", async () => {
    const [choice] = CHAT_ANSWER.choices;
    const logprobs = { content: [{ token: "Hello", logprob: -1, bytes: null, top_logprobs: [] }] };
    const answer = { ...CHAT_ANSWER, choices: [{ ...choice, logprobs }] };
    const upstream = await startUpstream((_, response) => answerJson(response, 200, answer));
    const gateway = await startGateway({
      providers: { openai: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } },
    });
    const { response } = await anthropic(gateway.url).messages.create(REQUESTED).withResponse();
    const [record] = await gateway.requests(1);
    const path = "/choices/0/logprobs";
    expect(record?.losses).toEqual([{ path, code: "field", level: "setting", action: "dropped" }]);
    expect(response.headers.get("x-toolglot-losses")).toBe(`1; ${path}`);
  });

  it("retries before the first output, and sends an error after it", async () => {
    let count = 0;
    const upstream = await startUpstream((_, response) => {
      count++;
      if (count < 3) answerJson(response, 503, { error: { message: "busy" } });
      else answerEvents(response, CHUNKS.slice(0, 2));
    });
    const gateway = await startGateway({
      providers: { openai: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } },
    });
    await expect(anthropic(gateway.url).messages.stream(REQUESTED).finalMessage()).rejects.toThrow(/ended before/);
    expect(count).toBe(3);
    const [record] = await gateway.requests(1);
    expect(record).toMatchObject({
      outcome: "error",
      errorType: "upstream_truncated",
      attempts: [{ status: 503 }, { status: 503 }, {}],
    });
  });

  it.each(["openai-chat", "anthropic"] as const)(
    "logs the message of an error from a provider of %s",
    async (dialect) => {
      const error = { type: "invalid_request_error", message: "The model m is retired." };
      const upstream = await startUpstream((_, response) => answerJson(response, 404, { type: "error", error }));
      const gateway = await startGateway({ providers: { first: { dialect, baseUrl: upstream.url, retries: NEVER } } });
      await expect(anthropic(gateway.url).messages.create(REQUESTED)).rejects.toMatchObject({ status: 404 });
      expect(await gateway.requests(1)).toMatchObject([{ errorType: "404", error: "The model m is retired." }]);
    },
  );

  it("closes the provider's connection when the client closes its own", async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const chunk of CHUNKS.slice(0, 2)) response.write(chunk);
    });
    const gateway = await startGateway({
      providers: { openai: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } },
    });
    const stream = anthropic(gateway.url).messages.stream(REQUESTED);
    stream.on("text", () => stream.abort());
    await expect(stream.finalMessage()).rejects.toThrow();
    const [record] = await gateway.requests(1);
    expect(record).toMatchObject({ outcome: "client_closed" });
    await expect.poll(() => upstream.aborted.count).toBe(1);
    expect(gateway.gateway.admission.requests).toBe(0);
  });
});

describe("a success without a response in it", () => {
  for (const [name, body] of Object.entries({ nothing: {}, "a detail": { detail: "Not ready." }, "a list": [] })) {
    it(`is an error where the provider sends ${name}, also to a client of the same dialect`, async () => {
      const upstream = await startUpstream((_, response) => answerJson(response, 200, body));
      const gateway = await startGateway({
        providers: { same: { dialect: "anthropic", baseUrl: upstream.url, retries: NEVER } },
      });
      await expect(anthropic(gateway.url).messages.create(REQUESTED)).rejects.toMatchObject({ status: 502 });
      const [record] = await gateway.requests(1);
      expect(record).toMatchObject({ outcome: "error", errorType: "upstream_invalid" });
    });
  }
});

const NEVER = { attempts: 0, delay: 0, maxDelay: 0 };
