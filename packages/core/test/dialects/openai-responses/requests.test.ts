import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { type Body, CLAUDE, OWN, sent } from "./bodies.ts";

const CHAT = { model: "gpt-5.6", messages: [{ role: "user", content: "Hi" }] };

describe("A request from elsewhere", () => {
  it("sets store to false by default", () => {
    expect(sent("openai-chat", CHAT).value).toEqual({
      model: "gpt-5.6",
      input: [{ type: "message", role: "user", content: "Hi" }],
      store: false,
    });
    expect(sent("openai-chat", { ...CHAT, store: true }).value.store).toBe(true);
  });

  it("has its one plain system message as instructions, and others as items", () => {
    const system = { role: "system", content: "Be brief." };
    expect(sent("openai-chat", { ...CHAT, messages: [system, ...CHAT.messages] }).value).toMatchObject({
      instructions: "Be brief.",
      input: [{ role: "user", content: "Hi" }],
    });
    const two = sent("openai-chat", {
      ...CHAT,
      messages: [system, { ...system, role: "developer" }, ...CHAT.messages],
    });
    expect(two.value.instructions).toBeUndefined();
    expect(two.value.input).toMatchObject([system, { role: "developer" }, { role: "user" }]);
  });

  it("asks for 16 tokens at least", () => {
    expect(sent("anthropic", { ...CLAUDE, max_tokens: 1 })).toMatchObject({
      value: { max_output_tokens: 16 },
      lost: ["/max_tokens"],
    });
  });

  it("reports fields that Responses does not have", () => {
    const settings = { stop: ["x"], seed: 1, n: 2, frequency_penalty: 1, presence_penalty: 1, logit_bias: { 1: 1 } };
    expect(sent("openai-chat", { ...CHAT, ...settings }, { providerModel: "gpt-4.1" }).lost.toSorted()).toEqual([
      "/frequency_penalty",
      "/logit_bias",
      "/n",
      "/presence_penalty",
      "/seed",
      "/stop",
    ]);
  });

  it("limits the effort to what a model supports, and drops sampling with reasoning", () => {
    const requests = { ...CHAT, model: "gpt-5", reasoning_effort: "xhigh", temperature: 0.5 };
    expect(sent("openai-chat", requests)).toMatchObject({ value: { reasoning: { effort: "high" } } });
    expect(sent("openai-chat", requests).lost).toEqual(["/temperature", "/reasoning_effort"]);
    const budget = { ...CLAUDE, thinking: { type: "enabled", budget_tokens: 2048 } };
    expect(sent("anthropic", budget, { providerModel: "gpt-5.6" }).value.reasoning).toEqual({ effort: "low" });
    expect(sent("anthropic", budget, { providerModel: "gpt-4.1" }).value.reasoning).toBeUndefined();
    const off = { ...CLAUDE, thinking: { type: "disabled" } };
    expect(sent("anthropic", off, { providerModel: "gpt-5.6" }).value.reasoning).toEqual({ effort: "none" });
    expect(sent("anthropic", off, { providerModel: "gpt-5" }).value.reasoning).toEqual({ effort: "minimal" });
  });

  it("has a call and its result as items without item ids, and a failure as text", () => {
    const messages = [
      ...CLAUDE.messages,
      {
        role: "assistant",
        content: [
          { type: "text", text: "So" },
          { type: "tool_use", id: "toolu_1", name: "f", input: { a: 1 } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", is_error: true, content: "No" }] },
    ];
    expect(sent("anthropic", { ...CLAUDE, messages }).value.input).toEqual([
      { type: "message", role: "user", content: "Hi" },
      { type: "message", role: "assistant", content: "So" },
      { type: "function_call", call_id: "fc_1", name: "f", arguments: '{"a":1}' },
      { type: "function_call_output", call_id: "fc_1", output: "[Error] No" },
    ]);
  });

  it("marks an assistant's message as a message, and sends no empty encrypted_content, for llama.cpp", () => {
    const requests = { role: "user", content: "Hi" };
    const said = { role: "assistant", content: "Ho" };
    const reasoningPart = {
      type: "reasoning",
      id: "rs_1",
      summary: [],
      content: [{ type: "reasoning_text", text: "Hm" }],
    };
    const input = [requests, { ...reasoningPart, encrypted_content: "" }, said];
    const within = (model: string) => createBridge({ client: OWN, provider: OWN }).request({ model, input });
    expect(within("qwen3").value.input).toEqual([requests, reasoningPart, { type: "message", ...said }]);
    expect(within("qwen3").changes.map(({ path }) => path)).toEqual(["/input/1/encrypted_content", "/input/2/type"]);
    expect(within("gpt-5.6")).toMatchObject({ value: { input }, changes: [] });
  });

  it("fits ids into 64 characters, the same for a call and its result", () => {
    const id = "x".repeat(4572);
    const call = { id, type: "function", function: { name: "f", arguments: "{}" } };
    const messages = [
      ...CHAT.messages,
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: id, content: "1" },
    ];
    const { value } = sent("openai-chat", { ...CHAT, messages });
    const [, { call_id: called }, { call_id: answered }] = value.input as unknown as [Body, Body, Body];
    expect(String(called)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(answered).toBe(called);
  });

  it("shows images and documents in results", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    const document = {
      type: "document",
      title: "a.pdf",
      source: { type: "base64", media_type: "application/pdf", data: "BBBB" },
    };
    const messages = [
      ...CLAUDE.messages,
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [image, document] }] },
    ];
    expect(sent("anthropic", { ...CLAUDE, messages }).value.input).toMatchObject([
      {},
      {},
      {
        output: [
          { type: "input_image", image_url: "data:image/png;base64,AAAA" },
          { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,BBBB" },
        ],
      },
    ]);
  });
});

describe("a document without a name", () => {
  it.each(["openai-chat", "openai-responses", "openrouter", "bedrock"])(
    "reports the name that it is given for %s",
    (provider) => {
      const source = { type: "base64", media_type: "application/pdf", data: "aGk=" };
      const messages = [{ role: "user", content: [{ type: "document", source }] }];
      const { changes } = createBridge({ client: "anthropic", provider }).request({
        model: "m",
        max_tokens: 20,
        messages,
      });
      expect(changes).toContainEqual({
        path: "/messages/0/content/0",
        rule: "required-name",
        detail: expect.any(String),
      });
    },
  );
});

describe("tools that an item adds", () => {
  const GET_TIME = { type: "function", name: "get_time", description: "The time in a city.", parameters: {} };

  it.each([[GET_TIME], { description: "The weather in a city." }, "get_weather"])(
    "are reported as lost where they cannot be read: %j",
    (unreadable) => {
      const input = [
        { type: "additional_tools", role: "developer", tools: [unreadable, GET_TIME] },
        { type: "message", role: "user", content: "What time is it in Bern?" },
      ];
      const bridge = createBridge({ client: "openai-responses", provider: "openai-chat" });
      const { value, losses } = bridge.request({ model: "m", input });
      expect(value).toMatchObject({ tools: [{ function: { name: "get_time" } }] });
      expect(losses).toMatchObject([{ code: "refused", path: "/input/0/tools/0" }]);
    },
  );
});
