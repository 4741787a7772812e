import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";

const MESSAGE = "the model made a call without the name of a tool";

/** Streams of a call without a name, event by event. */
const STREAMS: readonly [provider: string, client: string, events: readonly Json[]][] = [
  [
    "anthropic",
    "openai-chat",
    [
      { type: "message_start", message: { id: "m", type: "message", role: "assistant", content: [], model: "m" } },
      { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "a", name: "", input: {} } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ],
  ],
  [
    "openai-responses",
    "anthropic",
    [
      { type: "response.created", response: { id: "r", object: "response", status: "in_progress", output: [] } },
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { type: "function_call", id: "fc_1", call_id: "a", name: "", arguments: "" },
      },
      {
        type: "response.output_item.done",
        output_index: 0,
        item: { type: "function_call", id: "fc_1", call_id: "a", name: "", arguments: "{}" },
      },
      { type: "response.completed", response: { id: "r", object: "response", status: "completed", output: [] } },
    ],
  ],
  [
    "bedrock",
    "anthropic",
    [
      { messageStart: { role: "assistant" } },
      { contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { toolUseId: "a", name: "" } } } },
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: "tool_use" } },
      { metadata: { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } } },
    ],
  ],
  [
    "gemini",
    "openai-chat",
    [{ candidates: [{ content: { role: "model", parts: [{ functionCall: { args: {} } }] }, finishReason: "STOP" }] }],
  ],
  [
    "gemini-interactions",
    "anthropic",
    [
      { event_type: "interaction.created", interaction: { id: "i", status: "in_progress" } },
      { event_type: "step.start", index: 0, step: { type: "function_call", id: "a", arguments: {} } },
      { event_type: "step.stop", index: 0 },
      { event_type: "interaction.completed", interaction: { id: "i", status: "requires_action" } },
    ],
  ],
  [
    "ollama",
    "gemini",
    [
      { model: "m", message: { role: "assistant", content: "", tool_calls: [{ id: "a", function: {} }] }, done: false },
      { model: "m", message: { role: "assistant", content: "" }, done: true, done_reason: "stop" },
    ],
  ],
];

describe("a call without the name of a tool", () => {
  it.each(STREAMS)("is an error in a stream of %s", (provider, client, sent) => {
    const events = createBridge({ client, provider }).events();
    const written = [...sent.flatMap((event) => events.push(event)), ...events.end()];
    expect(events.failure?.message).toBe(MESSAGE);
    expect(JSON.stringify(written)).not.toContain('"name":""');
  });

  it("passes within one dialect", () => {
    const content = [{ type: "tool_use", id: "a", name: "", input: {} }];
    const body = { id: "m", type: "message", role: "assistant", model: "m", content, stop_reason: "tool_use" };
    const { value } = createBridge({ client: "anthropic", provider: "anthropic" }).response(body);
    expect(value).toEqual(body);
  });
});
