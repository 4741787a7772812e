import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../support/dynamic.ts";
import { BOTH, NOON, SUN, TOOLS } from "./calls.ts";
import { blocksIn, callsIn, resultsIn, translateRequest } from "./translate.ts";
import { at, DIALECTS, type Fields, PAIRS, PARIS, writeRequest } from "./wire.ts";

describe("12: the results of parallel calls stand together, right after the calls", () => {
  it.each(PAIRS)("from a client of %s to %s", (client, provider) => {
    const turns = [
      { user: "Hi" },
      { assistant: { calls: BOTH } },
      { results: [NOON] },
      { results: [SUN] },
      { user: "?" },
    ];
    const { value } = translateRequest(client, provider, writeRequest(client, { tools: TOOLS, turns }));
    const ids = callsIn(provider, value).map(({ id }) => id);
    expect(new Set(resultsIn(provider, value).map(({ id }) => id))).toEqual(new Set(ids));
    if (provider === "anthropic") expect(turnsWith("messages", "tool_result", value)).toBe(1);
    if (provider === "gemini") expect(turnsWith("contents", "functionResponse", value)).toBe(1);
  });

  it.each(PAIRS)("from a client of %s to %s, where one is missing", (client, provider) => {
    const turns = [{ user: "Hi" }, { assistant: { calls: BOTH } }, { results: [SUN] }, { user: "Go on" }];
    const { value, changes } = translateRequest(client, provider, writeRequest(client, { tools: TOOLS, turns }));
    expect(resultsIn(provider, value)).toHaveLength(2);
    expect(changes.map(({ rule }) => rule)).toContain("missing-result");
  });

  it.each(PAIRS)("from a client of %s to %s, where a result has lost its call", (client, provider) => {
    const turns = [{ user: "Hi" }, { results: [SUN] }, { user: "Go on" }];
    const { value, losses } = translateRequest(client, provider, writeRequest(client, { tools: TOOLS, turns }));
    expect(resultsIn(provider, value)).toEqual([]);
    expect(JSON.stringify(value)).toContain("Sun");
    expect(losses.map(({ code }) => code)).toContain("orphan-result");
  });
});

function turnsWith(key: string, word: string, value: Json): number {
  return (at(value, key) as Json[]).filter((message) => JSON.stringify(message).includes(`"${word}"`)).length;
}

describe("13: text before a result moves to where the target requires it", () => {
  const content = [
    { type: "text", text: "By the way" },
    { type: "tool_result", tool_use_id: "toolu_paris", content: "Sun" },
  ];
  const history = (): Fields => {
    const request = writeRequest("anthropic", {
      tools: TOOLS,
      turns: [{ user: "Hi" }, { assistant: { calls: [PARIS] } }],
    });
    return { ...request, messages: [...(request.messages as Json[]), { role: "user", content }] };
  };

  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))("from a client of Anthropic to %s", (provider) => {
    const { value } = translateRequest("anthropic", provider, history());
    const text = JSON.stringify(value);
    expect(text).toContain("By the way");
    expect(text.indexOf("Sun")).toBeLessThan(text.indexOf("By the way"));
  });

  it("from clients of Gemini, whose parts may be in any order, to Anthropic", () => {
    const request = writeRequest("gemini", {
      tools: TOOLS,
      turns: [{ user: "Hi" }, { assistant: { calls: [PARIS] } }],
    });
    const functionResponse = { id: PARIS.id, name: PARIS.name, response: { output: "Sun" } };
    const parts = [{ text: "By the way" }, { functionResponse }];
    const { value } = translateRequest("gemini", "anthropic", {
      ...request,
      contents: [...(request.contents as Json[]), { role: "user", parts }],
    });
    expect(blocksIn(value).map(({ type }) => type)).toEqual(["tool_use", "tool_result", "text"]);
  });

  it("but between Anthropic and Anthropic nothing is moved", () => {
    const bridge = createBridge({ client: "anthropic", provider: "anthropic" });
    expect(bridge.request(history()).value).toEqual(history());
  });
});
