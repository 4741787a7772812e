import { describe, expect, it } from "vitest";
import { readTranslatedStream } from "../known-failures/translate.ts";
import { at, DIALECTS, type Fields } from "../known-failures/wire.ts";
import { createBridge } from "../support/dynamic.ts";

describe("CLASP's translation guide, streaming tool calls", () => {
  const LINES = [
    '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"call_abc","function":{"name":"get_weather","arguments":""}}]}}]}',
    '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"loc"}}]}}]}',
    '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"ation\\":"}}]}}]}',
    '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"SF\\"}"}}]}}]}',
  ];
  const frames = LINES.map((line) => `data: ${line}\n\n`);
  const finish = 'data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n';

  it("passes each piece of its example on as it comes (DESIGN 6: incremental, not accumulated)", () => {
    const stream = createBridge({ client: "anthropic", provider: "openai-chat" }).stream();
    const written = frames.map((frame) => partials(stream.push(frame)));
    expect(written).toEqual([[], ['{"loc'], ['ation":'], ['"SF"}']]);
  });

  it("writes the events of Anthropic that it shows", async () => {
    const { bytes, calls, stop } = await readTranslatedStream("anthropic", "openai-chat", [...frames, finish]);
    const blocks = eventsOf(bytes).filter(({ type }) => String(type).startsWith("content_block"));
    expect(blocks[0]).toEqual({
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "toolu_abc", name: "get_weather", input: {} },
    });
    expect(blocks.slice(1, -1).every(({ delta }) => at(delta, "type") === "input_json_delta")).toBe(true);
    expect(partials(bytes).join("")).toBe('{"location":"SF"}');
    expect(blocks.at(-1)).toEqual({ type: "content_block_stop", index: 0 });
    expect(calls).toEqual([{ id: "toolu_abc", name: "get_weather", arguments: '{"location":"SF"}' }]);
    expect(stop).toBe("tool_use");
  });

  it("reads the events of Anthropic that it shows, for every other client", async () => {
    const block = { type: "tool_use", id: "toolu_abc", name: "get_weather", input: {} };
    const shown = [
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"location":' } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '"SF"}' } },
      { type: "content_block_stop", index: 0 },
    ];
    const start = {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    };
    const end = [
      { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    ];
    const stream = [start, ...shown, ...end].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    for (const client of DIALECTS) {
      if (client === "anthropic") continue;
      const { calls } = await readTranslatedStream(client, "anthropic", stream);
      expect(
        calls.map((call) => JSON.parse(call.arguments)),
        client,
      ).toEqual([{ location: "SF" }]);
    }
  });

  it("without an end, its example is a stream that was cut, and no call to run", () => {
    const stream = createBridge({ client: "anthropic", provider: "openai-chat" }).stream();
    const bytes = frames.map((frame) => stream.push(frame)).join("") + stream.end();
    expect(bytes).toContain("event: error");
    expect(bytes).not.toContain("message_stop");
  });
});

function eventsOf(bytes: string): Fields[] {
  return bytes
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)) as Fields);
}

function partials(bytes: string): string[] {
  return eventsOf(bytes).flatMap(({ delta }) => {
    const piece = at(delta, "partial_json");
    return typeof piece === "string" ? [piece] : [];
  });
}
