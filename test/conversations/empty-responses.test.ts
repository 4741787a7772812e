import type { Json, JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { DIALECTS } from "./dialects.ts";

const CHUNK = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m" };
const WHOLE = { ...CHUNK, object: "chat.completion" };
const RESPONSE = { id: "resp_1", object: "response", status: "completed", model: "m" };
const MESSAGE = { id: "msg_1", type: "message", role: "assistant", model: "m", stop_reason: "end_turn" };
const CALL = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } };

/** Answers in which there is none, although they came as a success. */
const EMPTY: readonly (readonly [dialect: string, what: string, body: JsonObject])[] = [
  ["openai-chat", "no choices", WHOLE],
  ["openai-chat", "an empty list of choices", { ...WHOLE, choices: [] }],
  ["openai-chat", "a choice without a message", { ...WHOLE, choices: [{ index: 0, finish_reason: "stop" }] }],
  ["openai-responses", "no output", RESPONSE],
  ["openai-responses", "an output of null", { ...RESPONSE, output: null }],
  ["anthropic", "no content", MESSAGE],
  ["anthropic", "content of null", { ...MESSAGE, content: null }],
  ["gemini", "no candidates", { usageMetadata: { promptTokenCount: 1 }, modelVersion: "m" }],
  ["gemini", "an empty list of candidates", { candidates: [], modelVersion: "m" }],
  ["gemini", "feedback that blocks nothing", { promptFeedback: { safetyRatings: [] } }],
  ["ollama", "no message", { model: "m", done: true, done_reason: "stop" }],
  ["ollama", "a message of null", { model: "m", message: null, done: true, done_reason: "stop" }],
];

describe.each(EMPTY)("an answer of %s with %s", (provider, _, body) => {
  it.each(DIALECTS)("is an error for a client of %s", (client) => {
    const { status, value } = whole(client, provider, body);
    expect(status).toBe(502);
    expect(JSON.stringify(value)).toContain("answer");
    expect(JSON.stringify(value)).toMatch(/"error"|"__type":"\w+Exception"/);
  });
});

const SILENT: readonly (readonly [dialect: string, bytes: string])[] = [
  [
    "openai-responses",
    events({ type: "response.created", response: RESPONSE }, { type: "response.completed", response: RESPONSE }),
  ],
  ["gemini", events({ usageMetadata: { promptTokenCount: 1 } })],
  ["ollama", `${JSON.stringify({ model: "m", done: true, done_reason: "stop" })}\n`],
  ["openai-chat", `${events({ ...CHUNK, choices: [] })}data: [DONE]\n\n`],
];

describe.each(SILENT)("a stream of %s without an answer", (provider, bytes) => {
  it.each(DIALECTS)("ends in the error of a client of %s", (client) => {
    const stream = createBridge({ client, provider }).stream();
    const out = stream.push(bytes) + stream.end();
    expect(stream.failure).toBeDefined();
    if (client !== provider) expect(legality[client]?.stream(out), out).toEqual([]);
    expect(out).toMatch(/"error"|Exception"/);
  });
});

it.each(DIALECTS)("a body with nothing of an answer of %s in it is no success within the dialect", (dialect) => {
  expect(whole(dialect, dialect, { ok: true }).status).toBe(502);
});

describe("an empty response with a regular finish reason", () => {
  it.each([
    ["anthropic", { ...MESSAGE, content: [] }],
    [
      "openai-chat",
      { ...WHOLE, choices: [{ index: 0, message: { role: "assistant", content: "" }, finish_reason: "stop" }] },
    ],
    ["openai-chat", { ...WHOLE, choices: [{ index: 0, finish_reason: "content_filter" }] }],
    ["openai-responses", { ...RESPONSE, output: [] }],
    [
      "openai-responses",
      { ...RESPONSE, status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [] },
    ],
    ["gemini", { candidates: [{ content: {}, finishReason: "STOP" }] }],
    ["ollama", { model: "m", message: { role: "assistant", content: "" }, done: true, done_reason: "load" }],
  ])("is a success of %s", (provider, body) => {
    for (const client of ["anthropic", "gemini", "openai-responses"])
      expect(whole(client, provider, body).status, client).toBeUndefined();
  });

  it("is one within the dialect where it runs in the background", () => {
    expect(whole("openai-responses", "openai-responses", { ...RESPONSE, status: "queued" }).status).toBeUndefined();
    expect(whole("anthropic", "openai-responses", { ...RESPONSE, status: "queued", output: [] }).status).toBe(502);
  });
});

describe("a cancelled response", () => {
  const INTERACTION = { id: "i", object: "interaction", model: "m", status: "cancelled" };
  const SAID = { type: "model_output", content: [{ type: "text", text: "half of" }] };
  const MESSAGE_ITEM = { type: "message", role: "assistant", content: [{ type: "output_text", text: "half of" }] };
  const CALL_ITEM = { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", arguments: "{}" };

  it.each([
    ["gemini-interactions", { ...INTERACTION, steps: [SAID] }],
    ["openai-responses", { ...RESPONSE, status: "cancelled", output: [MESSAGE_ITEM] }],
  ])("of %s is an error, although it says something", (provider, body) => {
    for (const client of DIALECTS.filter((each) => each !== provider)) {
      const { status, value } = whole(client, provider, body);
      expect([client, status]).toEqual([client, 502]);
      expect(JSON.stringify(value)).toContain("cancelled");
    }
    expect(whole(provider, provider, body)).toMatchObject({ value: body });
  });

  it.each([
    ["gemini-interactions", { ...INTERACTION, steps: [{ ...CALL_ITEM, arguments: {} }] }],
    ["openai-responses", { ...RESPONSE, status: "cancelled", output: [CALL_ITEM] }],
  ])("of %s does not ask for its calls", (provider, body) => {
    const { value, losses } = createBridge({ client: "anthropic", provider }).response(body);
    expect(value).toMatchObject({ stop_reason: "refusal" });
    expect(losses).toContainEqual(expect.objectContaining({ path: "/status", feature: "cancelled" }));
    expect(losses.map(({ path }) => path).filter((path) => path.includes("message"))).toEqual([]);
    expect(whole("openai-chat", provider, body).value).toMatchObject({
      choices: [{ finish_reason: "content_filter" }],
    });
  });

  it("ends a stream without the call that it has interrupted", () => {
    const begun = { event_type: "interaction.created", interaction: { ...INTERACTION, status: "in_progress" } };
    const call = { event_type: "step.start", index: 0, step: { ...CALL_ITEM, arguments: {} } };
    const piece = { event_type: "step.delta", index: 0, delta: { type: "arguments_delta", arguments: '{"a":"b' } };
    const end = { event_type: "interaction.completed", interaction: INTERACTION };
    const stream = createBridge({ client: "gemini", provider: "gemini-interactions" }).stream();
    const out = stream.push(events(begun, call, piece, end)) + stream.end();
    expect(out).toContain('"finishReason":"MALFORMED_FUNCTION_CALL"');
    expect(out).not.toContain("functionCall");
  });
});

describe("a finish reason of a response with a call", () => {
  it.each(["stop", "tool_calls", "function_call"])("is that of a call, where it is %s", (finish) => {
    const { stop, losses } = beside(finish);
    expect([stop, losses]).toEqual(["tool_use", []]);
  });

  it.each(["weird", "malformed_function_call"])("is reported, where it is %s", (finish) => {
    expect(beside(finish).losses).toEqual(["stop-reason"]);
    expect(streamedBeside(finish).losses).toEqual(["stop-reason"]);
  });

  it("is an error, where the engine gave up", () => {
    expect(beside("abort").status).toBe(502);
    expect(streamedBeside("abort").failure).toBeDefined();
    const within = whole("openai-chat", "openai-chat", answered("abort"));
    expect([within.status, Object.keys(within.value)]).toEqual([502, ["error"]]);
  });

  it("is reported where a turn of Anthropic pauses, with and without a call", () => {
    for (const content of [[{ type: "text", text: "Hi" }], [{ type: "tool_use", id: "toolu_1", name: "f", input: {} }]])
      for (const client of DIALECTS.filter((dialect) => dialect !== "anthropic")) {
        const { losses } = whole(client, "anthropic", { ...MESSAGE, stop_reason: "pause_turn", content });
        expect(
          losses.map(({ path }) => path),
          client,
        ).toContain("/stop_reason");
      }
  });
});

function whole(client: string, provider: string, body: Json) {
  return createBridge({ client, provider }).response(body);
}

function answered(finish: string): JsonObject {
  const message = { role: "assistant", content: null, tool_calls: [CALL] };
  return { ...WHOLE, choices: [{ index: 0, message, finish_reason: finish }] };
}

function beside(finish: string) {
  const { value, status, losses } = whole("anthropic", "openai-chat", answered(finish));
  return { stop: value.stop_reason, status, losses: losses.map(({ code }) => code) };
}

function streamedBeside(finish: string) {
  const stream = createBridge({ client: "anthropic", provider: "openai-chat" }).stream();
  const delta = { tool_calls: [{ index: 0, ...CALL }] };
  stream.push(events({ ...CHUNK, choices: [{ index: 0, delta, finish_reason: null }] }));
  stream.push(events({ ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: finish }] }));
  stream.end();
  return { losses: stream.losses.map(({ code }) => code), failure: stream.failure };
}

function events(...all: readonly JsonObject[]): string {
  return all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
}
