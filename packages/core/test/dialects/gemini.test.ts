import { findDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { acceptedRequests, DIALECTS, requests, responses, streams } from "../../../../test/conversations/recorded.ts";
import { legalityOf } from "../../../../test/legal/gemini.ts";
import { legality } from "../../../../test/legal/index.ts";
import { sdks } from "../../../../test/sdk/index.ts";
import { createBridge } from "../../../../test/support/dynamic.ts";
import { Ledger } from "../../src/ledger.ts";
import { Report } from "../../src/report.ts";

const OWN = "gemini";
const others = DIALECTS.filter((id) => id !== OWN && findDialect(id)?.request !== undefined);

type Fields = Record<string, Json>;

// ── what comes back ─────────────────────────────────────────────────────────

const CONTENTS: Json[] = [
  { parts: [{ text: "Look" }, { inlineData: { mimeType: "image/png", data: "AAAA", displayName: "a" } }] },
  { role: "user", parts: [{ file_data: { mime_type: "video/mp4", file_uri: "gs://bucket/a" }, video_metadata: {} }] },
  {
    role: "model",
    parts: [
      { text: "Hm", thought: true },
      { text: "", thoughtSignature: "AAAA" },
      { functionCall: { name: "f" }, thoughtSignature: "BBBB", thought: false },
      { function_call: { id: "1", name: "f", args: { a: 1 } }, thought_signature: "skip_thought_signature_validator" },
      { executableCode: { language: "PYTHON", code: "1" }, thoughtSignature: "CCCC" },
      { toolCall: { toolType: "GOOGLE_SEARCH", args: {} }, thoughtSignature: "DDDD" },
    ],
  },
  {
    role: "function",
    parts: [
      { functionResponse: { name: "f", response: { output: "a" } } },
      { functionResponse: { name: "f", response: { error: { code: 1 } }, willContinue: false } },
      { functionResponse: { name: "f", response: { output: "a", error: null } } },
      {
        functionResponse: { name: "f", response: {}, parts: [{ inlineData: { mimeType: "image/png", data: "AAAA" } }] },
      },
      { function_response: { id: "1", name: "f", response: { result: [1, null] }, parts: [] } },
      { functionResponse: { name: "f" } },
    ],
  },
  { role: "model", parts: [{ functionCall: { name: "g" } }, { functionResponse: { name: "g", response: { a: 1 } } }] },
  { role: "model", parts: [] },
  { role: "model" },
];

const REQUESTS: Fields[] = [
  { contents: CONTENTS, systemInstruction: { role: "system", parts: [{ text: "Be brief." }] }, tools: [] },
  { contents: [], system_instruction: "Be brief.", safetySettings: [], cachedContent: "cachedContents/a" },
  { contents: [], generationConfig: {}, toolConfig: {}, systemInstruction: {}, labels: {}, store: false },
  {
    contents: [],
    generation_config: { max_output_tokens: 9, top_k: 4, thinking_config: { thinking_level: "low" } },
    tool_config: { function_calling_config: { mode: "any", allowed_function_names: ["f"] } },
    service_tier: "standard",
  },
  {
    contents: [],
    generationConfig: {
      responseMimeType: "application/json",
      responseSchema: { type: "OBJECT", properties: { a: { type: "STRING", nullable: true } } },
      thinkingConfig: { thinkingBudget: -1, includeThoughts: true },
      mediaResolution: "MEDIA_RESOLUTION_LOW",
    },
    toolConfig: { functionCallingConfig: { mode: "VALIDATED" }, includeServerSideToolInvocations: true },
  },
];

const RESPONSES: Fields[] = [
  { promptFeedback: { blockReason: "SAFETY", blockReasonMessage: "no", safetyRatings: [] }, usageMetadata: {} },
  { candidates: [], usageMetadata: { promptTokenCount: 3, toolUsePromptTokenCount: 2, totalTokenCount: 5 } },
  { candidates: null, usageMetadata: { promptTokenCount: "3", toolUsePromptTokenCount: 2, totalTokenCount: [] } },
  { candidates: [{ content: {}, finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "f(", index: 0 }] },
  {
    candidates: [{ content: { parts: [{ text: "a" }] }, finishReason: "STOP", avgLogprobs: -1 }, { content: null }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 0, thoughtsTokenCount: 2, totalTokenCount: 5 },
    createTime: "2026-01-01T00:00:00Z",
  },
];

describe("Gemini to Gemini", () => {
  it("round-trips every request without a loss", () => {
    const recorded = requests
      .filter(({ dialect }) => dialect === OWN)
      .filter(({ body }) => !/invalid_role/.test(text(body)));
    for (const body of [...recorded.map((each) => each.body), ...REQUESTS])
      expect(roundTrip("request", body)).toEqual({ value: body, losses: [] });
  });

  it("round-trips every response without a loss", () => {
    const recorded = responses.filter(({ dialect }) => dialect === OWN).map(({ body }) => body);
    for (const body of [...recorded, ...RESPONSES])
      expect(roundTrip("response", body)).toEqual({ value: body, losses: [] });
  });
});

function roundTrip(what: "request" | "response", body: Json): { value: unknown; losses: unknown[] } {
  const codec = findDialect(OWN)?.[what];
  const ledger = new Ledger({ from: OWN, to: OWN });
  const decoded = codec?.decode(body, new Report(ledger, "to_canonical"));
  const context = { id: "x", created: 0, includeUsage: false };
  const value = codec?.encode(decoded as never, new Report(ledger, "from_canonical"), context);
  return { value, losses: ledger.losses() };
}

// ── other dialects ──────────────────────────────────────────────────────────

const MODELS = ["gemini-2.5-pro", "gemini-3.8-flash"];

describe.each(others)("%s to Gemini", (dialect) => {
  it.each(MODELS)("makes requests that are legal for %s", (model) => {
    for (const { id, body } of acceptedRequests.filter((each) => each.dialect === dialect)) {
      if (isFragment(body)) continue;
      const { value } = createBridge({ client: dialect, provider: OWN, providerModel: model }).request(body);
      expect([id, legalityOf(model).request(value)]).toEqual([id, []]);
    }
  });

  it("makes legal responses that the SDK reads", async () => {
    for (const { id, body } of responses.filter((each) => each.dialect === dialect)) {
      const { value, status } = createBridge({ client: OWN, provider: dialect }).response(body);
      const found = status === undefined ? legality[OWN]?.response(value) : legality[OWN]?.error(status, value);
      expect([id, found]).toEqual([id, []]);
      expect([id, await sdks[OWN]?.parse(value as never, status)]).toMatchObject([id, { ok: status === undefined }]);
    }
  });

  it("makes legal streams that the SDK reads", async () => {
    for (const { id, body } of streams.filter((each) => each.dialect === dialect)) {
      const chunks = translated({ client: OWN, provider: dialect }, body);
      expect([id, legality[OWN]?.stream(chunks)]).toEqual([id, []]);
      const failed = /\n\ndata: \{"error"[^\n]*\n\n$|^data: \{"error"/.test(chunks);
      expect([id, await sdks[OWN]?.consume(chunks)]).toMatchObject([id, { ok: !failed }]);
    }
  });
});

describe.each(others)("Gemini to %s", (dialect) => {
  it("makes legal streams that the SDK reads", async () => {
    for (const { id, body } of streams.filter((each) => each.dialect === OWN)) {
      const bytes = translated({ client: dialect, provider: OWN }, body);
      expect([id, legality[dialect]?.stream(bytes)]).toEqual([id, []]);
      const failed = /"error":\{|response\.failed|"error":"|Exception":\{/.test(bytes.slice(-2_000));
      const read = await sdks[dialect]?.consume(bytes);
      if (read !== undefined && !failed) expect([id, read]).toMatchObject([id, { ok: true }]);
    }
  });
});

// Results of calls that only the vendor remembers.
function isFragment(body: Json): boolean {
  return typeof (body as Fields).previous_response_id === "string";
}

function translated(ends: { client: string; provider: string }, ...pieces: string[]): string {
  const stream = createBridge(ends).stream();
  return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
}

function text(value: Json): string {
  return JSON.stringify(value);
}

function partsOf(content: Fields | undefined): Fields[] {
  return (content?.parts ?? []) as Fields[];
}

// ── quirks: requests ────────────────────────────────────────────────────────

const CALLS: Json[] = [
  { role: "user", content: "Go" },
  { role: "assistant", tool_calls: [call("1", "f"), call("2", "f")] },
  { role: "tool", tool_call_id: "1", content: "one" },
  { role: "tool", tool_call_id: "2", content: "[Error] two" },
];

function call(id: string, name: string, args = "{}"): Json {
  return { id, type: "function", function: { name, arguments: args } };
}

function sent(body: Fields, providerModel = "gemini-3.8-flash", client = "openai-chat"): Fields {
  return createBridge({ client, provider: OWN, providerModel }).request({ model: "m", ...body }).value as Fields;
}

describe("requests for Gemini", () => {
  it("have a signature on the first call of each step of the current turn, for models that require one", () => {
    const dummy = "skip_thought_signature_validator";
    const [, called] = sent({ messages: CALLS }).contents as Fields[];
    expect(partsOf(called).map((part) => part.thoughtSignature)).toEqual([dummy, undefined]);
    expect(text(sent({ messages: CALLS }, "gemini-2.5-flash"))).not.toContain(dummy);
  });

  it("have one within the dialect if another vendor made the call, and keep existing ones", () => {
    const step = (...parts: Json[]) => ({ role: "model", parts });
    const called = (name: string, more: Fields = {}) => ({ functionCall: { name, args: {} }, ...more });
    const reported = (name: string) => ({ role: "user", parts: [{ functionResponse: { name, response: {} } }] });
    const dummy = { thoughtSignature: "skip_thought_signature_validator" };
    const contents = [
      { role: "user", parts: [{ text: "Go" }] },
      ...[step({ text: "Well" }, called("a"), called("b")), reported("a"), reported("b")],
      ...[step(called("c", { thoughtSignature: "EqUC" })), reported("c")],
      ...[step({ function_call: { name: "d", args: {} }, thought_signature: "EqUD" }), reported("d")],
      ...[step(called("e", dummy)), reported("e")],
    ];
    const pass = (providerModel: string, profile?: string) =>
      createBridge({ client: OWN, provider: OWN, providerModel, ...(profile && { profile }) }).request({ contents });
    for (const profile of [undefined, "native"]) {
      const { value, changes } = pass("gemini-3.8-pro", profile);
      expect(value.contents).toEqual(contents.with(1, step({ text: "Well" }, called("a", dummy), called("b"))));
      expect(changes).toContainEqual(expect.objectContaining({ path: "/contents/1/parts/1", rule: "dummy-signature" }));
    }
    expect(pass("gemini-2.5-pro")).toEqual({ value: { contents }, losses: [], changes: [] });
  });

  it("report a placeholder signature", () => {
    const { changes } = createBridge({ client: "openai-chat", provider: OWN }).request({ model: "m", messages: CALLS });
    expect(changes).toContainEqual(
      expect.objectContaining({ path: "/messages/1/tool_calls/0", rule: "dummy-signature" }),
    );
  });

  it("have all results of a step in one content, with the names of their calls", () => {
    const [, , results] = sent({ messages: CALLS }).contents as Fields[];
    expect(results).toEqual({
      role: "user",
      parts: [
        { functionResponse: { id: "1", name: "f", response: { output: "one" } } },
        { functionResponse: { id: "2", name: "f", response: { error: "two" } } },
      ],
    });
  });

  it("keep the digits of arguments", () => {
    const bridge = createBridge({ client: "openai-chat", provider: OWN });
    const messages = [
      { role: "user", content: "a" },
      { role: "assistant", tool_calls: [call("1", "f", '{"n":1.10,"m":123456789012345678901}')] },
    ];
    const { value } = bridge.request({ model: "m", messages });
    const args = partsOf((value.contents as Fields[])[1])[0]?.functionCall as Fields;
    expect(String((args.args as Fields).n)).toBe("1.10");
    expect(String((args.args as Fields).m)).toBe("123456789012345678901");
  });

  it("have media within results, and next to them for older models", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    const messages = [
      { role: "user", content: "Go" },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [image] }] },
    ];
    const shown = { inlineData: { mimeType: "image/png", data: "AAAA" } };
    const partsFor = (model: string) =>
      (sent({ messages, max_tokens: 9 }, model, "anthropic").contents as Fields[])[2]?.parts;
    expect(partsFor("gemini-3.8-flash")).toMatchObject([
      { functionResponse: { response: { output: "" }, parts: [shown] } },
    ]);
    expect(partsFor("gemini-2.5-flash")).toEqual([
      { functionResponse: expect.not.objectContaining({ parts: [shown] }) },
      shown,
    ]);
  });

  it.each([
    ["gemini-3.8-flash", "xhigh", { thinkingLevel: "HIGH" }],
    ["gemini-3.5-flash", "none", { thinkingLevel: "MINIMAL" }],
    ["gemini-3.8-flash", "none", { thinkingLevel: "LOW" }],
    ["some-model", "low", { thinkingLevel: "LOW" }],
    ["gemini-2.5-flash", "none", { thinkingBudget: 0 }],
    ["gemini-2.5-pro", "none", { thinkingBudget: 128 }],
    ["gemini-2.5-flash", "medium", { thinkingBudget: 8192 }],
    ["gemini-2.0-flash", "high", undefined],
  ])("set the reasoning effort for %s, if it is %s", (model, effort, thinkingConfig) => {
    const { generationConfig } = sent({ messages: [], reasoning_effort: effort }, model);
    expect((generationConfig as Fields | undefined)?.thinkingConfig).toEqual(thinkingConfig);
  });

  it("have at most five stop sequences, and report the others", () => {
    const bridge = createBridge({ client: "anthropic", provider: OWN });
    const stop = ["1", "2", "3", "4", "5", "6"];
    const { value, losses } = bridge.request({ model: "m", max_tokens: 9, messages: [], stop_sequences: stop });
    expect(value.generationConfig).toMatchObject({ stopSequences: stop.slice(0, 5) });
    expect(losses).toMatchObject([{ path: "/stop_sequences", action: "truncated" }]);
  });

  it.each([
    [{ mode: "auto" }, "AUTO", undefined],
    [{ mode: "required" }, "ANY", undefined],
    [{ mode: "none" }, "NONE", undefined],
    [{ mode: "required", tool: { kind: "function", name: "f" } }, "ANY", ["f"]],
    [{ mode: "auto", validated: true }, "VALIDATED", undefined],
    [{ mode: "auto", allowed: [{ kind: "function", name: "f" }] }, "VALIDATED", ["f"]],
  ])("choose tools: %j", (choice, mode, allowedFunctionNames) => {
    const report = new Report(new Ledger({ from: "a", to: OWN }), "from_canonical");
    const wire = findDialect(OWN)?.choice?.encode(choice as never, report);
    expect(wire).toEqual({ functionCallingConfig: { mode, ...(allowedFunctionNames && { allowedFunctionNames }) } });
  });

  it.each([
    ["gemini-3.8-flash", 2, { functionCallingConfig: { mode: "VALIDATED" }, includeServerSideToolInvocations: true }],
    ["gemini-2.5-flash", 1, undefined],
  ])("have functions beside built-in tools for %s, if it takes both", (model, count, toolConfig) => {
    const tools = [
      { name: "f", input_schema: { type: "object", properties: {} } },
      { type: "web_search_20250305", name: "web_search" },
    ];
    const value = sent({ messages: [], max_tokens: 9, tools }, model, "anthropic");
    expect(value.toolConfig).toEqual(toolConfig);
    expect(value.tools).toHaveLength(count);
  });

  it("cannot disable parallel calls, and report it", () => {
    const bridge = createBridge({ client: "openai-chat", provider: OWN });
    const tools = [{ type: "function", function: { name: "f" } }];
    const { value, losses } = bridge.request({ model: "m", messages: [], tools, parallel_tool_calls: false });
    expect(value.toolConfig).toBeUndefined();
    expect(losses).toContainEqual(expect.objectContaining({ path: "/parallel_tool_calls" }));
  });
});

describe("requests of Gemini", () => {
  const requested = (body: Fields, provider = "openai-chat") =>
    createBridge({ client: OWN, provider, providerModel: "m" }).request(body);

  it("have lower-case types for other providers, wherever the schema is", () => {
    const responseJsonSchema = { type: "OBJECT", properties: { a: { type: "STRING" } }, required: ["a"] };
    const generationConfig = { responseMimeType: "application/json", responseJsonSchema };
    const { response_format: format } = requested({ contents: [], generationConfig }).value as Fields;
    expect(text(format as Json)).toContain('"type":"object"');
    expect(text(format as Json)).not.toMatch(/OBJECT|STRING/);
  });

  it("pair results with calls that have no ids", () => {
    const contents = [
      { parts: [{ text: "Go" }] },
      { role: "model", parts: [{ functionCall: { name: "f" } }, { functionCall: { name: "g", args: { a: 1 } } }] },
      { role: "user", parts: ["g", "f"].map((name) => ({ functionResponse: { name, response: { output: name } } })) },
    ];
    const { messages } = requested({ contents }).value as { messages: Fields[] };
    const ids = ((messages[1] as Fields).tool_calls as Fields[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(messages.slice(2)).toMatchObject([
      { tool_call_id: ids[1], content: "g" },
      { tool_call_id: ids[0], content: "f" },
    ]);
  });

  it("do not repeat calls that the vendor ran itself", () => {
    const served = [{ functionCall: { name: "g" } }, { functionResponse: { name: "g", response: { a: 1 } } }];
    const contents = [{ parts: [{ text: "Go" }] }, { role: "model", parts: [...served, { text: "Done" }] }];
    const { value, losses } = requested({ contents });
    expect(value.messages).toEqual([
      { role: "user", content: "Go" },
      { role: "assistant", content: "Done" },
    ]);
    expect(losses.map(({ path }) => path)).toEqual(["/contents/1/parts/0", "/contents/1/parts/1"]);
  });

  it("are refused for an unknown role", () => {
    expect(() => requested({ contents: [{ role: "nobody", parts: [] }] })).toThrow(/expected a role/);
  });
});

// ── quirks: answers ─────────────────────────────────────────────────────────

function answer(body: Json, client = "anthropic") {
  return createBridge({ client, provider: OWN }).response(body);
}

function candidate(parts: Json[], more: Fields = {}): Json {
  return { candidates: [{ content: { role: "model", parts }, finishReason: "STOP", ...more }] };
}

describe("answers of Gemini", () => {
  it("finish with tool calls, although finishReason is STOP", () => {
    const { value } = answer(candidate([{ functionCall: { name: "f" } }]));
    expect(value).toMatchObject({ stop_reason: "tool_use", content: [{ type: "tool_use", name: "f", input: {} }] });
  });

  it.each(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"])("are an error if they end with %s", (finishReason) => {
    const { value, status } = answer(candidate([], { finishReason, finishMessage: "f(" }));
    expect(status).toBe(502);
    expect(value).toMatchObject({ type: "error", error: { message: "f(" } });
    const chunk = text(candidate([], { finishReason, finishMessage: "f(" }));
    expect(translated({ client: "anthropic", provider: OWN }, `data: ${chunk}\n\n`)).toContain("event: error");
  });

  it("are refused where the prompt is blocked", () => {
    const body = { promptFeedback: { blockReason: "SAFETY" } };
    expect(answer(body).value).toMatchObject({ stop_reason: "refusal", content: [] });
    const stream = translated({ client: "anthropic", provider: OWN }, `data: ${text(body)}\n\n`);
    expect(stream).toContain('"stop_reason":"refusal"');
  });

  it("count reasoning as output, and cached tokens as input", () => {
    const usageMetadata = {
      promptTokenCount: 10,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 3,
      toolUsePromptTokenCount: 2,
      totalTokenCount: 20,
    };
    const { value } = answer({ ...(candidate([{ text: "a" }]) as Fields), usageMetadata });
    expect(value.usage).toMatchObject({ input_tokens: 8, cache_read_input_tokens: 4, output_tokens: 8 });
  });

  it.each(["anthropic", "openai-chat"])("have signatures that come back through %s to the very call", (client) => {
    const parts = [
      { functionCall: { id: "1", name: "f", args: {} }, thoughtSignature: "EqUC" },
      { functionCall: { id: "2", name: "f", args: {} } },
    ];
    const { value } = answer(candidate(parts), client);
    const written = client === "anthropic" ? value : ((value.choices as Fields[])[0]?.message as Fields);
    const results =
      client === "anthropic"
        ? [
            {
              role: "user",
              content: idsIn(written).map((id) => ({ type: "tool_result", tool_use_id: id, content: "a" })),
            },
          ]
        : idsIn(written).map((id) => ({ role: "tool", tool_call_id: id, content: "a" }));
    const history = [
      { role: "user", content: "Go" },
      {
        role: "assistant",
        content: written.content ?? null,
        ...(written.tool_calls ? { tool_calls: written.tool_calls } : {}),
      },
      ...results,
    ];
    const { contents } = sent({ messages: history as Json, max_tokens: 9 }, "gemini-3.8-flash", client) as {
      contents: Fields[];
    };
    expect(partsOf(contents[1]).map(({ thoughtSignature }) => thoughtSignature)).toEqual(["EqUC", undefined]);
  });
});

function idsIn({ content, tool_calls: calls }: Fields): Json[] {
  const blocks = (Array.isArray(calls) ? calls : content) as Fields[];
  return blocks.filter(({ type }) => type === "tool_use" || type === "function").map(({ id }) => id ?? null);
}

// ── quirks: streams ─────────────────────────────────────────────────────────

function chunks(...parts: Json[]): string {
  const last = parts.length - 1;
  return parts
    .map((part, index) => {
      const end = index === last ? { finishReason: "STOP" } : {};
      return `data: ${text({ candidates: [{ content: { role: "model", parts: [part] }, ...end }] })}\r\n\r\n`;
    })
    .join("");
}

function argumentsIn(stream: string): string[] {
  return [...stream.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)]
    .map(([, json]) => JSON.parse(json ?? '""'))
    .filter((each) => each !== "");
}

describe("streams of Gemini", () => {
  it("have arguments put together that come by path", () => {
    const piece = (jsonPath: string, value: Fields, more: Fields = {}) => ({
      functionCall: { partialArgs: [{ jsonPath, ...value }], willContinue: true, ...more },
    });
    const stream = chunks(
      { functionCall: { name: "f", willContinue: true }, thoughtSignature: "EqUC" },
      piece("$.city", { stringValue: "Bos", willContinue: true }),
      piece("$.city", { stringValue: "ton" }),
      piece("$.days[0].n", { numberValue: 1 }),
      piece("$.days[1]['a b']", { boolValue: true }),
      piece("$.none", { nullValue: "NULL_VALUE" }),
      piece("$.list[]", {}),
      piece("$.empty", {}),
      piece("$.__proto__", { stringValue: "x" }),
      { functionCall: {} },
    );
    const [args] = argumentsIn(translated({ client: "openai-chat", provider: OWN }, stream));
    expect(args).toBe(
      '{"city":"Boston","days":[{"n":1},{"a b":true}],"none":null,"list":[],"empty":{},"__proto__":"x"}',
    );
  });

  it("fail where arguments belong nowhere", () => {
    const wild = {
      functionCall: { name: "f", partialArgs: [{ jsonPath: "$.a[99999999]", numberValue: 1 }], willContinue: true },
    };
    expect(translated({ client: "anthropic", provider: OWN }, chunks(wild))).toContain("event: error");
  });

  it("keep the digits of arguments", () => {
    const stream =
      'data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"n":1.10,"m":123456789012345678901}}}]},"finishReason":"STOP"}]}\n\n';
    expect(argumentsIn(translated({ client: "openai-chat", provider: OWN }, stream))).toEqual([
      '{"n":1.10,"m":123456789012345678901}',
    ]);
  });

  it("are read with all their chunks in one list, too", () => {
    const list = text([candidate([{ text: "a" }]), candidate([{ text: "b" }])]);
    expect(translated({ client: "openai-chat", provider: OWN }, `data: ${list}\n\n`)).toContain('"content":"b"');
  });

  it("end with an error if they are truncated or contain one", () => {
    const cut = `data: ${text({ candidates: [{ content: { parts: [{ text: "a" }] } }] })}\n\n`;
    const written = `data: ${text({ error: { code: 503, message: "Busy", status: "UNAVAILABLE" } })}\n\n`;
    for (const stream of [cut, written]) {
      const bytes = translated({ client: "anthropic", provider: OWN }, stream);
      expect(bytes).toContain("event: error");
      expect(bytes).not.toContain("message_stop");
    }
  });

  it("are complete if the response ends within a call's arguments", () => {
    const open = {
      functionCall: { name: "f", partialArgs: [{ jsonPath: "$.a", stringValue: "x" }], willContinue: true },
    };
    expect(argumentsIn(translated({ client: "openai-chat", provider: OWN }, chunks(open)))).toEqual(['{"a":"x"}']);
    const long = chunks(open).replace('"STOP"', '"MAX_TOKENS"');
    expect(translated({ client: "ollama", provider: OWN }, long)).not.toContain('"name":"f"');
  });
});

describe("streams for clients of Gemini", () => {
  const written = (...deltas: Json[]) =>
    deltas.map((delta) => `data: ${text({ id: "a", model: "m", choices: [{ index: 0, delta }] })}\n\n`).join("") +
    `data: ${text({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;
  const frames = (bytes: string): Fields[] =>
    bytes
      .split("\n\n")
      .filter(Boolean)
      .map((frame) => JSON.parse(frame.slice(6)));
  const partsIn = (bytes: string) =>
    frames(bytes).flatMap(({ candidates }) => partsOf((candidates as Fields[])[0]?.content as Fields | undefined));

  it("have complete calls, and a last part with empty text", () => {
    const calls = [{ index: 0, id: "call_1", function: { name: "f", arguments: '{"a":' } }];
    const rest = [{ index: 0, function: { arguments: "1}" } }];
    const bytes = translated(
      { client: OWN, provider: "openai-chat" },
      written({ content: "Hi" }, { tool_calls: calls }, { tool_calls: rest }),
    );
    expect(partsIn(bytes)).toEqual([
      { text: "Hi" },
      { functionCall: { id: "call_1", name: "f", args: { a: 1 } } },
      { text: "" },
    ]);
    expect(frames(bytes).at(-1)).toMatchObject({
      candidates: [{ finishReason: "STOP" }],
      modelVersion: "m",
      responseId: "a",
    });
  });

  it("have reasoning marked with its vendor, so that it returns there", () => {
    const bytes = translated(
      { client: OWN, provider: "openai-chat" },
      written({ reasoning_content: "Hm" }, { content: "Hi" }),
    );
    const [reasoning, signature] = partsIn(bytes);
    expect(reasoning).toEqual({ text: "Hm", thought: true });
    expect(signature).toMatchObject({ thought: true, thoughtSignature: expect.stringMatching(/^dGcxO/) });
  });

  it("have no truncated call", () => {
    const calls = [{ index: 0, id: "call_1", function: { name: "f", arguments: '{"a":' } }];
    const bytes = written({ tool_calls: calls }).replace('"stop"', '"length"');
    expect(partsIn(translated({ client: OWN, provider: "openai-chat" }, bytes))).toEqual([{ text: "" }]);
  });
});

// ── quirks: errors ──────────────────────────────────────────────────────────

describe("errors of Gemini", () => {
  const RETRY = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.4s" };

  it.each([
    [400, "INVALID_ARGUMENT", "invalid_request_error", 400],
    [401, "UNAUTHENTICATED", "authentication_error", 401],
    [403, "PERMISSION_DENIED", "permission_error", 403],
    [404, "NOT_FOUND", "not_found_error", 404],
    [429, "RESOURCE_EXHAUSTED", "rate_limit_error", 429],
    [500, "INTERNAL", "api_error", 500],
    [503, "UNAVAILABLE", "api_error", 503],
    [504, "DEADLINE_EXCEEDED", "timeout_error", 504],
  ])("are theirs for %i %s", (code, status, type, expected) => {
    const error = { error: { code, status, message: "No" } };
    const reported = createBridge({ client: "anthropic", provider: OWN }).error(code, error);
    expect(reported).toMatchObject({ status: expected, value: { error: { type, message: "No" } } });
    const back = createBridge({ client: OWN, provider: "anthropic" }).error(reported.status, reported.value);
    expect(back).toEqual({ status: code, value: error });
    expect(legality[OWN]?.error(back.status, back.value)).toEqual([]);
  });

  it("have a retry delay in both directions", () => {
    const { errors } = findDialect(OWN) ?? {};
    const failure = errors?.decode(
      [{ error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Slow", details: [RETRY] } }],
      429,
    );
    expect(failure).toMatchObject({ kind: "rate-limit", retryAfter: 34.4 });
    const { details, ...rest } = failure ?? { kind: "server", status: 500, message: "" };
    expect(errors?.encode(rest).value).toMatchObject({ error: { details: [RETRY] } });
  });

  it.each([402, 409, 413, 529])("take the status %i of others", (status) => {
    const { errors } = findDialect(OWN) ?? {};
    const foreign = createBridge({ client: OWN, provider: "anthropic" }).error(status, {
      type: "error",
      error: { message: "No" },
    });
    expect(legality[OWN]?.error(foreign.status, foreign.value)).toEqual([]);
    expect(errors?.decode(foreign.value, foreign.status).message).toBe("No");
  });
});
