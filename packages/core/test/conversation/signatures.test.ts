import { describe, expect, it } from "vitest";
import { createBridge } from "../../src/index.ts";

describe("reasoning streamed in pieces, followed by its signature", () => {
  const answer = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [],
    stop_reason: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const events = [
    { type: "message_start", message: answer },
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
    ...["One ", "thought."].map((thinking) => ({ index: 0, delta: { type: "thinking_delta", thinking } })),
    { index: 0, delta: { type: "signature_delta", signature: "c2VhbA==" } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "toolu_1", name: "f", input: {} } },
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } },
    { type: "message_stop" },
  ].map((event) => ({ type: "content_block_delta", ...event }));
  const stream = createBridge({ client: "gemini", provider: "anthropic" }).stream();
  const text = stream.push(events.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join(""));
  const parts = [...text.matchAll(/data: (.*)/g)].flatMap(
    ([, data = ""]) => JSON.parse(data).candidates[0].content.parts,
  );
  const body = {
    contents: [
      { role: "user", parts: [{ text: "Hi" }] },
      { role: "model", parts: parts.filter((part) => part.text !== "" || part.thoughtSignature !== undefined) },
      { role: "user", parts: [{ functionResponse: { name: "f", response: { output: 1 } } }] },
    ],
  };

  it("is one block for its vendor", () => {
    const { value } = createBridge({ client: "gemini", provider: "anthropic", providerModel: "m" }).request(body);
    expect(value.messages).toMatchObject([
      {},
      { content: [{ type: "thinking", thinking: "One thought.", signature: "c2VhbA==" }, { type: "tool_use" }] },
      {},
    ]);
  });
});
