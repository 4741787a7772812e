// More of the known failures, for the newer APIs as providers and as clients: images, marks of caches, signatures, malformed calls.
import { type Json, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { type Api, modelOf, NEWER, PAIRS, streamed } from "./newer-apis.ts";
import { type NewerApi, newerRequest } from "./newer-requests.ts";
import { type Fields, PARIS, WEATHER, writeRequest } from "./wire.ts";
import { geminiChunk } from "./wire-responses.ts";
import { data } from "./wire-streams.ts";

const CLIENTS: readonly Api[] = [...new Set(PAIRS.map(([client]) => client))];

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const ASKED = { tools: [WEATHER], turns: [{ user: "Map?" }, { assistant: { calls: [PARIS] } }] };

/** The result of a call with a text and an image, as a client that has images in results sends it. */
const RESULTS: Readonly<Partial<Record<Api, { field: string; turn: Json }>>> = {
  anthropic: {
    field: "messages",
    turn: {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "toolu_paris",
          content: [
            { type: "text", text: "A map" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
          ],
        },
      ],
    },
  },
  bedrock: {
    field: "messages",
    turn: {
      role: "user",
      content: [
        {
          toolResult: {
            toolUseId: PARIS.id,
            content: [{ text: "A map" }, { image: { format: "png", source: { bytes: PNG } } }],
          },
        },
      ],
    },
  },
  "gemini-interactions": {
    field: "input",
    turn: {
      type: "function_result",
      call_id: PARIS.id,
      name: PARIS.name,
      result: [
        { type: "text", text: "A map" },
        { type: "image", data: PNG, mime_type: "image/png" },
      ],
    },
  },
};

/** All strings of a value, with the name of the field that each stands in. */
function stringsIn(value: Json, name = ""): readonly (readonly [name: string, text: string])[] {
  if (typeof value === "string") return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((item: Json) => stringsIn(item, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as Fields).flatMap(([key, item]) => stringsIn(item, key));
}

describe("11: an image in a result stays an image", () => {
  const pairs = PAIRS.filter(([client]) => RESULTS[client] !== undefined);

  it.each(pairs)("from a client of %s to %s", (client, provider) => {
    const request = client === "anthropic" ? writeRequest(client, ASKED) : newerRequest(client as NewerApi, ASKED);
    const { field, turn } = RESULTS[client] ?? { field: "", turn: null };
    const body = { ...request, [field]: [...(request[field] as Json[]), turn] };
    const { value } = createBridge({ client, provider, providerModel: modelOf(provider) }).request(body);
    expect(legality[provider]?.request(value)).toEqual([]);
    const strings = stringsIn(value as Json);
    const images = strings.filter(([, text]) => text.includes(PNG));
    expect(images).toHaveLength(1);
    expect(["data", "bytes", "url", "image_url", "images"]).toContain(images[0]?.[0]);
    expect(strings.some(([, text]) => text.includes("A map"))).toBe(true);
  });
});

describe("34: a malformed call is an error, not an empty success", () => {
  const malformed = {
    candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "Malformed function call: f(", index: 0 }],
    usageMetadata: { promptTokenCount: 1, totalTokenCount: 1 },
    modelVersion: "m",
  };

  it.each(NEWER)("of Gemini, to a client of %s, whole and in a stream", (client) => {
    const { value, status } = createBridge({ client, provider: "gemini" }).response(malformed);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(legality[client]?.error(status ?? 200, value)).toEqual([]);
    const bytes = streamed(client, "gemini", [data(geminiChunk([{ text: "Hm" }])), data(malformed)]);
    expect(bytes).toMatch(client === "bedrock" ? /Exception/ : /"event_type":"error"/);
    expect(bytes).not.toMatch(/"stopReason"|interaction\.completed/);
  });

  const reasons = ["malformed_tool_use", "malformed_model_output"];
  const clients = CLIENTS.filter((client) => client !== "bedrock");

  it.each(clients.flatMap((client) => reasons.map((reason) => [client, reason] as const)))(
    "of Bedrock, to a client of %s: %s",
    (client, stopReason) => {
      const { value, status } = createBridge({ client, provider: "bedrock" }).response({
        output: { message: { role: "assistant", content: [] } },
        stopReason,
        usage: { inputTokens: 1, outputTokens: 0, totalTokens: 1 },
        metrics: { latencyMs: 1 },
      });
      expect(status).toBeGreaterThanOrEqual(500);
      expect(legality[client]?.error(status ?? 200, value)).toEqual([]);
    },
  );
});

describe("39, 40: marks of the prompt cache", () => {
  const text = (words: string) => ({ type: "text", text: words, cache_control: { type: "ephemeral" } });
  const request = {
    model: "m",
    max_tokens: 9,
    system: [text("Be brief.")],
    messages: [
      { role: "user", content: [text("Hi")] },
      { role: "assistant", content: "Hello" },
      { role: "user", content: [text("Again")] },
    ],
  };

  it("of Anthropic come after the same content on Bedrock, and back", () => {
    const there = createBridge({ client: "anthropic", provider: "bedrock", providerModel: modelOf("bedrock") });
    const { value, losses } = there.request(request);
    expect(losses).toEqual([]);
    const point = { cachePoint: { type: "default" } };
    expect(value).toMatchObject({
      system: [{ text: "Be brief." }, point],
      messages: [
        { content: [{ text: "Hi" }, point] },
        { content: [{ text: "Hello" }] },
        { content: [{ text: "Again" }, point] },
      ],
    });
    const { value: back } = createBridge({ client: "bedrock", provider: "anthropic" }).request(value as Json);
    expect(back).toMatchObject({ system: request.system, messages: request.messages });
  });

  it("beyond what Bedrock takes are left out, with a loss", () => {
    const many = [...request.messages, { role: "assistant", content: "Yes" }];
    const users = [1, 2].map((number) => ({ role: "user", content: [text(`And ${number}`)] }));
    const bridge = createBridge({ client: "anthropic", provider: "bedrock", providerModel: modelOf("bedrock") });
    const { value, losses } = bridge.request({ ...request, messages: [...many, ...users] });
    expect(stringifyJson(value as Json).match(/"cachePoint"/g)?.length).toBeLessThanOrEqual(4);
    expect(losses.map(({ code }) => code)).toContain("cache-marks");
  });

  it("are a loss for the Interactions API, which caches by itself", () => {
    const bridge = createBridge({ client: "anthropic", provider: "gemini-interactions" });
    const { value, losses } = bridge.request(request);
    expect(stringifyJson(value as Json)).not.toMatch(/cache/i);
    expect(losses.map(({ path }) => path)).toContain("/system/0/cache_control");
  });
});

const SIGNATURE = "U0lHTkVECg==";

/** Streams with signed reasoning and a call. */
const SIGNED: Readonly<Record<(typeof NEWER)[number], readonly string[]>> = {
  bedrock: [
    { messageStart: { role: "assistant" } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { text: "Look outside." } } } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { signature: SIGNATURE } } } },
    { contentBlockStop: { contentBlockIndex: 0 } },
    { contentBlockStart: { contentBlockIndex: 1, start: { toolUse: { toolUseId: "t1", name: "get_weather" } } } },
    { contentBlockDelta: { contentBlockIndex: 1, delta: { toolUse: { input: '{"city":"Paris"}' } } } },
    { contentBlockStop: { contentBlockIndex: 1 } },
    { messageStop: { stopReason: "tool_use" } },
    { metadata: { usage: { inputTokens: 20, outputTokens: 9, totalTokens: 29 }, metrics: { latencyMs: 5 } } },
  ].map((event) => `${JSON.stringify(event)}\n`),
  "gemini-interactions": [
    { event_type: "interaction.created", interaction: { id: "v1_1", object: "interaction", status: "in_progress" } },
    { event_type: "step.start", index: 0, step: { type: "thought" } },
    {
      event_type: "step.delta",
      index: 0,
      delta: { type: "thought_summary", content: { type: "text", text: "Look outside." } },
    },
    { event_type: "step.delta", index: 0, delta: { type: "thought_signature", signature: SIGNATURE } },
    { event_type: "step.stop", index: 0 },
    {
      event_type: "step.start",
      index: 1,
      step: { type: "function_call", id: "t1", name: "get_weather", arguments: {} },
    },
    { event_type: "step.delta", index: 1, delta: { type: "arguments_delta", arguments: '{"city":"Paris"}' } },
    { event_type: "step.stop", index: 1 },
    { event_type: "interaction.completed", interaction: { id: "v1_1", status: "requires_action" } },
  ].map((event) => data(event)),
};

describe.each(NEWER)("2, 4: what %s signs in a stream", (provider) => {
  const carriers = (["openai-responses", "anthropic", "gemini", ...NEWER] as const).filter((api) => api !== provider);

  it.each(carriers)("reaches a client of %s once, with its reasoning, and returns to it alone", (client) => {
    const bytes = streamed(client, provider, SIGNED[provider]);
    expect(bytes).toContain("Look outside.");
    const own = createBridge({ client: provider, provider: client, providerModel: modelOf(client) });
    const stream = own.stream();
    const back = stream.push(bytes) + stream.end();
    expect(back.split(SIGNATURE)).toHaveLength(2);
  });
});

describe("37: tokens that Bedrock has written to the cache", () => {
  const response = {
    output: { message: { role: "assistant", content: [{ text: "Hi" }] } },
    stopReason: "end_turn",
    usage: {
      ...{ inputTokens: 20, outputTokens: 9, totalTokens: 1929 },
      ...{ cacheReadInputTokens: 1500, cacheWriteInputTokens: 400 },
      cacheDetails: [{ ttl: "1h", inputTokens: 400 }],
    },
    metrics: { latencyMs: 5 },
  };

  it.each(["openai-chat", "openai-responses", "anthropic", "openrouter"])("are known to a client of %s", (client) => {
    const { value } = createBridge({ client, provider: "bedrock" }).response(response);
    const { usage } = createBridge({ client: "bedrock", provider: client }).response(value as Json);
    expect(usage).toMatchObject({ input: 1920, cacheRead: 1500, cacheWrite: 400, output: 9 });
    expect(usage?.cacheWrite1h).toBe(client === "anthropic" ? 400 : undefined);
  });
});
