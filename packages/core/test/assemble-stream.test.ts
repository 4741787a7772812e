import { assembleStream, streamParts } from "@toolglot/core/align";
import { describe, expect, it } from "vitest";

describe("streamParts", () => {
  it("has what had arrived with the first frames", () => {
    const call = { type: "tool_use", id: "t", name: "f", input: {} };
    const events = [
      { type: "message_start", message: { type: "message", role: "assistant", content: [] } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Let me " } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "see." } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: call },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"a":' } },
    ];
    const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    const { frames } = assembleStream("anthropic", stream);
    expect(streamParts("anthropic", frames.slice(0, 3))).toEqual([{ kind: "text", text: "Let me " }]);
    expect(streamParts("anthropic", frames)).toEqual([
      { kind: "text", text: "Let me see." },
      { kind: "call", name: "f", text: '{"a":' },
    ]);
  });
});

describe("assembleStream", () => {
  const first = 'data: {"candidates":[{"content":{"parts":[{"text":"Grüße 👋"}]}}]}\n\n';
  const last = 'data: {"candidates":[{"content":{"parts":[{"text":"!"}]},"finishReason":"STOP"}]}\r\n\r\n';
  const bytes = new TextEncoder().encode(`: ping\n\n${first}${last}`);

  it("tells at which byte each frame begins, of bytes as of text", () => {
    const offsets = [8, 8 + new TextEncoder().encode(first).length];
    expect(assembleStream("gemini", bytes).frames.map(({ offset }) => offset)).toEqual(offsets);
    const text = new TextDecoder().decode(bytes);
    expect(assembleStream("gemini", text).frames.map(({ offset }) => offset)).toEqual(offsets);
  });

  it("makes one response of it", () => {
    const parts = [{ text: "Grüße 👋!" }];
    expect(assembleStream("gemini", bytes).response).toMatchObject({ candidates: [{ content: { parts } }] });
  });

  it("has no field that was not on the wire", () => {
    const chat =
      'data: {"id":"c","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    expect(assembleStream("openai-chat", chat).response).toEqual({
      id: "c",
      choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
    });
    const output = [
      { type: "message", status: "completed", role: "assistant", content: [{ type: "output_text", text: "Hi" }] },
    ];
    const responses = `data: ${JSON.stringify({ type: "response.completed", response: { status: "completed", output } })}\n\n`;
    expect(assembleStream("openai-responses", responses).response).toEqual({ status: "completed", output });
  });

  it("has all arguments of a call, empty ones too", () => {
    const input = { note: "", size: 0, none: null, list: [] };
    const events = [
      { type: "message_start", message: { type: "message", role: "assistant", content: [] } },
      { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "t", name: "f", input: {} } },
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
      },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" } },
      { type: "message_stop" },
    ];
    const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    expect(assembleStream("anthropic", stream).response).toEqual({
      type: "message",
      role: "assistant",
      content: [{ type: "tool_use", id: "t", name: "f", input }],
      stop_reason: "tool_use",
    });
  });

  it("has all of a long text, and a built-in call as the provider wrote it", () => {
    const delta = { choices: [{ index: 0, delta: { content: "x".repeat(300_000) }, finish_reason: "stop" }] };
    const text = `data: ${JSON.stringify(delta)}\n\ndata: [DONE]\n\n`;
    expect(assembleStream("openai-chat", text).response).toMatchObject({
      choices: [{ message: { content: "x".repeat(300_000) } }],
    });
    const operation = { type: "delete_file", path: "a.txt" };
    const item = { type: "apply_patch_call", id: "apc_1", status: "completed", call_id: "call_1", operation };
    const events = [
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { status: "completed", output: [item] } },
    ];
    const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    const { id, ...rest } = item;
    expect(assembleStream("openai-responses", stream).response).toMatchObject({ output: [rest] });
  });

  it("lists the frames of a stream that was cut or cannot be read, and says why it has no response", () => {
    const cut = assembleStream("gemini", first);
    expect(cut).toMatchObject({ frames: [{ offset: 0 }], error: expect.stringContaining("ended before") });
    expect(cut.response).toBeUndefined();
    expect(assembleStream("gemini", `${first}data: {"a\n\n`)).toMatchObject({
      frames: [{}, {}],
      error: expect.any(String),
    });
  });
});
