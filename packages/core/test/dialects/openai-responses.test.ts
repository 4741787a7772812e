import { dialects, findDialect } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../../../../test/legal/index.ts";
import { sdks } from "../../../../test/sdk/index.ts";
import { dialectOf, frame, type Recording, readTraffic, streamsOf, succeeded } from "../../../../test/sdk/traffic.ts";
import { createBridge } from "../../../../test/support/dynamic.ts";
import type { Json } from "../../../../test/support/json.ts";
import { Ledger } from "../../src/ledger.ts";
import { Report } from "../../src/report.ts";

const OWN = "openai-responses";
const traffic = readTraffic();
const others = dialects.filter(({ id, request }) => id !== OWN && request !== undefined).map(({ id }) => id);

type Body = Record<string, Json>;

function recorded(dialect: string): Recording[] {
  return traffic.filter((recording) => dialectOf(recording) === dialect);
}

// What its own provider did not understand is nothing to be translated.
function bodiesOf(dialect: string): (readonly [id: string, body: Body])[] {
  return recorded(dialect)
    .filter(({ response }) => response.status !== 400)
    .flatMap(({ id, request }) => (isBody(request?.body) ? [[id, request.body] as const] : []));
}

function answersOf(dialect: string): (readonly [id: string, body: Body])[] {
  return recorded(dialect)
    .filter((recording) => succeeded(recording) && !recording.streaming)
    .flatMap(({ id, response }) => (isBody(response.json) ? [[id, response.json] as const] : []));
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function roundTrip(what: "request" | "response", body: Json): { value: unknown; losses: unknown[] } {
  const dialect = findDialect(OWN);
  const ledger = new Ledger({ from: OWN, to: OWN });
  const decoded = dialect?.[what]?.decode(body, new Report(ledger, "to_canonical"));
  if (decoded === undefined || "failure" in decoded) return { value: body, losses: [] };
  const report = new Report(ledger, "from_canonical");
  const context = { id: "x", created: 0, includeUsage: false };
  const value = dialect?.[what]?.encode(decoded as never, report, context);
  return { value, losses: ledger.losses() };
}

function bridged(provider: string, client: string, text: string): string {
  const stream = createBridge({ client, provider }).stream();
  return stream.push(text) + stream.end();
}

describe("Responses to Responses", () => {
  it("gives every recorded request back as it was, without a loss", () => {
    for (const [id, body] of [...bodiesOf(OWN), ...SAMPLES]) {
      expect([id, roundTrip("request", body)]).toEqual([id, { value: body, losses: [] }]);
    }
  });

  it("gives every recorded answer back as it was, without a loss", () => {
    for (const [id, body] of answersOf(OWN)) {
      expect([id, roundTrip("response", body)]).toEqual([id, { value: body, losses: [] }]);
    }
  });
});

describe("Responses to Responses under a profile", () => {
  it("makes legal answers and streams, and loses nothing of an answer", async () => {
    for (const recording of recorded(OWN).filter(succeeded)) {
      for (const text of streamsOf(recording)) {
        const stream = createBridge({ client: OWN, provider: OWN, profile: "native" }).stream();
        const written = stream.push(text) + stream.end();
        expect([recording.id, legality[OWN]?.stream(written)]).toEqual([recording.id, []]);
        expect([recording.id, await sdks[OWN]?.consume(written)]).toMatchObject([recording.id, { ok: true }]);
      }
    }
    for (const [id, body] of answersOf(OWN)) {
      const { value, losses } = createBridge({ client: OWN, provider: OWN, profile: "native" }).response(body);
      expect([id, value, losses]).toEqual([id, body, []]);
    }
  });
});

describe.each(others)("%s to Responses", (dialect) => {
  it("makes legal requests", () => {
    const found = bodiesOf(dialect).flatMap(([id, body]) => {
      const { value } = createBridge({ client: dialect, provider: OWN }).request(body);
      return legality[OWN]?.request(value as Json).map((violation) => ({ id, ...violation })) ?? [];
    });
    expect(found).toEqual([]);
  });

  it("makes legal responses that the SDK reads", async () => {
    for (const [id, body] of answersOf(dialect)) {
      const { value, status } = createBridge({ client: OWN, provider: dialect }).response(body);
      if (status !== undefined) continue;
      expect([id, legality[OWN]?.response(value as Json)]).toEqual([id, []]);
      expect([id, await sdks[OWN]?.parse(value as Json)]).toMatchObject([id, { ok: true }]);
    }
  });

  it("makes legal streams that the SDK reads", async () => {
    for (const recording of recorded(dialect).filter(succeeded)) {
      for (const text of streamsOf(recording)) {
        const written = bridged(dialect, OWN, text);
        expect([recording.id, legality[OWN]?.stream(written)]).toEqual([recording.id, []]);
        const read = await sdks[OWN]?.consume(written);
        if (!written.includes("event: response.failed"))
          expect([recording.id, read]).toMatchObject([recording.id, { ok: true }]);
      }
    }
  });
});

describe.each(["anthropic", "openai-chat"])("Responses to %s", (dialect) => {
  it("makes legal requests", () => {
    // Where an earlier answer is kept by the provider, its calls are not there to be answered.
    const whole = bodiesOf(OWN).filter(([, body]) => body.previous_response_id === undefined);
    const found = whole.flatMap(([id, body]) => {
      const { value } = createBridge({ client: OWN, provider: dialect }).request(body);
      const violations = legality[dialect]?.request(value as Json) ?? [];
      // Models of other vendors require their reasoning back where this vendor has no field.
      return violations.filter(({ path }) => !path.endsWith("/reasoning_content")).map((each) => ({ id, ...each }));
    });
    expect(found).toEqual([]);
  });

  it("makes legal streams that the SDK reads", async () => {
    for (const recording of recorded(OWN).filter(succeeded)) {
      for (const text of streamsOf(recording)) {
        const written = bridged(OWN, dialect, text);
        expect([recording.id, legality[dialect]?.stream(written)]).toEqual([recording.id, []]);
        const read = await sdks[dialect]?.consume(written);
        // The helper of the SDK knows no calls of custom tools.
        if (!written.includes('"type":"custom"'))
          expect([recording.id, read]).toMatchObject([recording.id, { ok: true }]);
      }
    }
  });
});

const SAMPLES: (readonly [string, Body])[] = [
  ["text", { model: "gpt-5.6", instructions: "Be brief.", input: "Hi" }],
  ["nothing", { model: "gpt-5.6", previous_response_id: "resp_1" }],
  ["empty", { model: "gpt-5.6", input: [], instructions: null }],
  [
    "items",
    {
      model: "gpt-5.6",
      input: [
        {
          role: "user",
          content: [
            { type: "text", text: "a" },
            { type: "input_audio", input_audio: { data: "" } },
          ],
        },
        { type: "message", role: "user", content: [{ type: "input_image", image_url: { url: "https://a.b/c.png" } }] },
        {
          type: "reasoning",
          summary: [{ type: "summary_text", text: "s", more: 1 }],
          content: null,
          encrypted_content: "E",
        },
        { type: "reasoning", id: "rs_2", summary: [], encrypted_content: 'tg1:anthropic:"sig"' },
        {
          type: "message",
          id: "msg_1",
          role: "assistant",
          phase: "commentary",
          content: [{ type: "input_text", text: "b" }],
        },
        { type: "function_call", call_id: "call_1", name: "f", arguments: { n: 1 }, namespace: "crm", async: true },
        { type: "function_call_output", call_id: "call_1", output: "[Error] no" },
        { type: "function_call_output", name: "event", output: [] },
        { type: "custom_tool_call_output", call_id: "call_2", output: [{ type: "input_file", file_data: "AAAA" }] },
        { type: "item_reference", id: "msg_0" },
        { type: "compaction_trigger" },
      ],
      tool_choice: { type: "function", function: { name: "f" } },
      text: { format: { type: "json_schema", name: "a", schema: {} } },
    },
  ],
];

// ── requests ────────────────────────────────────────────────────────────────

function sent(client: string, body: Json, options: { providerModel?: string } = {}) {
  const { value, losses } = createBridge({ client, provider: OWN, ...options }).request(body);
  return { value: value as Body, lost: losses.map(({ path }) => path) };
}

const CHAT = { model: "gpt-5.6", messages: [{ role: "user", content: "Hi" }] };
const CLAUDE = { model: "claude-sonnet-5", max_tokens: 1024, messages: [{ role: "user", content: "Hi" }] };

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

// ── thoughts ────────────────────────────────────────────────────────────────

const REASONING = { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm" }] };
const ANSWER = {
  ...{ id: "resp_1", object: "response", created_at: 1, model: "gpt-5.6", status: "completed" },
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
};

function continued(reasoningPart: Body, said: readonly Json[]): { value: Body; lost: string[] } {
  const message = {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "So", annotations: [] }],
  };
  const bridge = createBridge({ client: "anthropic", provider: OWN });
  const { value } = bridge.response({ ...ANSWER, output: [reasoningPart, message] });
  const content = (value.content as Json[]).slice(0, said.length === 0 ? 2 : 1);
  const messages = [...CLAUDE.messages, { role: "assistant", content: [...content, ...said] }, ...CLAUDE.messages];
  return sent("anthropic", { ...CLAUDE, messages });
}

describe("Reasoning of the provider", () => {
  it("returns through another dialect without its id, because the following item lost its own", () => {
    const { value } = continued({ ...REASONING, encrypted_content: "E" }, []);
    expect(value.input).toMatchObject([
      {},
      { type: "reasoning", summary: REASONING.summary, encrypted_content: "E" },
      { role: "assistant" },
      {},
    ]);
    expect(JSON.stringify(value.input)).not.toContain("rs_1");
  });

  it("is dropped if it has no encrypted content", () => {
    const { value, lost } = continued(REASONING, []);
    expect(JSON.stringify(value.input)).not.toContain("reasoning");
    expect(lost).toContain("/messages/1/content/0");
  });

  it("is dropped if no item follows it", () => {
    const { value, lost } = continued({ ...REASONING, encrypted_content: "E" }, [
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
    ]);
    expect(JSON.stringify(value.input)).not.toContain("reasoning");
    expect(lost).toContain("/messages/1/content/0");
  });
});

describe("Reasoning of another vendor", () => {
  it("round-trips through a client of Responses, even if it is redacted", () => {
    const content = [
      { type: "thinking", thinking: "Hm", signature: "S" },
      { type: "redacted_thinking", data: "R" },
      { type: "tool_use", id: "toolu_1", name: "f", input: {} },
    ];
    const bridge = createBridge({ client: OWN, provider: "anthropic" });
    const answer = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude",
      content,
      stop_reason: "tool_use",
      usage: {},
    };
    const { value } = bridge.response(answer);
    const output = value.output as Json[];
    expect(output).toMatchObject([
      { type: "reasoning", summary: [{ text: "Hm" }] },
      { type: "reasoning", summary: [] },
      { call_id: "fc_1" },
    ]);
    const input = [
      { role: "user", content: "Hi" },
      ...output,
      { type: "function_call_output", call_id: "fc_1", output: "1" },
    ];
    const next = bridge.request({ model: "claude-sonnet-5", input }).value as { messages: { content: Json }[] };
    expect(next.messages[1]?.content).toEqual(content);
  });

  it("is not sent to OpenAI", () => {
    const { value, losses } = createBridge({ client: OWN, provider: OWN }).request({
      model: "gpt-5.6",
      input: [
        { ...REASONING, encrypted_content: 'tg1:anthropic:"S"' },
        { role: "user", content: "Hi" },
      ],
    });
    expect(value.input).toEqual([{ role: "user", content: "Hi" }]);
    expect(losses.map(({ path }) => path)).toEqual(["/input/0"]);
  });
});

// ── Codex ───────────────────────────────────────────────────────────────────

const GRAMMAR = { type: "grammar", syntax: "lark", definition: "start: patch" };
const CODEX = {
  model: "gpt-5.6",
  instructions: "You are Codex.",
  input: [
    { type: "message", role: "user", content: [{ type: "input_text", text: "Fix it" }] },
    { type: "custom_tool_call", call_id: "call_1", name: "apply_patch", input: "*** Begin Patch" },
    { type: "function_call", call_id: "call_2", name: "find", namespace: "mcp__crm", arguments: '{"q":"x"}' },
    { type: "custom_tool_call_output", call_id: "call_1", output: "Done" },
    { type: "function_call_output", call_id: "call_2", output: "Found" },
  ],
  tools: [
    { type: "custom", name: "apply_patch", description: "Patches files.", format: GRAMMAR },
    {
      ...{ type: "namespace", name: "mcp__crm", description: "Customers." },
      tools: [
        {
          type: "function",
          name: "find",
          strict: false,
          parameters: { type: "object", properties: { q: { type: "string" } } },
        },
      ],
    },
  ],
};

const CALLED = [
  { type: "custom_tool_call", name: "apply_patch", input: "*** Begin" },
  { type: "function_call", name: "find", namespace: "mcp__crm", arguments: '{"q":"y"}' },
];

describe("Codex", () => {
  it("calls its custom and grouped tools by a provider that knows functions alone", () => {
    const bridge = createBridge({ client: OWN, provider: "anthropic" });
    const { value } = bridge.request(CODEX);
    expect(value).toMatchObject({
      tools: [{ name: "apply_patch" }, { name: "mcp__crm__find" }],
      messages: [
        {},
        { content: [{ name: "apply_patch", input: { input: "*** Begin Patch" } }, { name: "mcp__crm__find" }] },
        {},
      ],
    });
    const content = [
      { type: "tool_use", id: "toolu_1", name: "apply_patch", input: { input: "*** Begin" } },
      { type: "tool_use", id: "toolu_2", name: "mcp__crm__find", input: { q: "y" } },
    ];
    const answer = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude",
      content,
      stop_reason: "tool_use",
      usage: {},
    };
    expect(bridge.response(answer).value.output).toMatchObject(CALLED);
    const events = [
      { type: "message_start", message: { id: "msg_1", model: "claude", usage: {} } },
      ...content.flatMap(({ input, ...block }, index) => [
        { type: "content_block_start", index, content_block: { ...block, input: {} } },
        {
          type: "content_block_delta",
          index,
          delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
        },
        { type: "content_block_stop", index },
      ]),
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: {} },
      { type: "message_stop" },
    ];
    expect(outputIn(bridge.stream(), "anthropic", events)).toMatchObject(CALLED);
  });

  it("calls them by Chat Completions", () => {
    const bridge = createBridge({ client: OWN, provider: "openai-chat" });
    const { value } = bridge.request({ ...CODEX, stream: true });
    expect(value).toMatchObject({ stream_options: { include_usage: true } });
    expect(value.tools).toMatchObject([{ custom: { name: "apply_patch" } }, { function: { name: "mcp__crm__find" } }]);
    const calls = [
      { index: 0, id: "call_3", type: "custom", custom: { name: "apply_patch", input: "*** Begin" } },
      { index: 1, id: "call_4", type: "function", function: { name: "mcp__crm__find", arguments: '{"q":"y"}' } },
    ];
    const message = { role: "assistant", content: null, tool_calls: calls };
    const head = { id: "chatcmpl-1", created: 1, model: "m" };
    const answer = {
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: "tool_calls" }],
    };
    expect(bridge.response(answer).value.output).toMatchObject(CALLED);
    const events = [
      { ...head, choices: [{ index: 0, delta: { role: "assistant", tool_calls: calls } }] },
      { ...head, choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
    ];
    expect(outputIn(bridge.stream(), "openai-chat", events)).toMatchObject(CALLED);
  });
});

function outputIn(
  stream: ReturnType<ReturnType<typeof createBridge>["stream"]>,
  dialect: string,
  events: readonly Json[],
): Json {
  const text = stream.push(events.map((event) => frame(dialect, JSON.stringify(event))).join("")) + stream.end();
  expect(legality[OWN]?.stream(text)).toEqual([]);
  const last = text.trim().split("\n").at(-1)?.replace("data: ", "") ?? "";
  return JSON.parse(last).response.output;
}

// ── streams ─────────────────────────────────────────────────────────────────

function framed(events: readonly Json[]): string {
  return events.map((event) => frame(OWN, JSON.stringify(event))).join("");
}

async function read(events: readonly Json[]) {
  return await sdks.anthropic?.consume(bridged(OWN, "anthropic", framed(events)));
}

const CREATED = { type: "response.created", response: { ...ANSWER, status: "in_progress", output: [] } };
const COMPLETED = { type: "response.completed", response: ANSWER };
const CALL = { type: "function_call", id: "fc_1", call_id: "call_1", name: "f" };
const CALLS = { ok: true, calls: [{ name: "f", arguments: '{"a":1}' }], stop: "tool_use" };

describe("A stream of Responses", () => {
  it.each<[string, Json[]]>([
    [
      "with ids that change on the way",
      [
        { type: "response.output_item.added", output_index: 0, item: { ...CALL, id: "a", arguments: "" } },
        { type: "response.function_call_arguments.delta", output_index: 0, item_id: "b", delta: '{"a"' },
        { type: "response.function_call_arguments.delta", output_index: 0, item_id: "c", delta: ":1}" },
        { type: "response.output_item.done", output_index: 0, item: { ...CALL, id: "d", arguments: '{"a":1}' } },
      ],
    ],
    [
      "with arguments in one piece",
      [
        { type: "response.output_item.added", output_index: 0, item: { ...CALL, arguments: "" } },
        { type: "response.function_call_arguments.done", output_index: 0, arguments: '{"a":1}' },
      ],
    ],
    [
      "with an item that is only done",
      [{ type: "response.output_item.done", output_index: 3, item: { ...CALL, arguments: '{"a":1}' } }],
    ],
    [
      "with an item that is only added",
      [{ type: "response.output_item.added", output_index: 0, item: { ...CALL, arguments: '{"a":1}' } }],
    ],
    [
      "with arguments before their item",
      [
        { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"a":1}' },
        { type: "response.output_item.done", output_index: 0, item: { ...CALL, arguments: '{"a":1}' } },
      ],
    ],
    [
      "with arguments that are an object",
      [{ type: "response.output_item.done", output_index: 0, item: { ...CALL, arguments: { a: 1 } } }],
    ],
  ])("%s is read", async (_, events) => {
    expect(await read([CREATED, ...events, COMPLETED])).toMatchObject(CALLS);
  });

  it("is read if only its last event has the items", async () => {
    const output = [{ ...CALL, arguments: '{"a":1}' }];
    expect(await read([CREATED, { ...COMPLETED, response: { ...ANSWER, output } }])).toMatchObject(CALLS);
    expect(await read([{ ...ANSWER, output }])).toMatchObject(CALLS);
  });

  it("keeps two calls apart that come interleaved", async () => {
    const events = [0, 1].flatMap((index) => [
      {
        type: "response.output_item.added",
        output_index: index,
        item: { ...CALL, call_id: `call_${index}`, arguments: "" },
      },
      { type: "response.function_call_arguments.delta", output_index: index, delta: '{"a":' },
    ]);
    const rest = [0, 1].map((index) => ({
      type: "response.function_call_arguments.delta",
      output_index: index,
      delta: `${index}}`,
    }));
    expect(await read([CREATED, ...events, ...rest, COMPLETED])).toMatchObject({
      calls: [{ arguments: '{"a":0}' }, { arguments: '{"a":1}' }],
    });
  });

  it("has reasoning in paragraphs, and its signature from the end of the item", () => {
    const item = {
      ...REASONING,
      summary: [
        { type: "summary_text", text: "A" },
        { type: "summary_text", text: "B" },
      ],
      encrypted_content: "whole",
    };
    const written = bridged(
      OWN,
      "anthropic",
      framed([
        CREATED,
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { ...REASONING, summary: [], encrypted_content: "half" },
        },
        { type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 0, delta: "A" },
        { type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 1, delta: "B" },
        { type: "response.output_item.done", output_index: 0, item },
        COMPLETED,
      ]),
    );
    expect(written).toContain('"thinking":"\\n\\n"');
    expect(written).toContain("whole");
    expect(written).not.toContain("half");
  });

  it("has the reasoning of open models", async () => {
    const events = [{ type: "response.reasoning_text.delta", output_index: 0, content_index: 0, delta: "Hm" }];
    expect(await read([CREATED, ...events, COMPLETED])).toMatchObject({ reasoning: "Hm" });
  });

  it.each<[string, Json]>([
    [
      "nested",
      { type: "error", error: { type: "insufficient_quota", code: "insufficient_quota", message: "No money" } },
    ],
    ["flat", { type: "error", code: "insufficient_quota", message: "No money", param: null }],
    [
      "in a failed response",
      {
        type: "response.failed",
        response: { ...ANSWER, status: "failed", error: { code: "server_error", message: "No money" } },
      },
    ],
  ])("fails with an error that is %s", async (_, event) => {
    const written = bridged(OWN, "anthropic", framed([CREATED, event]));
    expect(written).toContain("No money");
    expect(legality.anthropic?.stream(written)).toEqual([]);
  });

  it("is incomplete if the model was stopped", async () => {
    const response = { ...ANSWER, status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    const events = [{ type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "So" }];
    const read_ = await read([CREATED, ...events, { type: "response.incomplete", response }]);
    expect(read_).toMatchObject({ text: "So", stop: "max_tokens" });
  });

  it("reports what a client has no field for", () => {
    const item = {
      type: "message",
      role: "assistant",
      phase: "commentary",
      content: [{ type: "output_text", text: "So" }],
    };
    const search = { type: "web_search_call", id: "ws_1", status: "completed" };
    const stream = createBridge({ client: "anthropic", provider: OWN }).stream();
    const events = [
      CREATED,
      { type: "response.output_item.done", output_index: 0, item: search },
      { type: "response.output_text.delta", output_index: 1, content_index: 0, delta: "So", logprobs: [{}] },
      { type: "response.output_item.done", output_index: 1, item },
      COMPLETED,
    ];
    stream.push(framed(events));
    expect(stream.losses.map(({ path }) => path).toSorted()).toEqual(["/logprobs", "/output/0", "/output/1/phase"]);
  });

  it("is an error if it ends too early", () => {
    const begun = [CREATED, { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "So" }];
    for (const end of ["", "data: [DONE]\n\n"]) {
      expect(bridged(OWN, "anthropic", framed(begun) + end)).toContain("event: error\n");
    }
  });
});

describe("A stream for a client of Responses", () => {
  it("begins before it fails", () => {
    const written = bridged("openai-chat", OWN, 'data: {"error":{"message":"Down","code":"overloaded"}}\n\n');
    expect(legality[OWN]?.stream(written)).toEqual([]);
    const events = [...written.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
    expect([events[0], events.at(-1)]).toEqual(["response.created", "response.failed"]);
  });

  it("does not depend on how the provider's bytes are cut", () => {
    const [recording] = recorded("openai-chat").filter(
      (each) => succeeded(each) && each.features.length > 0 && streamsOf(each).length > 0,
    );
    const [text = ""] = recording === undefined ? [] : streamsOf(recording);
    const stream = createBridge({ client: OWN, provider: "openai-chat" }).stream();
    const pieces = Array.from(text, (letter) => stream.push(letter));
    expect(pieces.join("") + stream.end()).toBe(bridged("openai-chat", OWN, text));
  });

  it("marks a call that was cut as incomplete", () => {
    const delta = {
      tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "f", arguments: '{"a":' } }],
    };
    const events = [
      { id: "c", model: "m", choices: [{ index: 0, delta }] },
      { id: "c", model: "m", choices: [{ index: 0, delta: {}, finish_reason: "length" }] },
    ];
    const stream = createBridge({ client: OWN, provider: "openai-chat" }).stream();
    expect(outputIn(stream, "openai-chat", events)).toMatchObject([{ status: "incomplete", arguments: '{"a":' }]);
  });

  it("has each text once if a server counts content from 1 in deltas and from 0 at the end", () => {
    const item = { type: "message", id: "msg_1", role: "assistant", status: "completed" };
    const done = { ...item, content: [{ type: "output_text", text: "It rains.", annotations: [] }] };
    const events = [
      { type: "response.created", response: { id: "resp_1", model: "m", status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item: { ...item, content: [] } },
      { type: "response.output_text.delta", output_index: 0, content_index: 1, delta: "It rains." },
      { type: "response.output_item.done", output_index: 0, item: done },
      { type: "response.completed", response: { id: "resp_1", model: "m", status: "completed", output: [done] } },
    ];
    const stream = createBridge({ client: "ollama", provider: OWN }).stream();
    const sent = events.map((event) => stream.push(frame(OWN, JSON.stringify(event)))).join("") + stream.end();
    expect([...sent.matchAll(/"content":"([^"]+)"/g)].map(([, text]) => text)).toEqual(["It rains."]);
  });
});

describe("An error", () => {
  it("has the envelope of the vendor", () => {
    const bridge = createBridge({ client: OWN, provider: "anthropic" });
    const { status, value } = bridge.error(429, {
      type: "error",
      error: { type: "rate_limit_error", message: "Slow" },
    });
    expect(status).toBe(429);
    expect(value).toMatchObject({ error: { type: "rate_limit_error", message: "Slow" } });
    expect(legality[OWN]?.error(status, value as Json)).toEqual([]);
  });
});
