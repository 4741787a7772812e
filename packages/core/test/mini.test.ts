import * as core from "@toolglot/core";
import * as values from "@toolglot/core/dialects";
import * as callValues from "@toolglot/core/dialects/calls";
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

describe("dialects as values", () => {
  it("are all of the registry's, under the names of their ids", () => {
    const names = core.dialects.map(({ id }) => id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
    expect(Object.keys(values).toSorted()).toEqual(names.toSorted());
    expect(Object.keys(callValues).toSorted()).toEqual(names.toSorted());
    expect(new Set(Object.values(values))).toEqual(new Set(core.dialects));
  });

  it.each(Object.values(callValues))("have for calls what the whole dialect has: $id", ({ id, ...facet }) => {
    const whole = core.findDialect(id);
    for (const key of ["calls", "results", "messages", "profile"] as const) expect(facet[key]).toBe(whole?.[key]);
    expect(facet.response.decode).toBe(whole?.response.decode);
  });

  it("translate as their names do", () => {
    const options = { profile: "strict" } as const;
    const byValue = mini.convertTools(TOOLS, { ...options, from: mcp, to: openaiChat });
    const byName = core.convertTools(TOOLS, { ...options, from: "mcp", to: "openai-chat" });
    expect({ ...byValue }).toEqual({ ...byName, lift: expect.any(Function), lower: expect.any(Function) });
    expect(core.convertTools(TOOLS, { ...options, from: mcp, to: openaiChat }).value).toEqual(byName.value);
  });

  it("make bridges as their names do, with tools that only one vendor has", () => {
    const byName = core.createBridge({ client: "anthropic", provider: "gemini" }).request(REQUEST);
    expect(mini.createBridge({ client: anthropic, provider: gemini }).request(REQUEST)).toEqual(byName);
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
