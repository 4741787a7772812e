import type { Json, Loss } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { TOOLS } from "./calls.ts";
import { resultsIn, toolNames, translateRequest } from "./translate.ts";
import { DIALECTS, type Fields, writeRequest } from "./wire.ts";

describe("39: what Claude Code sends today", () => {
  const base = (fields: Fields = {}): Fields =>
    writeRequest("anthropic", { tools: TOOLS, turns: [{ user: "Hi" }] }, fields);
  const others = DIALECTS.filter((provider) => provider !== "anthropic");
  const codes = (losses: readonly Loss[]) => losses.map(({ path }) => path);

  it.each(others)("a system message in the conversation reaches %s", (provider) => {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "system", content: [{ type: "text", text: "Be brief." }], output_config: { effort: "medium" } },
      { role: "assistant", content: "Hello" },
      { role: "user", content: "Go on" },
      { role: "system", content: "Be briefer." },
    ];
    const { value } = translateRequest("anthropic", provider, base({ messages }));
    expect(JSON.stringify(value)).toContain("Be brief.");
    expect(JSON.stringify(value)).toContain("Be briefer.");
  });

  it.each(others)("deferred tools, and results that are references to them, reach %s", (provider) => {
    const tools = [
      { name: "ToolSearch", input_schema: { type: "object", properties: { query: { type: "string" } } } },
      { name: "WebFetch", defer_loading: true, input_schema: { type: "object", properties: {} } },
    ];
    const use = { type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "web" } };
    const references = [{ type: "tool_reference", tool_name: "WebFetch" }];
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: [use] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: references },
          { type: "text", text: "Tool loaded." },
        ],
      },
    ];
    const { value, losses } = translateRequest("anthropic", provider, base({ tools, messages }));
    expect(toolNames(provider, value)).toEqual(["ToolSearch", "WebFetch"]);
    expect(resultsIn(provider, value)).toHaveLength(1);
    expect(codes(losses)).toContain("/messages/2/content/0/content/0");
  });

  it.each(others)("Anthropic's own web search does not break the request for %s", (provider) => {
    const tools = [...(base().tools as Json[]), { type: "web_search_20250305", name: "web_search", max_uses: 8 }];
    const { value } = translateRequest("anthropic", provider, base({ tools, tool_choice: { type: "auto" } }));
    expect(toolNames(provider, value)).toEqual(expect.arrayContaining(["get_weather", "get_time"]));
  });

  it.each(others)("a history with Anthropic's own web search reaches %s", (provider) => {
    const messages = [
      { role: "user", content: "Hi" },
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "sun" } },
          {
            type: "web_search_tool_result",
            tool_use_id: "srvtoolu_1",
            content: [{ type: "web_search_result", url: "https://a.example", title: "A", encrypted_content: "x" }],
          },
          { type: "text", text: "It shines." },
        ],
      },
      { role: "user", content: "And?" },
    ];
    const { value } = translateRequest("anthropic", provider, base({ messages }));
    expect(JSON.stringify(value)).toContain("It shines.");
  });

  it.each(others)("context_management and a top-level output_config do not reach %s in silence", (provider) => {
    const fields = {
      context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
      output_config: { effort: "medium" },
      thinking: { type: "adaptive", display: "omitted" },
      metadata: { user_id: '{"device_id":"1"}' },
    };
    const { value, losses } = translateRequest("anthropic", provider, base(fields));
    expect(JSON.stringify(value)).not.toContain("context_management");
    expect(codes(losses)).toContain("/context_management");
  });

  it("more than four cache breakpoints of another dialect are the last four for Anthropic, with a report", () => {
    const part = (text: string) => ({ type: "text", text, cache_control: { type: "ephemeral" } });
    const messages = [{ role: "user", content: ["1", "2", "3", "4", "5", "6"].map(part) }];
    const { value, losses } = translateRequest("openrouter", "anthropic", {
      ...writeRequest("openrouter", { turns: [] }),
      messages,
    });
    expect(JSON.stringify(value).match(/cache_control/g)).toHaveLength(4);
    expect(codes(losses)).toEqual(["/messages/0/content/1/cache_control", "/messages/0/content/0/cache_control"]);
  });
});
