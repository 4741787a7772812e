import type { Json } from "@toolglot/core";
// More of the known failures, for the newer APIs as providers and as clients: what lasts from turn to turn, and what is counted.
import { describe, expect, it } from "vitest";
import { createBridge } from "../support/dynamic.ts";
import { type Api, modelOf, NEWER, PAIRS, sent } from "./newer-apis.ts";
import { REQUESTED } from "./next-request.ts";
import { type Fields, OSLO, PARIS, WEATHER } from "./wire.ts";

/** Answers with a call and signed reasoning. */
const SIGNED: Readonly<Record<(typeof NEWER)[number], Json>> = {
  bedrock: {
    output: {
      message: {
        role: "assistant",
        content: [
          { reasoningContent: { reasoningText: { text: "Look outside.", signature: "U0lHTkVECg==" } } },
          { toolUse: { toolUseId: "tooluse_1", name: "get_weather", input: { city: "Paris" } } },
        ],
      },
    },
    stopReason: "tool_use",
    usage: { inputTokens: 20, outputTokens: 9, totalTokens: 29 },
    metrics: { latencyMs: 5 },
  },
  "gemini-interactions": {
    id: "v1_1",
    object: "interaction",
    status: "requires_action",
    model: "gemini-3.8-flash",
    created: "2026-11-17T00:00:00Z",
    updated: "2026-11-17T00:00:00Z",
    steps: [
      { type: "thought", signature: "U0lHTkVECg==", summary: [{ type: "text", text: "Look outside." }] },
      { type: "function_call", id: "call_1", name: "get_weather", arguments: { city: "Paris" } },
    ],
    usage: { total_input_tokens: 20, total_output_tokens: 4, total_thought_tokens: 5, total_tokens: 29 },
  },
};

const SIGNATURE = "U0lHTkVECg==";

/** The clients whose history has a place for what a vendor has signed. */
const CARRIERS = ["openai-responses", "anthropic", "gemini", ...NEWER] as const satisfies readonly Api[];

/** Where a client keeps the turns of a conversation, and the turn that a response adds. */
const HISTORY: Readonly<Record<(typeof CARRIERS)[number], { field: string; turns: (response: Fields) => Json[] }>> = {
  "openai-responses": { field: "input", turns: ({ output }) => output as Json[] },
  anthropic: { field: "messages", turns: ({ content }) => [{ role: "assistant", content: content as Json }] },
  gemini: {
    field: "contents",
    turns: ({ candidates }) => (candidates as readonly { content: Json }[]).map(({ content }) => content),
  },
  bedrock: { field: "messages", turns: ({ output }) => [(output as { message: Json }).message] },
  "gemini-interactions": { field: "input", turns: ({ steps }) => steps as Json[] },
};

/** The history that a client sends back, without the results of the calls. */
function withAnswer(client: (typeof CARRIERS)[number], request: Fields, response: Fields): Fields {
  const { field, turns } = HISTORY[client];
  return { ...request, [field]: [...(request[field] as Json[]), ...turns(response)] };
}

/** The request of a client itself. */
function ownRequest(client: (typeof CARRIERS)[number]): Fields {
  return sent(client === "anthropic" ? "bedrock" : "anthropic", client, REQUESTED);
}

describe.each(NEWER)("2, 4, 5, 9: what %s has signed", (provider) => {
  const carriers = CARRIERS.filter((client) => client !== provider);

  it.each(carriers)("comes back to it unchanged through a client of %s", (client) => {
    const request = ownRequest(client);
    const bridge = createBridge({ client, provider, providerModel: modelOf(provider) });
    bridge.request(request);
    const { value } = bridge.response(SIGNED[provider]);
    const next = createBridge({ client, provider, providerModel: modelOf(provider) });
    const { value: body } = next.request(withAnswer(client, request, value as Fields));
    expect(JSON.stringify(body)).toContain(`"signature":"${SIGNATURE}"`);
  });

  it.each(carriers)("is not sent to another vendor by a client of %s", (client) => {
    const request = ownRequest(client);
    const bridge = createBridge({ client, provider, providerModel: modelOf(provider) });
    bridge.request(request);
    const history = withAnswer(client, request, bridge.response(SIGNED[provider]).value as Fields);
    for (const other of ["openai-chat", "openai-responses", "ollama"] as const) {
      if (other === client) continue;
      const { value } = createBridge({ client, provider: other, providerModel: modelOf(other) }).request(history);
      expect(JSON.stringify(value), other).not.toContain(SIGNATURE);
    }
  });
});

/** Usage in which no two classes of tokens are equal. */
const COUNTED: Readonly<Record<(typeof NEWER)[number], Json>> = {
  bedrock: {
    ...(SIGNED.bedrock as Fields),
    usage: {
      inputTokens: 20,
      outputTokens: 9,
      totalTokens: 1929,
      cacheReadInputTokens: 1500,
      cacheWriteInputTokens: 400,
    },
  },
  "gemini-interactions": {
    ...(SIGNED["gemini-interactions"] as Fields),
    usage: {
      total_input_tokens: 1920,
      total_cached_tokens: 1500,
      total_output_tokens: 4,
      total_thought_tokens: 5,
      total_tokens: 1929,
    },
  },
};

describe.each(NEWER)("37: the tokens of %s are counted once", (provider) => {
  const clients = [...new Set(PAIRS.map(([client]) => client))].filter((client) => client !== provider);

  it.each(clients)("for a client of %s, with what was cached", (client) => {
    const { value, usage } = createBridge({ client, provider }).response(COUNTED[provider]);
    const read = createBridge({ client: provider, provider: client }).response(value as Json).usage;
    expect(usage).toMatchObject({ input: 1920, output: 9, cacheRead: 1500 });
    expect(read).toMatchObject({ input: 1920, output: 9 });
    if (client !== "ollama") expect(read?.cacheRead).toBe(1500);
  });
});

describe("40: the same conversation gives the same bytes, and a longer one begins with them", () => {
  const turns = [{ user: "Weather?" }, { assistant: { calls: [PARIS] } }, { results: [{ ...PARIS, content: "Sun" }] }];
  const more = [...turns, { assistant: { calls: [OSLO] } }, { results: [{ ...OSLO, content: "Noon" }] }];

  it.each(PAIRS)("from a client of %s to %s", (client, provider) => {
    const short = sent(client, provider, { tools: [WEATHER], turns });
    expect(JSON.stringify(sent(client, provider, { tools: [WEATHER], turns }))).toBe(JSON.stringify(short));
    const long = sent(client, provider, { tools: [WEATHER], turns: more });
    const field = Object.keys(short).find((name) => ["messages", "input", "contents"].includes(name)) ?? "";
    const [before, after] = [short[field], long[field]] as Json[][];
    expect(after?.slice(0, before?.length)).toEqual(before);
  });
});
