import * as core from "@toolglot/core";
import * as values from "@toolglot/core/dialects";
import * as callValues from "@toolglot/core/dialects/calls";
import * as features from "@toolglot/core/features";
import * as mini from "@toolglot/core/mini";
import { describe, expect, it } from "vitest";

const { anthropic, gemini, mcp, openaiChat } = values;
const TOOLS = [{ name: "label.set", inputSchema: { type: "object", properties: { due: { type: "string" } } } }];
const REQUEST = {
  model: "claude-sonnet-4-5",
  max_tokens: 100,
  top_k: 5,
  tools: [{ type: "bash_20250124", name: "bash" }],
  messages: [{ role: "user", content: "hi" }],
};

/** Results with everything that a target may put elsewhere than into the result. */
const RESULTS = [
  { content: [{ type: "text", text: "noon" }] },
  { content: [{ type: "text", text: "no clock" }], isError: true },
  { content: [], structuredContent: { at: "noon" } },
  {
    content: [
      { type: "text", text: "a clock" },
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
      { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
    ],
  },
  { content: [{ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png", annotations: { priority: 1 } }] },
];

const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5",
  content: [
    { type: "thinking", thinking: "which clock?", signature: "c2ln" },
    { type: "text", text: "I look." },
    { type: "tool_use", id: "toolu_1", name: "now", input: { zone: "UTC" } },
  ],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 5, output_tokens: 7, cache_read_input_tokens: 3 },
};

/** One response in a dialect, failures, and what servers of the Chat Completions family answer instead of an error. */
function responsesOf(id: core.DialectId): unknown[] {
  const bridge = core.createBridge({ client: id, provider: "anthropic" });
  const choice = { index: 0, message: { role: "assistant", content: "half" }, finish_reason: "error" };
  return [
    bridge.response(MESSAGE).value,
    bridge.response({ ...MESSAGE, content: [] }).value,
    bridge.error(429, { type: "error", error: { type: "rate_limit_error", message: "Slow down" } }).value,
    { error: "overloaded" },
    { object: "error", message: "no such model" },
    { choices: [] },
    { choices: [choice] },
    { choices: [choice], error: { message: "gone", code: 502 } },
    { error: { message: "no type" } },
  ];
}

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof core.ConversionError) return `${error.code} at ${error.path}: ${error.message}`;
    throw error;
  }
}

const PAIRS = Object.values(callValues).flatMap((from) => Object.values(callValues).map((to) => ({ from, to })));
/** Those whose source has responses. */
const CONVERSATIONS = PAIRS.filter(({ from }) => from.profile.conversation.messages);

describe("dialects as values", () => {
  it("are all of the registry's, under the names of their ids", () => {
    const names = core.dialects.map(({ id }) => id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
    expect(Object.keys(values).toSorted()).toEqual(names.toSorted());
    expect(Object.keys(callValues).toSorted()).toEqual(names.toSorted());
    expect(new Set(Object.values(values))).toEqual(new Set(core.dialects));
  });

  it.each(Object.values(callValues))(
    "have for calls what the whole dialect has: $id",
    ({ id, calls, results, profile }) => {
      const whole = core.findDialect(id);
      expect({ calls, results }).toEqual({ calls: whole?.calls, results: whole?.results });
      expect(whole?.profile).toMatchObject(profile);
    },
  );

  it.each(PAIRS)("translate results that stand alone as the whole dialects do: $from.id to $to.id", ({ from, to }) => {
    const named = { from: from.id, to: to.id };
    for (const result of RESULTS) {
      const wire = core.convertToolResults([result], { from: "mcp", to: from.id }).value as never[];
      expect(mini.convertToolResults(wire, { from, to })).toEqual(core.convertToolResults(wire, named));
    }
    const plain = { id: "call_1", name: "now", content: { at: "noon" }, isError: true };
    expect(mini.formatToolResult(plain, { to })).toEqual(core.formatToolResult(plain, named));
  });

  it.each(CONVERSATIONS)(
    "translate the calls of responses as the whole dialects do: $from.id to $to.id",
    ({ from, to }) => {
      const named = { from: from.id, to: to.id };
      for (const wire of responsesOf(from.id) as never[]) {
        expect(outcome(() => mini.parseToolCalls(wire, { from }))).toEqual(
          outcome(() => core.parseToolCalls(wire, named)),
        );
        expect(outcome(() => mini.convertToolCalls(wire, { from, to }))).toEqual(
          outcome(() => core.convertToolCalls(wire, named)),
        );
      }
    },
  );

  it("translate as their names do", () => {
    const options = { profile: "strict" } as const;
    const byValue = mini.convertTools(TOOLS, { ...options, from: mcp, to: openaiChat, features });
    const byName = core.convertTools(TOOLS, { ...options, from: "mcp", to: "openai-chat" });
    expect({ ...byValue }).toEqual({ ...byName, lift: expect.any(Function), lower: expect.any(Function) });
    expect(core.convertTools(TOOLS, { ...options, from: mcp, to: openaiChat }).value).toEqual(byName.value);
  });

  it("make bridges as their names do, with tools that only one vendor has", () => {
    const byName = core.createBridge({ client: "anthropic", provider: "gemini" }).request(REQUEST);
    const { clientTools } = features;
    const given = { client: anthropic, provider: gemini, features: { clientTools } };
    expect(mini.createBridge(given).request(REQUEST)).toEqual(byName);
    expect(core.createBridge({ client: anthropic, provider: gemini }).request(REQUEST)).toEqual(byName);
  });

  it("find and write calls, results and choices as their names do", () => {
    const message = { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "now", input: {} }] };
    const result = { id: "call_1", name: "now", content: "noon" };
    const answer = { role: "tool", tool_call_id: "call_1", content: "noon" };
    const ends = { from: callValues.anthropic, to: callValues.openaiChat };
    const named = { from: "anthropic", to: "openai-chat" } as const;
    expect(mini.parseToolCalls(message, ends)).toEqual(core.parseToolCalls(message, named));
    expect(mini.formatToolResult(result, ends)).toEqual(core.formatToolResult(result, named));
    expect(mini.convertToolCalls(message, ends)).toEqual(core.convertToolCalls(message, named));
    const back = { from: callValues.openaiChat, to: callValues.anthropic };
    expect(mini.convertToolResults(answer, back)).toEqual(
      core.convertToolResults(answer, { from: "openai-chat", to: "anthropic" }),
    );
    expect(mini.convertToolChoice({ type: "any" }, { from: anthropic, to: openaiChat })).toEqual(
      core.convertToolChoice({ type: "any" }, named),
    );
  });

  it("are needed: a name is no dialect there", () => {
    const options = { client: "anthropic", provider: openaiChat } as unknown as { client: typeof anthropic };
    expect(() => mini.createBridge({ ...options, provider: openaiChat })).toThrow(
      'anthropic adapter to_canonical: unknown dialect "anthropic"',
    );
  });
});
