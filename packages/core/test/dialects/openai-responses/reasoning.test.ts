import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import type { Json } from "../../../../../test/support/json.ts";
import { ANSWER, type Body, CLAUDE, OWN, REASONING, sent } from "./bodies.ts";

function continued(reasoningPart: Body, said: readonly Json[]): { value: Body; lost: string[] } {
  const message = {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "So", annotations: [] }],
  };
  const bridge = createBridge({ client: "anthropic", provider: OWN });
  const { value } = bridge.response({ ...ANSWER, output: [reasoningPart, message] });
  const content = (value.content as Json[]).slice(0, said.length === 0 ? 2 : 1);
  const messages = [...CLAUDE.messages, { role: "assistant", content: [...content, ...said] }, ...CLAUDE.messages];
  return sent("anthropic", { ...CLAUDE, messages });
}

describe("Reasoning of the provider", () => {
  it("returns through another dialect without its id, because the following item lost its own", () => {
    const { value } = continued({ ...REASONING, encrypted_content: "E" }, []);
    expect(value.input).toMatchObject([
      {},
      { type: "reasoning", summary: REASONING.summary, encrypted_content: "E" },
      { role: "assistant" },
      {},
    ]);
    expect(JSON.stringify(value.input)).not.toContain("rs_1");
  });

  it("is dropped if it has no encrypted content", () => {
    const { value, lost } = continued(REASONING, []);
    expect(JSON.stringify(value.input)).not.toContain("reasoning");
    expect(lost).toContain("/messages/1/content/0");
  });

  it("is dropped if no item follows it", () => {
    const { value, lost } = continued({ ...REASONING, encrypted_content: "E" }, [
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
    ]);
    expect(JSON.stringify(value.input)).not.toContain("reasoning");
    expect(lost).toContain("/messages/1/content/0");
  });
});

describe("Reasoning of another vendor", () => {
  it("round-trips through a client of Responses, even if it is redacted", () => {
    const content = [
      { type: "thinking", thinking: "Hm", signature: "S" },
      { type: "redacted_thinking", data: "R" },
      { type: "tool_use", id: "toolu_1", name: "f", input: {} },
    ];
    const bridge = createBridge({ client: OWN, provider: "anthropic" });
    const answer = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude",
      content,
      stop_reason: "tool_use",
      usage: {},
    };
    const { value } = bridge.response(answer);
    const output = value.output as Json[];
    expect(output).toMatchObject([
      { type: "reasoning", summary: [{ text: "Hm" }] },
      { type: "reasoning", summary: [] },
      { call_id: "fc_1" },
    ]);
    const input = [
      { role: "user", content: "Hi" },
      ...output,
      { type: "function_call_output", call_id: "fc_1", output: "1" },
    ];
    const next = bridge.request({ model: "claude-sonnet-5", input }).value as { messages: { content: Json }[] };
    expect(next.messages[1]?.content).toEqual(content);
  });

  it("is not sent to OpenAI", () => {
    const { value, losses } = createBridge({ client: OWN, provider: OWN }).request({
      model: "gpt-5.6",
      input: [
        { ...REASONING, encrypted_content: 'tg1:anthropic:"S"' },
        { role: "user", content: "Hi" },
      ],
    });
    expect(value.input).toEqual([{ role: "user", content: "Hi" }]);
    expect(losses.map(({ path }) => path)).toEqual(["/input/0"]);
  });
});
