import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { OWN, outputIn } from "./bodies.ts";

const GRAMMAR = { type: "grammar", syntax: "lark", definition: "start: patch" };
const CODEX = {
  model: "gpt-5.6",
  instructions: "You are Codex.",
  input: [
    { type: "message", role: "user", content: [{ type: "input_text", text: "Fix it" }] },
    { type: "custom_tool_call", call_id: "call_1", name: "apply_patch", input: "*** Begin Patch" },
    { type: "function_call", call_id: "call_2", name: "find", namespace: "mcp__crm", arguments: '{"q":"x"}' },
    { type: "custom_tool_call_output", call_id: "call_1", output: "Done" },
    { type: "function_call_output", call_id: "call_2", output: "Found" },
  ],
  tools: [
    { type: "custom", name: "apply_patch", description: "Patches files.", format: GRAMMAR },
    {
      ...{ type: "namespace", name: "mcp__crm", description: "Customers." },
      tools: [
        {
          type: "function",
          name: "find",
          strict: false,
          parameters: { type: "object", properties: { q: { type: "string" } } },
        },
      ],
    },
  ],
};

const CALLED = [
  { type: "custom_tool_call", name: "apply_patch", input: "*** Begin" },
  { type: "function_call", name: "find", namespace: "mcp__crm", arguments: '{"q":"y"}' },
];

describe("Codex", () => {
  it("calls its custom and grouped tools by a provider that knows functions alone", () => {
    const bridge = createBridge({ client: OWN, provider: "anthropic" });
    const { value } = bridge.request(CODEX);
    expect(value).toMatchObject({
      tools: [{ name: "apply_patch" }, { name: "mcp__crm__find" }],
      messages: [
        {},
        { content: [{ name: "apply_patch", input: { input: "*** Begin Patch" } }, { name: "mcp__crm__find" }] },
        {},
      ],
    });
    const content = [
      { type: "tool_use", id: "toolu_1", name: "apply_patch", input: { input: "*** Begin" } },
      { type: "tool_use", id: "toolu_2", name: "mcp__crm__find", input: { q: "y" } },
    ];
    const answer = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude",
      content,
      stop_reason: "tool_use",
      usage: {},
    };
    expect(bridge.response(answer).value.output).toMatchObject(CALLED);
    const events = [
      { type: "message_start", message: { id: "msg_1", model: "claude", usage: {} } },
      ...content.flatMap(({ input, ...block }, index) => [
        { type: "content_block_start", index, content_block: { ...block, input: {} } },
        {
          type: "content_block_delta",
          index,
          delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
        },
        { type: "content_block_stop", index },
      ]),
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: {} },
      { type: "message_stop" },
    ];
    expect(outputIn(bridge.stream(), "anthropic", events)).toMatchObject(CALLED);
  });

  it("calls them by Chat Completions", () => {
    const bridge = createBridge({ client: OWN, provider: "openai-chat" });
    const { value } = bridge.request({ ...CODEX, stream: true });
    expect(value).toMatchObject({ stream_options: { include_usage: true } });
    expect(value.tools).toMatchObject([{ custom: { name: "apply_patch" } }, { function: { name: "mcp__crm__find" } }]);
    const calls = [
      { index: 0, id: "call_3", type: "custom", custom: { name: "apply_patch", input: "*** Begin" } },
      { index: 1, id: "call_4", type: "function", function: { name: "mcp__crm__find", arguments: '{"q":"y"}' } },
    ];
    const message = { role: "assistant", content: null, tool_calls: calls };
    const head = { id: "chatcmpl-1", created: 1, model: "m" };
    const answer = {
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: "tool_calls" }],
    };
    expect(bridge.response(answer).value.output).toMatchObject(CALLED);
    const events = [
      { ...head, choices: [{ index: 0, delta: { role: "assistant", tool_calls: calls } }] },
      { ...head, choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
    ];
    expect(outputIn(bridge.stream(), "openai-chat", events)).toMatchObject(CALLED);
  });
});
