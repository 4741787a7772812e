import { createBridge } from "@toolglot/core";
import { alignResponses, assembleStream } from "@toolglot/core/align";
import { describe, expect, it } from "vitest";

const DIALECTS = [
  "anthropic",
  "openai-chat",
  "openai-responses",
  "gemini",
  "gemini-interactions",
  "ollama",
  "openrouter",
] as const;

const start = { type: "message_start", message: { id: "msg_1", role: "assistant", content: [], usage: {} } };
const block = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
const delta = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } };

/** The rest of a text, and a call whose arguments come in two pieces. */
const REST = [
  { ...delta, delta: { type: "text_delta", text: "lo, I will look. " } },
  { type: "content_block_stop", index: 0 },
  {
    type: "content_block_start",
    index: 1,
    content_block: { type: "tool_use", id: "toolu_1", name: "read", input: {} },
  },
  { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"path":' } },
  { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '"a.ts"}' } },
  { type: "content_block_stop", index: 1 },
  { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { input_tokens: 9, output_tokens: 7 } },
  { type: "message_stop" },
];

describe("a stream without an end", () => {
  it("has what it has said so far, and nothing where it has said nothing", () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Too busy" } };
    const content = [{ type: "text", text: "Hel" }];
    expect(assembleStream("anthropic", streamOf(start, block, delta)).partial).toMatchObject({ id: "msg_1", content });
    expect(assembleStream("anthropic", streamOf(start, block, delta)).partial).not.toHaveProperty("stop_reason");
    expect(assembleStream("anthropic", streamOf(start, block, delta, error))).toMatchObject({
      partial: { content },
      error: { error: { message: "Too busy" } },
    });
    expect(assembleStream("anthropic", streamOf(start))).not.toHaveProperty("partial");
  });

  it.each(DIALECTS)("has what %s had said at any frame, and it can be aligned", (dialect) => {
    const stream = createBridge({ client: dialect, provider: "anthropic" }).stream();
    const whole = stream.push(streamOf(start, block, delta, ...REST)) + stream.end();
    const { frames } = assembleStream(dialect, whole);
    for (const { offset } of frames.slice(1)) {
      const { response, partial } = assembleStream(dialect, whole.slice(0, offset));
      const said = response ?? partial;
      if (said !== undefined)
        expect(alignResponses({ from: dialect, to: dialect, provider: said, client: said }).rows).not.toEqual([]);
    }
    const before = assembleStream(dialect, whole.slice(0, frames[frames.length >> 1]?.offset));
    expect(before.response ?? before.partial).toBeDefined();
  });
});

function streamOf(...events: readonly { readonly type: string }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
