import { createBridge } from "@toolglot/core";
import { describe, expect, it } from "vitest";

describe("bridge.assemble", () => {
  it("has all of a text of any length", () => {
    const text = "All of it. ".repeat(30_000);
    const delta = { choices: [{ index: 0, delta: { content: text }, finish_reason: "stop" }] };
    const stream = `data: ${JSON.stringify(delta)}\n\ndata: [DONE]\n\n`;
    const { value } = createBridge({ client: "anthropic", provider: "openai-chat" }).assemble(stream);
    expect(value).toMatchObject({ content: [{ type: "text", text }], stop_reason: "end_turn" });
  });

  it("has the summary of a compaction, which comes in deltas", () => {
    const start = { id: "msg_1", type: "message", role: "assistant", model: "claude-opus-4-8", content: [] };
    const counts = { input_tokens: 10, output_tokens: 5 };
    const events = [
      { type: "message_start", message: { ...start, usage: counts } },
      { type: "content_block_start", index: 0, content_block: { type: "compaction", content: null } },
      { type: "content_block_delta", index: 0, delta: { type: "compaction_delta", content: "They asked " } },
      { type: "content_block_delta", index: 0, delta: { type: "compaction_delta", content: "for tea." } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "compaction", stop_sequence: null }, usage: counts },
      { type: "message_stop" },
    ];
    const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    const { value, losses } = createBridge({ client: "anthropic", provider: "anthropic" }).assemble(stream);
    const content = [{ type: "compaction", content: "They asked for tea." }];
    expect(value).toEqual({ ...start, content, stop_reason: "compaction", stop_sequence: null, usage: counts });
    expect(losses).toEqual([]);
  });
});
