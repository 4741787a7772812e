import { createBridge, type DialectName } from "@toolglot/core";
import { describe, expect, it } from "vitest";

/** The beginning of a stream that is cut, whose frames have told what the prompt has used. */
const BEGINNINGS: readonly (readonly [DialectName, string, object])[] = [
  ["gemini", geminiFrames(1, 2, 3), { input: 100, output: 3 }],
  [
    "gemini-interactions",
    sse(
      { event_type: "interaction.created", interaction: { id: "v1_1", object: "interaction", status: "in_progress" } },
      { event_type: "step.start", index: 0, step: { type: "model_output" } },
      { event_type: "step.delta", index: 0, delta: { type: "text", text: "Hi" } },
      { event_type: "step.stop", index: 0, usage: { total_input_tokens: 100, total_output_tokens: 3 } },
    ),
    { input: 100, output: 3 },
  ],
  [
    "anthropic",
    sse(
      { type: "message_start", message: { id: "msg_1", usage: { input_tokens: 100, output_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
      { type: "message_delta", delta: {}, usage: { output_tokens: 3 } },
    ),
    { input: 100, output: 3 },
  ],
  [
    "openai-chat",
    sse({
      ...{ id: "c", object: "chat.completion.chunk", created: 1, model: "m" },
      choices: [{ index: 0, delta: { content: "Hi" }, finish_reason: null }],
      usage: { prompt_tokens: 100, completion_tokens: 3 },
    }),
    { input: 100, output: 3 },
  ],
];

function geminiFrames(...counts: readonly number[]): string {
  return sse(
    ...counts.map((candidatesTokenCount) => ({
      candidates: [{ content: { role: "model", parts: [{ text: "Hi " }] }, index: 0 }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount },
    })),
  );
}

function sse(...events: readonly object[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
}

describe.each(["openai-chat", "anthropic", "gemini"] as const)("a stream to %s that is cut", (client) => {
  it.each(BEGINNINGS)("tells the usage that has come from %s", (provider, beginning, usage) => {
    for (const fast of [true, false]) {
      const stream = createBridge({ client, provider, fast }).stream();
      stream.push(beginning);
      expect(stream.usage).toMatchObject(usage);
      stream.fail("cut");
      expect(stream.usage).toMatchObject(usage);
    }
  });
});
