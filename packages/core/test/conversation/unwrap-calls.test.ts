import { createBridge, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";

const tool = (name: string): Json => ({ name, input_schema: { type: "object", properties: { city: {} } } });
const use = (name: string): Json => ({ recipient_name: `functions.${name}`, parameters: { city: "Bern" } });

function asked(...names: string[]) {
  const bridge = createBridge({ client: "anthropic", provider: "openai-chat" });
  const messages = [{ role: "user", content: "What is the weather like?" }];
  bridge.request({ model: "gpt-4.1", max_tokens: 1024, messages, tools: names.map(tool) });
  return bridge;
}

function call(name: string, ...uses: Json[]): Json {
  return { id: "call_1", type: "function", function: { name, arguments: JSON.stringify({ tool_uses: uses }) } };
}

function answer(...calls: Json[]): Json {
  const message = { role: "assistant", content: null, tool_calls: calls };
  return { id: "chatcmpl-1", object: "chat.completion", choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
}

function namesIn(content: unknown): string[] {
  return (content as { name: string }[]).map(({ name }) => name);
}

describe("calls in a call", () => {
  it.each(["parallel", "multi_tool_use.parallel"])("are unwrapped if no %s was declared", (name) => {
    const { value, changes } = asked("get_weather", "get_time").response(
      answer(call(name, use("get_weather"), use("get_time"))),
    );
    expect(namesIn(value.content)).toEqual(["get_weather", "get_time"]);
    expect(changes).toContainEqual({ path: "/choices/0/message/tool_calls/0", rule: "unwrapped-calls" });
  });

  it("stay where they are in a tool that the client declared", () => {
    const { value } = asked("parallel", "get_weather").response(answer(call("parallel", use("get_weather"))));
    expect(namesIn(value.content)).toEqual(["parallel"]);
  });

  it("stay where they are if one of them cannot be run", () => {
    const { value } = asked("get_weather").response(answer(call("parallel", use("get_weather"), use("get_time"))));
    expect(namesIn(value.content)).toEqual(["parallel"]);
  });

  it("wait in a stream until the last of them is complete, and nothing else does", () => {
    const stream = asked("get_weather", "get_time").stream();
    const chunk = (delta: Json, finish: Json = null) =>
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const args = JSON.stringify({ tool_uses: [use("get_weather"), use("get_time")] });
    expect(stream.push(chunk({ role: "assistant", content: "One moment." }))).toContain("One moment.");
    const start = { index: 0, id: "call_1", type: "function", function: { name: "parallel", arguments: "" } };
    const held = [start, ...args].map((piece) =>
      stream.push(
        chunk({ tool_calls: [typeof piece === "string" ? { index: 0, function: { arguments: piece } } : piece] }),
      ),
    );
    expect(held.join("")).not.toContain("tool_use");
    const rest = stream.push(chunk({}, "tool_calls")) + stream.push("data: [DONE]\n\n") + stream.end();
    expect(rest.match(/"type":"tool_use","id":"\w+","name":"\w+"/g)).toHaveLength(2);
    expect(rest).toContain('"stop_reason":"tool_use"');
    expect(stream.changes.map(({ rule }) => rule)).toContain("unwrapped-calls");
  });
});
