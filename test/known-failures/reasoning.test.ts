import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import {
  blocksIn,
  partsIn,
  readTranslatedStream,
  translateRequest,
  translateResponse,
  translateStream,
} from "./translate.ts";
import {
  ANTHROPIC_START,
  anthropicEnd,
  at,
  blockEvents,
  CHAT_START,
  chatCall,
  chatCalls,
  chatEnd,
  chatFrame,
  completion,
  DIALECTS,
  type DialectName,
  event,
  type Fields,
  geminiChunk,
  PARIS,
  responseObject,
  toolBlock,
  WEATHER,
  withResponse,
  withTurns,
  writeRequest,
  writeResponse,
} from "./wire.ts";

const SIGNATURE = "EqUCSEALEDBYGEMINI";
const SUN = { results: [{ ...PARIS, content: "Sun" }] };
const REQUESTED = { tools: [WEATHER], turns: [{ user: "Weather?" }] };

/** The next request of a client that sends back what it was answered. */
async function next(client: DialectName, provider: DialectName, response: Json): Promise<Fields> {
  const request = writeRequest(client, REQUESTED);
  const { body, calls } = await translateResponse(client, provider, response, request);
  const results = calls.map(({ id, name }) => ({ id: id ?? PARIS.id, name, content: "Sun" }));
  return withTurns(client, withResponse(client, request, body), [{ results }]);
}

const signed = geminiChunk(
  [
    { functionCall: { id: "fc-1", name: "get_weather", args: { city: "Paris" } }, thoughtSignature: SIGNATURE },
    { functionCall: { id: "fc-2", name: "get_weather", args: { city: "Oslo" } } },
  ],
  { finishReason: "STOP" },
);

/** The dialects that have a field in which a client gives an opaque text back. */
const CARRIERS = ["openai-responses", "anthropic", "openrouter", "openai-chat"] as const;

describe("2: the thought signature of a call is sent back with it", () => {
  it.each(CARRIERS)("through a client of %s", async (client) => {
    const { value } = translateRequest(client, "gemini", await next(client, "gemini", signed));
    const calls = partsIn(value).filter(({ functionCall }) => functionCall !== undefined);
    expect(calls.map(({ thoughtSignature }) => thoughtSignature)).toEqual([SIGNATURE, undefined]);
    expect(JSON.stringify(calls.map(({ functionCall }) => functionCall))).not.toContain(SIGNATURE);
  });

  it("through a stream to a client of Anthropic", async () => {
    const request = writeRequest("anthropic", REQUESTED);
    const { raw, calls } = await readTranslatedStream(
      "anthropic",
      "gemini",
      `data: ${JSON.stringify(signed)}\n\n`,
      request,
    );
    const results = calls.map(({ id = "", name }) => ({ id, name, content: "Sun" }));
    const history = withTurns("anthropic", withResponse("anthropic", request, raw as Fields), [{ results }]);
    const parts = partsIn(translateRequest("anthropic", "gemini", history).value);
    expect(parts.flatMap(({ thoughtSignature }) => thoughtSignature ?? [])).toEqual([SIGNATURE]);
  });

  it("through a stream to a client of Responses", async () => {
    const request = writeRequest("openai-responses", REQUESTED);
    const { raw, calls } = await readTranslatedStream(
      "openai-responses",
      "gemini",
      `data: ${JSON.stringify(signed)}\n\n`,
      request,
    );
    const results = calls.map(({ id = "", name }) => ({ id, name, content: "Sun" }));
    const output = (at(raw as Json, "output") as Fields[]).map(({ parsed_arguments, ...item }) => item);
    const history = withTurns("openai-responses", withResponse("openai-responses", request, { output }), [{ results }]);
    const parts = partsIn(translateRequest("openai-responses", "gemini", history).value);
    expect(parts.flatMap(({ thoughtSignature }) => thoughtSignature ?? [])).toEqual([SIGNATURE]);
  });

  it.each(DIALECTS.filter((client) => client !== "gemini"))(
    "and calls of %s without a signature get the placeholder that Gemini accepts",
    (client) => {
      const turns = [...REQUESTED.turns, { assistant: { calls: [PARIS] } }, SUN];
      const { value } = translateRequest(client, "gemini", writeRequest(client, { tools: [WEATHER], turns }));
      const [call] = partsIn(value).filter(({ functionCall }) => functionCall !== undefined);
      expect(call?.thoughtSignature).toBe("skip_thought_signature_validator");
    },
  );

  it("and stays on a text that has no call after it", async () => {
    const text = geminiChunk([{ text: "Sunny.", thoughtSignature: SIGNATURE }], { finishReason: "STOP" });
    const bridge = createBridge({ client: "gemini", provider: "gemini", profile: "strict" });
    expect(bridge.response(text).value).toEqual(text);
  });
});

describe("4: no signature of one vendor is sent to another", () => {
  const answers: Readonly<Partial<Record<DialectName, Fields>>> = {
    gemini: signed,
    anthropic: {
      ...writeResponse("anthropic", { calls: [PARIS] }),
      content: [
        { type: "thinking", thinking: "Hm.", signature: SIGNATURE },
        { ...toolBlock(PARIS), input: { city: "Paris" } },
      ],
    },
    "openai-responses": responseObject("completed", [
      {
        type: "reasoning",
        id: "rs_1",
        summary: [{ type: "summary_text", text: "Hm." }],
        encrypted_content: SIGNATURE,
      },
      {
        type: "function_call",
        id: "fc_1",
        call_id: PARIS.id,
        name: PARIS.name,
        arguments: PARIS.arguments,
        status: "completed",
      },
    ]),
    openrouter: completion(
      {
        role: "assistant",
        content: null,
        reasoning: "Hm.",
        reasoning_details: [
          { type: "reasoning.text", text: "Hm.", signature: SIGNATURE, format: "anthropic-claude-v1", index: 0 },
        ],
        tool_calls: [chatCall(PARIS)],
      },
      "tool_calls",
    ),
  };
  const signing = Object.keys(answers) as DialectName[];

  describe.each(signing)("what %s signed", (signer) => {
    describe.each(DIALECTS.filter((client) => client !== signer))("to a client of %s", (client) => {
      it.each(DIALECTS.filter((other) => other !== signer))("is not sent on to %s", async (other) => {
        const history = await next(client, signer, answers[signer] ?? null);
        const { value } = createBridge({ client, provider: other }).request(history);
        expect(JSON.stringify(value)).not.toContain(SIGNATURE);
        expect(JSON.stringify(value)).not.toContain("tg1:");
        expect(JSON.stringify(value)).not.toContain("dGcxO");
      });
    });
  });

  it("what Anthropic signed itself comes back to it unchanged", async () => {
    const blocks = at(answers.anthropic, "content");
    for (const client of ["openai-responses", "openrouter"] as const) {
      const { value } = translateRequest(
        client,
        "anthropic",
        await next(client, "anthropic", answers.anthropic ?? null),
      );
      expect(blocksIn(value)[0], client).toEqual(at(blocks, 0));
    }
  });
});

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
    const { value } = translateRequest(client, "anthropic", await next(client, "anthropic", THOUGHTFUL));
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

describe("6: the signatures of Gemini's own tools stay", () => {
  const own = geminiChunk(
    [
      { toolCall: { id: "t1", toolType: "GOOGLE_SEARCH_WEB", args: { queries: ["a"] } }, thoughtSignature: "QQ==" },
      { toolResponse: { id: "t1", toolType: "GOOGLE_SEARCH_WEB", response: {} }, thoughtSignature: "Qg==" },
      { functionCall: { id: "fc-1", name: "get_weather", args: { city: "Paris" } }, thoughtSignature: SIGNATURE },
    ],
    { finishReason: "STOP" },
  );

  it("between Gemini and Gemini, where schemas are lowered too", () => {
    const bridge = createBridge({ client: "gemini", provider: "gemini", profile: "strict" });
    const request = writeRequest("gemini", REQUESTED);
    bridge.request(request);
    const { value } = bridge.response(own);
    expect(at(value, "candidates", 0, "content")).toEqual(at(own, "candidates", 0, "content"));
    const history = withTurns("gemini", withResponse("gemini", request, value), [SUN]);
    expect(bridge.request(history).value.contents).toEqual(history.contents);
  });

  it.each(DIALECTS.filter((client) => client !== "gemini"))("and a client of %s can go on", async (client) => {
    translateRequest(client, "gemini", await next(client, "gemini", own));
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
    const { value } = translateRequest(client, "openrouter", await next(client, "openrouter", response));
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
      const history = await next(client, "openai-chat", response);
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
    const { value } = translateRequest(client, "openai-responses", await next(client, "openai-responses", response));
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
