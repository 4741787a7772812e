import { findDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import {
  acceptedRequests,
  DIALECTS,
  haveTraffic,
  requests,
  responses,
  streams,
} from "../../../../test/conversations/recorded.ts";
import { legality } from "../../../../test/legal/index.ts";
import { sdks } from "../../../../test/sdk/index.ts";
import { createBridge } from "../../../../test/support/dynamic.ts";
import { Ledger } from "../../src/ledger.ts";
import { Report } from "../../src/report.ts";

const OWN = "openrouter";
const OTHERS = DIALECTS.filter((dialect) => dialect !== OWN);

describe("identity", () => {
  const { request, response } = findDialect(OWN) ?? {};
  const SAMPLES: readonly Json[] = [
    {
      model: "m",
      messages: [],
      reasoning: { effort: "high", exclude: true, summary: "auto" },
      provider: { order: ["a"] },
    },
    {
      model: "m",
      messages: [],
      reasoning: { max_tokens: 9, enabled: true },
      top_k: 4,
      min_p: 0.1,
      plugins: [{ id: "web" }],
    },
    {
      model: "m",
      messages: [],
      reasoning_effort: "low",
      repetition_penalty: 1.1,
      cache_control: { type: "ephemeral" },
    },
    { messages: [{ role: "assistant", content: null, reasoning_details: [{ type: "reasoning.text", text: "Hm." }] }] },
    {
      messages: [{ role: "assistant", reasoning: "Hm.", reasoning_content: "Hm.", images: [], content: "" }],
      user: "u",
    },
  ];
  const all = [...SAMPLES, ...requests.filter(({ dialect }) => dialect === OWN).map(({ body }) => body)];

  it("survives the codec of requests", () => {
    for (const body of all) expect(passed(request, body)).toEqual(body);
  });

  it("survives the codec of responses", () => {
    for (const { body } of responses.filter(({ dialect }) => dialect === OWN))
      if (!("error" in (body as object))) expect(passed(response, body)).toEqual(body);
  });
});

describe.skipIf(!haveTraffic)("recorded traffic", () => {
  for (const other of OTHERS) {
    it(`requests from ${other} are legal`, () => {
      for (const { id, body } of acceptedRequests.filter(({ dialect, body }) => dialect === other && isWhole(body))) {
        const { value } = createBridge({ client: other, provider: OWN }).request(body);
        expect(legality[OWN]?.request(value), id).toEqual([]);
      }
    });

    it(`responses of ${other} are legal, and read by the SDK`, async () => {
      for (const { id, body } of responses.filter(({ dialect }) => dialect === other)) {
        const { value, status } = createBridge({ client: OWN, provider: other }).response(body);
        if (status !== undefined) expect(legality[OWN]?.error(status, value), id).toEqual([]);
        else expect(legality[OWN]?.response(value), id).toEqual([]);
        if (status === undefined)
          expect(await sdks["openai-chat"]?.parse(value as never), id).toMatchObject({ ok: true });
      }
    });

    it(`streams of ${other} are legal, and read by the SDK`, async () => {
      for (const { id, body } of streams.filter(({ dialect }) => dialect === other))
        await expectReadable(id, { client: OWN, provider: other, body });
    });

    it(`streams to ${other} are legal, and read by its SDK`, async () => {
      for (const { id, body } of streams.filter(({ dialect }) => dialect === OWN))
        await expectReadable(id, { client: other, provider: OWN, body });
    });
  }
});

describe("reasoning", () => {
  const DETAILS = [
    { type: "reasoning.text", text: "Hm.", signature: "s1", format: "anthropic-claude-v1", id: null, index: 0 },
    { type: "reasoning.encrypted", data: "e1", format: "google-gemini-v1", id: "call_a", index: 1 },
  ];

  it("are restored in order through a client without reasoning", () => {
    const message = { content: null, reasoning: "Hm.", reasoning_details: DETAILS, tool_calls: [CALL] };
    const { content } = bridge("anthropic").response(completion(message)).value;
    const { messages } = bridge("anthropic").request(turn(content as Json[])).value as unknown as Chat;
    expect(messages[1]).toMatchObject({ reasoning: "Hm.", reasoning_details: DETAILS, tool_calls: [CALL] });
  });

  it("are restored as one detail if they were streamed in pieces", async () => {
    const [text, encrypted] = DETAILS;
    const stream = bridge("anthropic").stream();
    const bytes =
      stream.push(
        sse([
          { reasoning: "H", reasoning_details: [{ ...text, text: "H", signature: null }] },
          { reasoning: "m.", reasoning_details: [{ ...text, text: "m.", signature: null }] },
          { reasoning_details: [{ ...text, text: "" }] },
          { reasoning_details: [encrypted] },
          { tool_calls: [{ index: 0, ...CALL }] },
        ]),
      ) + stream.end();
    const read = await sdks.anthropic?.consume(bytes);
    if (read?.ok !== true) throw new Error("the SDK refused it");
    const { messages } = bridge("anthropic").request(turn((read.raw as { content: Json[] }).content))
      .value as unknown as Chat;
    expect(messages[1]).toMatchObject({ reasoning: "Hm.", reasoning_details: DETAILS });
  });

  it("of another vendor return to it with their signature", () => {
    const server = () => createBridge({ client: OWN, provider: "anthropic" });
    const content = [{ type: "thinking", thinking: "Hm.", signature: "s1" }, TOOL_USE];
    const { choices } = server().response(message(content)).value as { choices: { message: Json }[] };
    const output = choices[0]?.message as object;
    const sent = server().request({
      model: "m",
      messages: [{ role: "user", content: "Hi" }, output, RESULT(output)],
    } as Json);
    expect((sent.value as { messages: { content: Json }[] }).messages[1]?.content).toEqual(content);
  });

  it("have an effort or a budget, never both", () => {
    const thinking = (fields: object) =>
      bridge("anthropic").request({ model: "m", max_tokens: 9, messages: USER, ...fields } as Json);
    expect(thinking({ thinking: { type: "enabled", budget_tokens: 2048 } }).value.reasoning).toEqual({
      max_tokens: 2048,
    });
    expect(thinking({ thinking: { type: "disabled" } }).value.reasoning).toEqual({ effort: "none" });
    expect(thinking({ thinking: { type: "adaptive" } }).value.reasoning).toEqual({ enabled: true });
    const both = thinking({ thinking: { type: "enabled", budget_tokens: 2048 }, output_config: { effort: "low" } });
    expect(both.value.reasoning).toEqual({ effort: "low" });
    expect(both.losses.map(({ path }) => path)).toEqual(["/thinking/budget_tokens"]);
  });
});

describe("signatures of calls", () => {
  it("are reasoning details with the ids of their calls, and are restored", () => {
    const extra_content = { google: { thought_signature: "c2lnbmVk" } };
    const calls = [CALL, { ...CALL, id: "call_b", extra_content }];
    const server = createBridge({ client: OWN, provider: "openai-chat" });
    const { choices } = server.response(completion({ content: null, tool_calls: calls })).value as {
      choices: { message: { reasoning_details?: Json[] } }[];
    };
    expect(choices[0]?.message.reasoning_details).toMatchObject([{ type: "reasoning.encrypted", id: "call_b" }]);
    const results = ["call_a", "call_b"].map((id) => ({ role: "tool", tool_call_id: id, content: "ok" }));
    const { messages } = server.request({
      model: "m",
      messages: [...USER, choices[0]?.message, ...results],
    } as unknown as Json).value as unknown as Chat;
    expect(messages[1]?.tool_calls).toEqual(calls);
  });
});

describe("errors", () => {
  const ERROR = {
    code: 429,
    message: "Provider returned error",
    metadata: { raw: "slow down", error_type: "rate_limit_exceeded" },
  };

  it("contain the upstream provider's message", () => {
    const { status, value } = bridge("anthropic").error(429, { error: ERROR, user_id: "u" });
    expect(status).toBe(429);
    expect(value).toMatchObject({
      type: "error",
      error: { type: "rate_limit_error", message: "Provider returned error: slow down" },
    });
  });

  it("with status 200 are errors", () => {
    const { status, value } = bridge("anthropic").response({ error: { code: 503, message: "no provider" } });
    expect(status).toBe(503);
    expect(legality.anthropic?.error(503, value)).toEqual([]);
    const failed = completion({ content: "H" }, { finish_reason: "error" });
    expect(bridge("anthropic").response(failed).status).toBe(502);
  });

  it("are written with their status as their code", () => {
    const { status, value } = createBridge({ client: OWN, provider: "anthropic" }).error(529, {
      type: "error",
      error: { type: "overloaded_error", message: "busy" },
    });
    expect(legality[OWN]?.error(status, value)).toEqual([]);
    expect(value).toEqual({ error: { code: 529, message: "busy", metadata: { error_type: "provider_overloaded" } } });
  });

  it("within a stream have a finish reason", () => {
    const stream = createBridge({ client: OWN, provider: "openai-chat" }).stream();
    const bytes =
      stream.push(`data: ${JSON.stringify({ id: "c1", choices: [{ index: 0, delta: { content: "H" } }] })}\n\n`) +
      stream.end();
    expect(JSON.parse(bytes.trim().split("\n").at(-1)?.slice(6) ?? "")).toMatchObject({
      id: "c1",
      error: { code: 502 },
      choices: [{ finish_reason: "error" }],
    });
  });
});

describe("tools", () => {
  it("that take free text become functions, in definitions, choices and calls", () => {
    const custom = { type: "custom", custom: { name: "sql", description: "Runs it." } };
    const call = { id: "call_a", type: "custom", custom: { name: "sql", input: "SELECT 1" } };
    const server = bridge("openai-chat");
    const { value } = server.request({
      model: "m",
      messages: [
        ...USER,
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "call_a", content: "1" },
      ],
      tools: [custom],
      tool_choice: { type: "custom", custom: { name: "sql" } },
    });
    expect(legality[OWN]?.request(value)).toEqual([]);
    expect((value as unknown as Chat).messages[1]?.tool_calls).toEqual([
      { id: "call_a", type: "function", function: { name: "sql", arguments: '{"input":"SELECT 1"}' } },
    ]);
    const answer = completion({
      content: null,
      tool_calls: [{ id: "call_b", type: "function", function: { name: "sql", arguments: '{"input":"SELECT 2"}' } }],
    });
    expect(server.response(answer).value).toMatchObject({
      choices: [{ message: { tool_calls: [{ type: "custom", custom: { name: "sql", input: "SELECT 2" } }] } }],
    });
  });

  it("that are gone from the request keep their calls legal", () => {
    const call = { id: "call_a", type: "custom", custom: { name: "sql", input: "SELECT 1" } };
    const messages = [
      ...USER,
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "call_a", content: "1" },
    ];
    expect(legality[OWN]?.request(bridge("openai-chat").request({ model: "m", messages }).value)).toEqual([]);
  });

  it("are dropped if the choice excludes them, with a report", () => {
    const tools = ["f", "g"].map((name) => ({ type: "function", function: { name } }));
    const { value, losses, changes } = bridge("openai-chat").request({
      model: "m",
      messages: USER,
      tools,
      tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [tools[0] as Json] } },
    });
    expect(value.tool_choice).toBe("required");
    expect(value.tools).toEqual([expect.objectContaining({ function: expect.objectContaining({ name: "f" }) })]);
    expect(losses).toEqual([]);
    expect(changes.map(({ rule }) => rule)).toEqual(expect.arrayContaining(["tools-left-out", "tools-by-choice"]));
  });
});

describe("results", () => {
  it("keep their images, cache control and error mark", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    const content = [{ type: "text", text: "no", cache_control: { type: "ephemeral" } }, image];
    const result = { type: "tool_result", tool_use_id: "toolu_a", is_error: true, content };
    const body = {
      model: "m",
      max_tokens: 9,
      messages: [
        ...USER,
        { role: "assistant", content: [{ ...TOOL_USE, id: "toolu_a" }] },
        { role: "user", content: [result] },
      ],
    };
    const { value, losses } = bridge("anthropic").request(body as unknown as Json);
    expect((value as unknown as Chat).messages[2]).toEqual({
      role: "tool",
      tool_call_id: "call_a",
      content: [
        { type: "text", text: "[Error] no", cache_control: { type: "ephemeral" } },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ],
    });
    expect(losses).toEqual([]);
    const back = createBridge({ client: OWN, provider: "anthropic" }).request(value).value as {
      messages: { content: Json[] }[];
    };
    expect(back.messages[2]?.content[0]).toEqual(result);
  });
});

// ── helpers ─────────────────────────────────────────────────────────────────

interface Chat {
  readonly messages: readonly { readonly content?: Json; readonly tool_calls?: readonly Json[] }[];
}

const USER = [{ role: "user", content: "Hi" }];
const CALL = { id: "call_a", type: "function", function: { name: "f", arguments: "{}" } };
const TOOL_USE = { type: "tool_use", id: "toolu_a", name: "f", input: {} };

function RESULT(output: object): object {
  const [call] = (output as { tool_calls: { id: string }[] }).tool_calls;
  return { role: "tool", tool_call_id: call?.id, content: "ok" };
}

function bridge(client: string) {
  return createBridge({ client, provider: OWN });
}

function completion(message: object, rest: object = {}): Json {
  const choice = { index: 0, message: { role: "assistant", ...message }, finish_reason: "stop", ...rest };
  return { id: "c1", object: "chat.completion", created: 1, model: "m", choices: [choice] } as Json;
}

function message(content: readonly Json[]): Json {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason: "tool_use",
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

/** A request of a Messages client whose last turn made these calls, which were answered. */
function turn(content: readonly Json[]): Json {
  const calls = content.filter((block) => (block as { type: string }).type === "tool_use") as unknown as {
    id: string;
  }[];
  const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "ok" }));
  return {
    model: "m",
    max_tokens: 9,
    messages: [...USER, { role: "assistant", content }, { role: "user", content: results }],
  } as unknown as Json;
}

function sse(deltas: readonly object[]): string {
  const chunks = [
    ...deltas.map((delta) => ({ index: 0, delta })),
    { index: 0, delta: {}, finish_reason: "tool_calls" },
  ];
  const frames = chunks.map((choice) => `data: ${JSON.stringify({ id: "c1", model: "m", choices: [choice] })}\n\n`);
  return `${frames.join("")}data: [DONE]\n\n`;
}

// What goes on from an answer that its provider keeps says only half of a conversation.
function isWhole(body: Json): boolean {
  return (body as { previous_response_id?: Json }).previous_response_id == null;
}

type Codec = { decode(wire: Json, report: Report): unknown; encode(...given: never[]): Json | undefined };

function passed(codec: unknown, body: Json): Json | undefined {
  const ledger = new Ledger({ from: OWN, to: OWN });
  const { decode, encode } = codec as Codec;
  const read = decode(body, new Report(ledger, "to_canonical"));
  const written = encode(
    read as never,
    new Report(ledger, "from_canonical") as never,
    { id: "0", created: 0, includeUsage: false } as never,
  );
  expect(ledger.losses()).toEqual([]);
  return written;
}

async function expectReadable(
  id: string,
  { client, provider, body }: { client: string; provider: string; body: string },
): Promise<void> {
  const stream = createBridge({ client, provider }).stream();
  const bytes = stream.push(body) + stream.end();
  expect(legality[client]?.stream(bytes), id).toEqual([]);
  const read = await sdks[client === OWN ? "openai-chat" : client]?.consume(bytes);
  if (!/"error"|response\.failed|Exception":\{/.test(bytes)) expect(read, id).toMatchObject({ ok: true });
}
