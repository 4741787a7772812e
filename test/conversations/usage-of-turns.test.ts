import type { JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../support/dynamic.ts";
import { assembled } from "./assembled/index.ts";
import { REQUESTS, STREAMS, WHOLE, written } from "./usage/answers.ts";
import { charged, READ } from "./usage/counts.ts";
import { SAMPLES } from "./usage/samples.ts";

/** Tools that the bridge hides behind a search, so that a turn takes two requests to the provider. */
const DEFERRED = ["a", "b", "c"].map((name) => ({
  ...{ name, description: `Does ${name}.`, input_schema: { type: "object" }, defer_loading: true },
}));
const SEARCH = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
const SEARCHING = { ...REQUESTS.anthropic, stream: true, tools: [SEARCH, ...DEFERRED] };

/** Turns an answer that says "Hi", or a stream of it, into one that searches. */
const SEARCHED: Readonly<Record<string, (answer: JsonObject) => JsonObject>> = {
  "openai-chat": (answer) => {
    const call = { id: "s", type: "function", function: { name: "search_tools", arguments: '{"query":"a"}' } };
    return replaced(answer, '"content":"Hi"', `"tool_calls":${JSON.stringify([{ index: 0, ...call }])}`);
  },
  gemini: (answer) =>
    replaced(answer, '"text":"Hi"', '"functionCall":{"id":"s","name":"search_tools","args":{"query":"a"}}'),
  ollama: (answer) => {
    const call = { function: { name: "search_tools", arguments: { query: "a" } } };
    return replaced(answer, '"content":"Hi"', `"content":"","tool_calls":${JSON.stringify([call])}`);
  },
};

function replaced(answer: JsonObject, part: string, by: string): JsonObject {
  return JSON.parse(JSON.stringify(answer).replace(part, by));
}

const SEARCHES = SAMPLES.filter(({ provider, counts }) => provider in SEARCHED && counts.input > 0);

describe.each(SEARCHES)("usage of two requests to $provider: $name", ({ provider, usage, counts }) => {
  const searched = SEARCHED[provider] ?? ((answer) => answer);
  const begun = () => {
    const bridge = createBridge({ client: "anthropic", provider, emulateToolSearch: { moreThan: 1 } });
    bridge.request(SEARCHING);
    return bridge;
  };
  const twice = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, 2 * count]));
  const { input, output } = twice;

  it("is the sum of both in a whole answer", () => {
    const bridge = begun();
    const answer = WHOLE[provider]?.(usage) ?? {};
    const { paused } = bridge.response(searched(answer));
    expect(paused).toBeDefined();
    const both = bridge.response(answer, { continues: paused });
    expect(charged(both.usage)).toEqual(twice);
    expect(READ.anthropic?.(both.value)).toMatchObject({ input, output });
  });

  it("is the sum of both in a stream, and known at each time", () => {
    for (const make of STREAMS[provider] ?? []) {
      const stream = begun().stream();
      let out = stream.push(written(provider, make(usage).map(searched)));
      if (stream.paused === undefined) out += stream.end();
      expect(stream.paused).toBeDefined();
      stream.resume();
      expect(charged(stream.usage)).toEqual(counts);
      out += stream.push(written(provider, make(usage))) + stream.end();
      expect(charged(stream.usage)).toEqual(twice);
      expect(READ.anthropic?.(assembled("anthropic", out))).toMatchObject({ input, output });
    }
  });
});
