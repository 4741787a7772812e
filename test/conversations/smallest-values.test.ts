import type { JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { DIALECTS } from "./dialects.ts";

const MESSAGES = [{ role: "user", content: "Hi" }];
const CONTENTS = [{ role: "user", parts: [{ text: "Hi" }] }];

const claude = (fields: JsonObject): JsonObject => ({ model: "m", max_tokens: 99, messages: MESSAGES, ...fields });
const resulting = (result: JsonObject): JsonObject =>
  claude({
    tools: [{ name: "f", input_schema: { type: "object" } }],
    messages: [
      ...MESSAGES,
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", ...result }] },
    ],
  });

/** Values that their own dialect takes although there is nothing in them, which others refuse. */
const REQUESTS: readonly (readonly [client: string, what: string, body: JsonObject])[] = [
  ["anthropic", "no stop sequences", claude({ stop_sequences: [] })],
  ["gemini", "no stop sequences", { contents: CONTENTS, generationConfig: { stopSequences: [] } }],
  ["ollama", "no stop sequences", { model: "m", messages: MESSAGES, options: { stop: [] } }],
  ["anthropic", "no tokens, which warms the cache", claude({ max_tokens: 0 })],
  ["anthropic", "a result without content", resulting({})],
  ["anthropic", "a result of no blocks", resulting({ content: [] })],
  ["anthropic", "an error of no blocks", resulting({ content: [], is_error: true })],
  ["anthropic", "a result of an empty text", resulting({ content: "" })],
  [
    "openai-responses",
    "a result of no parts",
    {
      model: "m",
      input: [
        { role: "user", content: "Hi" },
        { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" },
        { type: "function_call_output", call_id: "call_1", output: [] },
      ],
    },
  ],
];

describe.each(REQUESTS)("a request of %s with %s", (client, _, body) => {
  it.each(DIALECTS.filter((provider) => provider !== client))("is one that %s takes", (provider) => {
    const { value, losses } = createBridge({ client, provider, providerModel: "m" }).request(body);
    expect(legality[provider]?.request(value)).toEqual([]);
    const limits = losses.filter(({ path }) => path === "/max_tokens");
    expect(losses).toEqual(limits);
    for (const { action } of limits) expect(action).toBe("weakened");
  });
});
