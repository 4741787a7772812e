import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { nextRequest, REQUESTED, SIGNATURE, SUN } from "./next-request.ts";
import { blocksIn, readTranslatedStream, translateRequest, translateStream } from "./translate.ts";
import {
  at,
  chatCall,
  DIALECTS,
  type DialectName,
  type Fields,
  PARIS,
  WEATHER,
  withResponse,
  withTurns,
  writeRequest,
} from "./wire.ts";
import { completion, responseObject, writeResponse } from "./wire-responses.ts";
import {
  ANTHROPIC_START,
  anthropicEnd,
  blockEvents,
  CHAT_START,
  chatCalls,
  chatEnd,
  chatFrame,
  event,
  toolBlock,
} from "./wire-streams.ts";

const REASONING = [
  { type: "thinking", thinking: "", signature: "c2lnMQ==" },
  { type: "redacted_thinking", data: "ZGF0YQ==" },
  { type: "thinking", thinking: "Paris, so.", signature: "c2lnMg==" },
];
const THOUGHTFUL = {
  ...writeResponse("anthropic", { calls: [PARIS] }),
  content: [...REASONING, { ...toolBlock(PARIS), input: { city: "Paris" } }],
};

describe("5: thinking blocks come back as they were, in order", () => {
  it.each([undefined, "strict", "native"])("between Anthropic and Anthropic, under the profile %s", (profile) => {
    const request = writeRequest("anthropic", REQUESTED);
    const bridge = createBridge({
      client: "anthropic",
      provider: "anthropic",
      ...(profile === undefined ? {} : { profile }),
    });
    bridge.request(request);
    const { value } = bridge.response(THOUGHTFUL);
    expect(value.content).toEqual(THOUGHTFUL.content);
    const history = withTurns("anthropic", withResponse("anthropic", request, value), [SUN]);
    const again = bridge.request(history);
    expect(again.value.messages).toEqual(history.messages);
    expect(legality.anthropic?.request(again.value)).toEqual([]);
  });

  it.each(["openai-responses", "openrouter", "gemini"] as const)("through a client of %s", async (client) => {
    const { value } = translateRequest(client, "anthropic", await nextRequest(client, "anthropic", THOUGHTFUL));
    expect(blocksIn(value).slice(0, 3)).toEqual(REASONING);
    expect(blocksIn(value)[3]).toMatchObject({ type: "tool_use", name: "get_weather" });
  });

  it("through a stream to a client of Responses", async () => {
    const request = writeRequest("openai-responses", REQUESTED);
    const stream = [
      ANTHROPIC_START,
      ...blockEvents(0, { type: "thinking", thinking: "", signature: "" }, [
        { type: "thinking_delta", thinking: "Paris," },
        { type: "thinking_delta", thinking: " so." },
        { type: "signature_delta", signature: "c2lnMg==" },
      ]),
      ...blockEvents(1, toolBlock(PARIS), [{ type: "input_json_delta", partial_json: PARIS.arguments }]),
      ...anthropicEnd("tool_use"),
    ].map(event);
    const { raw, calls } = await readTranslatedStream("openai-responses", "anthropic", stream, request);
    const output = (at(raw as Json, "output") as Fields[]).map(({ parsed_arguments, ...item }) => item);
    const results = calls.map(({ id = "", name }) => ({ id, name, content: "Sun" }));
    const history = withTurns("openai-responses", withResponse("openai-responses", request, { output }), [{ results }]);
    expect(blocksIn(translateRequest("openai-responses", "anthropic", history).value)[0]).toEqual(REASONING[2]);
  });
});

const DETAILS = [
  { type: "reasoning.summary", summary: "Paris.", format: "google-gemini-v1", index: 0 },
  { type: "reasoning.encrypted", data: SIGNATURE, id: "tool_1", format: "google-gemini-v1", index: 1 },
];

describe("7: OpenRouter gets its reasoning_details back, unmodified and in order", () => {
  const response = completion(
    {
      role: "assistant",
      content: null,
      reasoning: "Paris.",
      reasoning_details: DETAILS,
      tool_calls: [chatCall(PARIS)],
    },
    "tool_calls",
  );

  it.each(["openai-responses", "anthropic", "gemini"] as const)("through a client of %s", async (client) => {
    const { value } = translateRequest(client, "openrouter", await nextRequest(client, "openrouter", response));
    const [message] = (value.messages as Fields[]).filter(({ role }) => role === "assistant");
    expect(message?.reasoning_details).toEqual(DETAILS);
  });

  it("through a stream to a client of Anthropic", async () => {
    const request = writeRequest("anthropic", REQUESTED);
    const stream = [
      CHAT_START,
      chatFrame({ reasoning: "Par", reasoning_details: [{ ...DETAILS[0], summary: "Par" }] }),
      chatFrame({ reasoning: "is.", reasoning_details: [{ ...DETAILS[0], summary: "is." }] }),
      chatFrame({ reasoning_details: [DETAILS[1] ?? {}] }),
      chatCalls({ index: 0, ...chatCall(PARIS) }),
      ...chatEnd("tool_calls"),
    ];
    const { raw, calls } = await readTranslatedStream("anthropic", "openrouter", stream, request);
    const results = calls.map(({ id = "", name }) => ({ id, name, content: "Sun" }));
    const history = withTurns("anthropic", withResponse("anthropic", request, raw as Fields), [{ results }]);
    const { value } = translateRequest("anthropic", "openrouter", history);
    const [message] = (value.messages as Fields[]).filter(({ role }) => role === "assistant");
    expect(message?.reasoning_details).toEqual(DETAILS);
  });
});

// A server of the Chat family whose rules are not OpenAI's.
function toDeepSeek(client: DialectName, request: Json): Fields {
  return createBridge({ client, provider: "openai-chat", providerModel: "deepseek-v4-pro" }).request(request).value;
}

describe("8: reasoning_content is passed back to models that require it", () => {
  const response = completion(
    { role: "assistant", content: null, reasoning_content: "Paris.", tool_calls: [chatCall(PARIS)] },
    "tool_calls",
  );

  it.each(["openai-responses", "anthropic", "openrouter", "gemini", "ollama"] as const)(
    "through a client of %s",
    async (client) => {
      const history = await nextRequest(client, "openai-chat", response);
      const value = toDeepSeek(client, history);
      const [message] = (value.messages as Fields[]).filter(({ role }) => role === "assistant");
      expect(message?.reasoning_content).toBe("Paris.");
    },
  );

  it("and is there, empty, on every turn of a model that requires it", () => {
    const turns = [...REQUESTED.turns, { assistant: { calls: [PARIS] } }, SUN];
    const request = writeRequest("anthropic", { tools: [WEATHER], turns });
    const value = toDeepSeek("anthropic", request);
    const [message] = (value.messages as Fields[]).filter(({ role }) => role === "assistant");
    expect(message?.reasoning_content).toBe("");
  });

  it("and is not sent to models of OpenAI, which know no such field", () => {
    const turns = [...REQUESTED.turns, { assistant: { calls: [PARIS] } }, SUN];
    const { value } = translateRequest(
      "anthropic",
      "openai-chat",
      writeRequest("anthropic", { tools: [WEATHER], turns }),
    );
    expect(JSON.stringify(value)).not.toContain("reasoning_content");
  });
});

describe("9: the reasoning items of Responses come back before their calls", () => {
  const reasoning = {
    type: "reasoning",
    id: "rs_1",
    summary: [{ type: "summary_text", text: "Paris." }],
    encrypted_content: "gAAAA-signed",
  };
  const call = { type: "function_call", call_id: PARIS.id, name: PARIS.name, arguments: PARIS.arguments };
  const response = responseObject("completed", [reasoning, { ...call, id: "fc_1", status: "completed" }]);

  it.each(["anthropic", "openrouter", "gemini"] as const)("through a client of %s", async (client) => {
    const { value } = translateRequest(
      client,
      "openai-responses",
      await nextRequest(client, "openai-responses", response),
    );
    const items = value.input as Fields[];
    const index = items.findIndex(({ type }) => type === "reasoning");
    expect(items[index]).toMatchObject({ encrypted_content: "gAAAA-signed", summary: reasoning.summary });
    expect(items[index + 1]).toMatchObject({ type: "function_call", name: "get_weather" });
  });

  it("through a stream to a client of Anthropic", async () => {
    const request = writeRequest("anthropic", REQUESTED);
    const summary = { item_id: "rs_1", output_index: 0, summary_index: 0 };
    const place = { item_id: "fc_1", output_index: 1 };
    const stream = [
      { type: "response.created", response: responseObject("in_progress", []) },
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { ...reasoning, summary: [], encrypted_content: "gA" },
      },
      { type: "response.reasoning_summary_part.added", ...summary, part: { type: "summary_text", text: "" } },
      { type: "response.reasoning_summary_text.delta", ...summary, delta: "Paris." },
      { type: "response.reasoning_summary_text.done", ...summary, text: "Paris." },
      { type: "response.reasoning_summary_part.done", ...summary, part: { type: "summary_text", text: "Paris." } },
      { type: "response.output_item.done", output_index: 0, item: reasoning },
      {
        type: "response.output_item.added",
        output_index: 1,
        item: { ...call, id: "fc_1", arguments: "", status: "in_progress" },
      },
      { type: "response.function_call_arguments.delta", ...place, delta: PARIS.arguments },
      { type: "response.function_call_arguments.done", ...place, arguments: PARIS.arguments },
      { type: "response.output_item.done", output_index: 1, item: { ...call, id: "fc_1", status: "completed" } },
      { type: "response.completed", response },
    ].map((each, sequence_number) => event({ ...each, sequence_number }));
    const { raw, calls } = await readTranslatedStream("anthropic", "openai-responses", stream, request);
    const results = calls.map(({ id = "", name }) => ({ id, name, content: "Sun" }));
    const history = withTurns("anthropic", withResponse("anthropic", request, raw as Fields), [{ results }]);
    const items = translateRequest("anthropic", "openai-responses", history).value.input as Fields[];
    expect(items.find(({ type }) => type === "reasoning")).toMatchObject({ encrypted_content: "gAAAA-signed" });
  });
});

it("reasoning never becomes text of the response", async () => {
  const stream = [
    CHAT_START,
    chatFrame({ reasoning_content: "Secret." }),
    chatFrame({ content: "Hi" }),
    ...chatEnd("stop"),
  ];
  for (const client of DIALECTS) {
    if (client === "openai-chat") continue;
    expect(
      (await readTranslatedStream(client, "openai-chat", stream)).text,
      translateStream(client, "openai-chat", stream),
    ).toBe("Hi");
  }
});
