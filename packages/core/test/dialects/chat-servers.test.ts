import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../../../../test/legal/index.ts";
import { createBridge } from "../../../../test/support/dynamic.ts";

/** What servers do differently that copy Chat Completions, as far as the names of their models tell. */
describe("DeepSeek V4", () => {
  const bridge = () =>
    createBridge({ client: "anthropic", provider: "openai-chat", providerModel: "deepseek-v4-flash" });

  it("gets its reasoning back, and an empty one if there was none", () => {
    const server = bridge();
    const answer = server.response(completion({ content: null, reasoning_content: "Hm.", tool_calls: [CALL] })).value;
    const { messages } = chatIn(server.request(turn(answer.content as Json[], [{ type: "text", text: "Hello" }])));
    const spoken = messages.filter(({ role }) => role === "assistant");
    expect(spoken.map(({ reasoning_content: reasoningPart }) => reasoningPart)).toEqual(["", "Hm."]);
    expect(spoken[1]?.tool_calls).toEqual([CALL]);
  });

  it("needs none if reasoning is disabled", () => {
    const { value } = bridge().request({ ...(turn([TOOL_USE]) as object), thinking: { type: "disabled" } } as Json);
    expect(chatIn({ value }).messages.some((message) => "reasoning_content" in message)).toBe(false);
    expect(value.thinking).toEqual({ type: "disabled" });
  });

  it("gets reasoning disabled with a forced tool choice, because it refuses both", () => {
    const { value, changes } = bridge().request({
      ...(turn([TOOL_USE]) as object),
      tool_choice: { type: "any" },
    } as Json);
    expect(value).toMatchObject({ tool_choice: "required", thinking: { type: "disabled" } });
    expect(changes.map(({ rule }) => rule)).toContain("forced-choice");
  });

  it("gets images as text, and the token limit in its own field", () => {
    const image = { type: "image", source: { type: "url", url: "https://x.test/a.png" } };
    const { value, losses } = bridge().request({
      model: "m",
      max_tokens: 9,
      messages: [{ role: "user", content: [image] }],
    });
    expect(value).toMatchObject({ max_tokens: 9 });
    expect(JSON.stringify(value.messages)).toContain("[image: https://x.test/a.png (not shown)]");
    expect(losses.map(({ code }) => code)).toEqual(["media"]);
  });

  it("gets empty reasoning from a client of its own dialect that dropped it", () => {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: null, tool_calls: [CALL] },
      RESULT,
    ];
    const { value } = createBridge({ client: "openai-chat", provider: "openai-chat" }).request({
      model: "deepseek-v4-pro",
      messages,
    });
    expect(value.messages).toEqual([messages[0], { ...messages[1], reasoning_content: "" }, RESULT]);
  });
});

describe("deepseek-reasoner", () => {
  it("gets no reasoning from before the last user message", () => {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", reasoning_content: "Old.", content: "Hello" },
      { role: "user", content: "And now?" },
      { role: "assistant", reasoning_content: "New.", content: null, tool_calls: [CALL] },
      RESULT,
    ];
    const { value, losses } = createBridge({ client: "openai-chat", provider: "openai-chat" }).request({
      model: "deepseek-reasoner",
      messages,
    });
    expect(value.messages).toEqual(
      messages.map((message) =>
        "reasoning_content" in message && message.reasoning_content === "Old."
          ? { role: "assistant", content: "Hello" }
          : message,
      ),
    );
    expect(losses.map(({ path }) => path)).toEqual(["/messages/1/reasoning_content"]);
  });
});

describe("Mistral", () => {
  const bridge = (client: string) =>
    createBridge({ client, provider: "openai-chat", providerModel: "mistral-large-latest" });

  it("gets ids of nine letters and digits, the same for a call and its result, turn after turn", () => {
    const ids = [1, 2].map(() => {
      const { messages } = chatIn(bridge("anthropic").request(turn([TOOL_USE])));
      return [messages[1]?.tool_calls?.[0]?.id, messages[2]?.tool_call_id];
    });
    expect(ids[0]?.[0]).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(new Set(ids.flat()).size).toBe(1);
  });

  it("gets its own ids back", () => {
    const server = bridge("anthropic");
    const own = { ...CALL, id: "D681PevKs" };
    const { content } = server.response(completion({ content: "", tool_calls: [own] })).value;
    const { messages } = chatIn(bridge("anthropic").request(turn(content as Json[])));
    expect(messages[1]?.tool_calls?.[0]?.id).toBe("D681PevKs");
  });

  it("gets ids of other providers in its own form, even from its own dialect", () => {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: null, tool_calls: [CALL] },
      RESULT,
    ];
    const sent = chatIn(bridge("openai-chat").request({ model: "gpt-5", messages }));
    expect(sent.messages[1]?.tool_calls?.[0]?.id).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(sent.messages[2]?.tool_call_id).toBe(sent.messages[1]?.tool_calls?.[0]?.id);
  });

  it("has its own names for a required choice, token limits and seeds", () => {
    const { value } = bridge("openrouter").request({
      model: "m",
      messages: [{ role: "user", content: "Hi" }],
      max_completion_tokens: 9,
      seed: 1,
      tools: [{ type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } }],
      tool_choice: "required",
    });
    expect(value).toMatchObject({ tool_choice: "any", max_tokens: 9, random_seed: 1 });
  });

  it("shows its reasoning in unary responses too, and gets it back", () => {
    const content = [
      { type: "thinking", thinking: [{ type: "text", text: "Hm." }], closed: true },
      { type: "text", text: "Hi" },
    ];
    const body = completion({ content });
    const { value } = bridge("anthropic").response(body);
    expect(value.content).toMatchObject([
      { type: "thinking", thinking: "Hm." },
      { type: "text", text: "Hi" },
    ]);
    const own = createBridge({ client: "openai-chat", provider: "openai-chat", profile: "native" });
    expect(own.response(body).value).toEqual(body);
    expect(createBridge({ client: "openrouter", provider: "openai-chat" }).response(body).value).toMatchObject({
      choices: [{ message: { content: "Hi", reasoning: "Hm." } }],
    });
  });

  it("gets its reasoning back within the content", () => {
    const server = bridge("anthropic");
    const thinking = { type: "thinking", thinking: [{ type: "text", text: "Hm." }] };
    const stream = server.stream();
    const chunks = [{ content: [thinking] }, { tool_calls: [{ index: 0, ...CALL }] }].map((delta) => ({
      choices: [{ index: 0, delta }],
    }));
    const bytes =
      stream.push(sse([...chunks, { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] }])) + stream.end();
    const { messages } = chatIn(server.request(turn(blocksOf(bytes))));
    expect(messages[1]?.content).toEqual([thinking]);
    expect(messages[1]?.reasoning_content).toBeUndefined();
  });
});

describe("Kimi", () => {
  it("gets reasoning with every call, even if it is empty", () => {
    const bridge = createBridge({ client: "anthropic", provider: "openai-chat", providerModel: "kimi-k2.6" });
    const { messages } = chatIn(bridge.request(turn([TOOL_USE], [{ type: "text", text: "Hello" }])));
    expect(
      messages.filter(({ role }) => role === "assistant").map(({ reasoning_content: reasoningPart }) => reasoningPart),
    ).toEqual([undefined, ""]);
  });
});

describe("xAI", () => {
  it("counts reasoning tokens separately from the output, unlike all others", () => {
    const usage = {
      prompt_tokens: 307,
      completion_tokens: 26,
      total_tokens: 560,
      completion_tokens_details: { reasoning_tokens: 227 },
    };
    const body = completion({ content: "Hi" }, { usage });
    expect(createBridge({ client: "anthropic", provider: "openai-chat" }).response(body).value.usage).toMatchObject({
      input_tokens: 307,
      output_tokens: 253,
    });
    expect(
      createBridge({ client: "openai-chat", provider: "openai-chat", profile: "native" }).response(body).value.usage,
    ).toEqual(usage);
  });
});

describe("the signatures of Gemini's calls", () => {
  const extra_content = { google: { thought_signature: "c2lnbmVk" } };

  it("come back to its own server through a client that has no field for them", () => {
    const server = createBridge({ client: "anthropic", provider: "openai-chat" });
    const { content } = server.response(completion({ content: null, tool_calls: [{ ...CALL, extra_content }] })).value;
    const again = createBridge({ client: "anthropic", provider: "openai-chat" });
    const { messages } = chatIn(again.request(turn(content as Json[])));
    expect(messages[1]?.tool_calls).toEqual([{ ...CALL, extra_content }]);
  });

  it("come back in streams too, even where they come late", () => {
    for (const deltas of [
      [{ index: 0, ...CALL, extra_content }],
      [
        { index: 0, ...CALL, function: { name: "f", arguments: "" } },
        { index: 0, extra_content, function: { arguments: "{}" } },
      ],
    ]) {
      const server = createBridge({ client: "anthropic", provider: "openai-chat" });
      const stream = server.stream();
      const chunks = deltas.map((delta) => ({ choices: [{ index: 0, delta: { tool_calls: [delta] } }] }));
      const bytes =
        stream.push(sse([...chunks, { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] }])) +
        stream.end();
      expect(legality.anthropic?.stream(bytes)).toEqual([]);
      const { messages } = chatIn(server.request(turn(blocksOf(bytes))));
      expect(messages[1]?.tool_calls).toMatchObject([{ extra_content }]);
    }
  });

  it("are sent to no other vendor", () => {
    const server = createBridge({ client: "anthropic", provider: "openai-chat" });
    const { content } = server.response(completion({ content: null, tool_calls: [{ ...CALL, extra_content }] })).value;
    const { value, losses } = createBridge({ client: "anthropic", provider: "openrouter" }).request(
      turn(content as Json[]),
    );
    expect(JSON.stringify(value)).not.toContain("c2lnbmVk");
    expect(losses.map(({ code }) => code)).toContain("foreign-signature");
  });
});

// ── helpers ─────────────────────────────────────────────────────────────────

/** The request that a translation has made for a server of Chat Completions. */
function chatIn({ value }: { readonly value: unknown }): Chat {
  return value as Chat;
}

interface Chat {
  readonly messages: readonly {
    readonly role: string;
    readonly content?: Json;
    readonly reasoning_content?: string;
    readonly tool_calls?: readonly { readonly id: string }[];
    readonly tool_call_id?: string;
  }[];
}

const CALL = { id: "call_a", type: "function", function: { name: "f", arguments: "{}" } };
const RESULT = { role: "tool", tool_call_id: "call_a", content: "ok" };
const TOOL_USE = { type: "tool_use", id: "toolu_01AbCdEfGhIjKlMnOpQrSt", name: "f", input: {} };

function completion(message: object, rest: object = {}): Json {
  const choice = { index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" };
  return { id: "c1", object: "chat.completion", created: 1, model: "m", choices: [choice], ...rest } as Json;
}

/** A request of a Messages client whose last turn made these calls, with their results; optionally after earlier messages. */
function turn(content: readonly Json[], before: readonly Json[] = []): Json {
  const calls = content.filter((block) => (block as { type: string }).type === "tool_use") as { id: string }[];
  const earlier =
    before.length === 0
      ? []
      : [
          { role: "assistant", content: before },
          { role: "user", content: "Go on" },
        ];
  const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "ok" }));
  const tools = [{ name: "f", input_schema: { type: "object", properties: {} } }];
  const messages = [
    { role: "user", content: "Hi" },
    ...earlier,
    { role: "assistant", content },
    { role: "user", content: results },
  ];
  return { model: "m", max_tokens: 9, tools, messages } as unknown as Json;
}

function sse(chunks: readonly object[]): string {
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
}

/** The blocks of a Messages stream, as its client would send them back. */
function blocksOf(bytes: string): Json[] {
  const blocks: Record<string, unknown>[] = [];
  for (const line of bytes.split("\n").filter((each) => each.startsWith("data: "))) {
    const { index, content_block: block, delta } = JSON.parse(line.slice(6));
    if (block !== undefined) blocks[index] = { ...block };
    const open = blocks[index];
    if (open === undefined || delta === undefined) continue;
    if (delta.type === "thinking_delta") open.thinking += delta.thinking;
    if (delta.type === "signature_delta") open.signature = delta.signature;
  }
  return blocks as unknown as Json[];
}
