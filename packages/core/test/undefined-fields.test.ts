import { describe, expect, it } from "vitest";
import { convertTools, createBridge, type DialectName } from "../src/index.ts";

const SCHEMA = { type: "object", properties: { tz: { type: "string" } } } as const;

/** Tools as programs make them: what is not known is undefined, and would not be in the JSON. */
const TOOLS = {
  anthropic: { name: "now", description: undefined, cache_control: undefined, input_schema: SCHEMA },
  "openai-chat": {
    type: "function",
    function: { name: "now", description: undefined, strict: undefined, parameters: SCHEMA },
  },
  "openai-responses": { type: "function", name: "now", description: undefined, strict: undefined, parameters: SCHEMA },
  gemini: {
    functionDeclarations: [{ name: "now", description: undefined, response: undefined, parametersJsonSchema: SCHEMA }],
  },
  mcp: { name: "now", title: undefined, annotations: undefined, outputSchema: undefined, inputSchema: SCHEMA },
};

const TARGETS: readonly DialectName[] = ["anthropic", "openai-chat", "openai-responses", "gemini", "ollama", "mcp"];

for (const [from, tool] of Object.entries(TOOLS) as [DialectName, object][])
  for (const to of TARGETS)
    describe(`undefined fields of a tool of ${from} for ${to}`, () => {
      for (const fast of [true, false])
        it(`are absent, ${fast ? "on the fast paths" : "on the reference path"}`, () => {
          const sent = convertTools([JSON.parse(JSON.stringify(tool))], { from, to, fast });
          const given = convertTools([tool as never], { from, to, fast });
          expect(given.value).toStrictEqual(sent.value);
          expect([given.losses, given.changes]).toEqual([sent.losses, sent.changes]);
        });
    });

describe("undefined fields of a tool in a request", () => {
  for (const fast of [true, false])
    it(`are absent, ${fast ? "on the fast paths" : "on the reference path"}`, () => {
      const bridge = createBridge({ client: "anthropic", provider: "openai-chat", providerModel: "gpt-5.6", fast });
      const messages = [{ role: "user", content: "What time is it?" }] as const;
      const request = { model: "claude", max_tokens: 100, messages: [...messages], tools: [TOOLS.anthropic] };
      const sent = bridge.request(JSON.parse(JSON.stringify(request)));
      const given = bridge.request(request as never);
      expect(given.value).toStrictEqual(sent.value);
      expect([given.losses, given.changes]).toEqual([sent.losses, sent.changes]);
    });
});
