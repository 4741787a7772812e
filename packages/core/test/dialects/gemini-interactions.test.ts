import { createBridge, type Json, type JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../../../../test/legal/index.ts";

type Event = JsonObject;

const CREATED: Event = {
  event_type: "interaction.created",
  interaction: { id: "v1_1", object: "interaction", status: "in_progress", model: "m" },
};

function completed(more: JsonObject = {}): Event {
  const interaction = { id: "v1_1", object: "interaction", status: "completed", model: "m", ...more };
  return { event_type: "interaction.completed", interaction };
}

function step(index: number, start: Json, ...deltas: Json[]): Event[] {
  return [
    { event_type: "step.start", index, step: start },
    ...deltas.map((delta) => ({ event_type: "step.delta", index, delta })),
    { event_type: "step.stop", index },
  ];
}

function framesOf(events: readonly Event[]): string {
  const named = events.map((event) => `event: ${String(event.event_type)}\ndata: ${JSON.stringify(event)}\n\n`);
  return `${named.join("")}event: done\ndata: [DONE]\n\n`;
}

function dataOf(stream: string): JsonObject[] {
  return stream
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice("data: ".length)));
}

function toChat(events: readonly Event[]): { readonly text: string; readonly chunks: JsonObject[] } {
  const bridge = createBridge({ client: "openai-chat", provider: "gemini-interactions" });
  const request = { model: "m", stream: true, stream_options: { include_usage: true } } as const;
  bridge.request({ ...request, messages: [{ role: "user", content: "Hi" }] });
  const stream = bridge.stream();
  const text = stream.push(framesOf(events)) + stream.end();
  return { text, chunks: dataOf(text) };
}

const CITED = { type: "url_citation", url: "https://example.com", start_index: 0, end_index: 9 };

describe("a stream of the Interactions API", () => {
  it.each(["after", "before", "between"])("cites by offsets in the whole text, told %s it", (place) => {
    const cite = { type: "text_annotation_delta", annotations: [CITED] };
    const [first, second] = [
      { type: "text", text: "Zürich " },
      { type: "text", text: "is." },
    ];
    const orders = { after: [first, second, cite], before: [cite, first, second], between: [first, cite, second] };
    const said = step(0, { type: "model_output" }, ...orders[place as keyof typeof orders]);
    const { text } = toChat([CREATED, ...said, completed()]);
    expect(text).toContain('"start_index":0,"end_index":8');
  });

  it("tells usage with its status, or at the end, which counts", () => {
    const status = { event_type: "interaction.status_update", interaction_id: "v1_1", status: "in_progress" };
    const said = step(0, { type: "model_output" }, { type: "text", text: "Hi" });
    const early = { ...status, usage: { total_input_tokens: 3, total_output_tokens: 2 } };
    const usage = { total_input_tokens: 7, total_output_tokens: 4 };
    const alone = toChat([CREATED, early, ...said, completed()]);
    expect(alone.chunks.at(-1)).toMatchObject({ usage: { prompt_tokens: 3, completion_tokens: 2 } });
    const both = toChat([CREATED, early, ...said, completed({ usage })]);
    expect(both.chunks.at(-1)).toMatchObject({ usage: { prompt_tokens: 7, completion_tokens: 4 } });
  });
});

describe("a stream for a client of the Interactions API", () => {
  it("has the signature of a thought in its own step, also after a text", () => {
    const stream = createBridge({ client: "gemini-interactions", provider: "gemini" }).stream();
    const call = { functionCall: { id: "a", name: "f", args: {} }, thoughtSignature: "c2ln" };
    const chunks = [[{ text: "Let me look." }], [call], [{ text: "" }]].map((parts, index) => {
      const finish = index === 2 ? { finishReason: "STOP" } : {};
      return `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts }, index: 0, ...finish }] })}\n\n`;
    });
    const text = stream.push(chunks.join("")) + stream.end();
    expect(legality["gemini-interactions"]?.stream(text)).toEqual([]);
    const signed = dataOf(text).filter(({ delta }) => (delta as JsonObject | undefined)?.type === "thought_signature");
    expect(signed).toMatchObject([{ index: 1 }]);
  });

  it("cites a whole text whose source is told before it", () => {
    const stream = createBridge({ client: "gemini-interactions", provider: "anthropic" }).stream();
    const citation = { type: "web_search_result_location", url: "https://example.com", title: "A", cited_text: "x" };
    const events = [
      { type: "message_start", message: { id: "msg_1", role: "assistant", model: "m", content: [], usage: {} } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "", citations: [] } },
      { type: "content_block_delta", index: 0, delta: { type: "citations_delta", citation } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Zürich." } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ];
    const frames = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    expect(stream.push(frames.join("")) + stream.end()).toContain('"start_index":0,"end_index":8');
  });
});

describe("an error of the Interactions API", () => {
  const failed = (code: string, status: number) =>
    createBridge({ client: "anthropic", provider: "gemini-interactions" }).error(status, {
      error: { message: "No", code },
    });

  it.each([
    [413, "invalid_request", 413, "request_too_large"],
    [529, "internal_error", 529, "overloaded_error"],
    [404, "not_found", 404, "not_found_error"],
    [500, "internal_error", 500, "api_error"],
  ])("with the status %d and the code %s is a %d", (status, code, expected, type) => {
    expect(failed(code, status)).toMatchObject({ status: expected, value: { error: { type } } });
  });

  it.each([
    ["invalid_request", 400, "invalid_request_error"],
    ["too_many_requests", 429, "rate_limit_error"],
    ["internal_error", 500, "api_error"],
  ])("in a failed interaction has the status of its code: %s", (code, status, type) => {
    const bridge = createBridge({ client: "anthropic", provider: "gemini-interactions" });
    const response = bridge.response({
      id: "v1_1",
      object: "interaction",
      status: "failed",
      errors: [{ message: "No", code }],
    });
    expect(response).toMatchObject({ status, value: { error: { type } } });
  });
});

describe("a response for a client of the Interactions API", () => {
  it("reports the group of a tool as lost", () => {
    const item = { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", namespace: "g", arguments: "{}" };
    const bridge = createBridge({ client: "gemini-interactions", provider: "openai-responses" });
    const whole = { id: "resp_1", object: "response", status: "completed", model: "m", output: [item] };
    expect(bridge.response(whole).losses).toMatchObject([{ path: "/output/0/namespace" }]);
  });

  it("has no usage where none is known", () => {
    const bridge = createBridge({ client: "gemini-interactions", provider: "openai-chat" });
    const message = { role: "assistant", content: "Hi" };
    const { value } = bridge.response({
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: "stop" }],
    });
    expect(value).not.toHaveProperty("usage");
  });
});
