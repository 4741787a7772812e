import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { bridge, chatIn, completion, OWN, TOOL_USE, USER } from "./bodies.ts";

describe("tools", () => {
  it("that take free text become functions, in definitions, choices and calls", () => {
    const custom = { type: "custom", custom: { name: "sql", description: "Runs it." } };
    const call = { id: "call_a", type: "custom", custom: { name: "sql", input: "SELECT 1" } };
    const server = bridge("openai-chat");
    const { value } = server.request({
      model: "m",
      messages: [
        ...USER,
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "call_a", content: "1" },
      ],
      tools: [custom],
      tool_choice: { type: "custom", custom: { name: "sql" } },
    });
    expect(legality[OWN]?.request(value)).toEqual([]);
    expect(chatIn({ value }).messages[1]?.tool_calls).toEqual([
      { id: "call_a", type: "function", function: { name: "sql", arguments: '{"input":"SELECT 1"}' } },
    ]);
    const answer = completion({
      content: null,
      tool_calls: [{ id: "call_b", type: "function", function: { name: "sql", arguments: '{"input":"SELECT 2"}' } }],
    });
    expect(server.response(answer).value).toMatchObject({
      choices: [{ message: { tool_calls: [{ type: "custom", custom: { name: "sql", input: "SELECT 2" } }] } }],
    });
  });

  it("that are gone from the request keep their calls legal", () => {
    const call = { id: "call_a", type: "custom", custom: { name: "sql", input: "SELECT 1" } };
    const messages = [
      ...USER,
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "call_a", content: "1" },
    ];
    expect(legality[OWN]?.request(bridge("openai-chat").request({ model: "m", messages }).value)).toEqual([]);
  });

  it("are dropped if the choice excludes them, with a report", () => {
    const tools = ["f", "g"].map((name) => ({ type: "function", function: { name } }));
    const { value, losses, changes } = bridge("openai-chat").request({
      model: "m",
      messages: USER,
      tools,
      tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [tools[0] as Json] } },
    });
    expect(value.tool_choice).toBe("required");
    expect(value.tools).toEqual([expect.objectContaining({ function: expect.objectContaining({ name: "f" }) })]);
    expect(losses).toEqual([]);
    expect(changes.map(({ rule }) => rule)).toEqual(expect.arrayContaining(["tools-left-out", "tools-by-choice"]));
  });
});

describe("results", () => {
  it("keep their images, cache control and error mark", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    const content = [{ type: "text", text: "no", cache_control: { type: "ephemeral" } }, image];
    const result = { type: "tool_result", tool_use_id: "toolu_a", is_error: true, content };
    const body = {
      model: "m",
      max_tokens: 9,
      messages: [
        ...USER,
        { role: "assistant", content: [{ ...TOOL_USE, id: "toolu_a" }] },
        { role: "user", content: [result] },
      ],
    };
    const { value, losses } = bridge("anthropic").request(body as unknown as Json);
    expect(chatIn({ value }).messages[2]).toEqual({
      role: "tool",
      tool_call_id: "call_a",
      content: [
        { type: "text", text: "[Error] no", cache_control: { type: "ephemeral" } },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ],
    });
    expect(losses).toEqual([]);
    const back = createBridge({ client: OWN, provider: "anthropic" }).request(value).value as {
      messages: { content: Json[] }[];
    };
    expect(back.messages[2]?.content[0]).toEqual(result);
  });
});
