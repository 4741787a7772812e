// Usage as each provider writes it, and what it means: from the documentation of the APIs, not from the code.

import type { JsonObject } from "@toolglot/core";
import type { Counts } from "./counts.ts";

/** A provider's usage, written as its documentation says, and what it means. */
export interface Sample {
  readonly provider: string;
  readonly name: string;
  readonly usage: JsonObject;
  readonly counts: Counts;
}

const NONE: Counts = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

function sample(provider: string, name: string, usage: JsonObject, counts: Partial<Counts>): Sample {
  return { provider, name, usage, counts: { ...NONE, ...counts } };
}

const CHAT = { prompt_tokens: 1000, completion_tokens: 300, total_tokens: 1300 };

export const SAMPLES: readonly Sample[] = [
  sample(
    "openai-chat",
    "cached and reasoning tokens are included",
    {
      ...CHAT,
      prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 100, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 200 },
    },
    { input: 1000, output: 300, cacheRead: 600, cacheWrite: 100, reasoning: 200 },
  ),
  sample("openai-chat", "plain", CHAT, { input: 1000, output: 300 }),
  sample("openai-chat", "without a total", { prompt_tokens: 10, completion_tokens: 3 }, { input: 10, output: 3 }),
  sample(
    "openai-chat",
    "DeepSeek's cache",
    {
      ...CHAT,
      prompt_cache_hit_tokens: 640,
      prompt_cache_miss_tokens: 360,
    },
    { input: 1000, output: 300, cacheRead: 640 },
  ),
  sample(
    "openai-chat",
    "Moonshot's cache",
    { ...CHAT, cached_tokens: 512 },
    { input: 1000, output: 300, cacheRead: 512 },
  ),
  sample(
    "openai-chat",
    "xAI's reasoning, which is not included",
    {
      prompt_tokens: 307,
      completion_tokens: 26,
      total_tokens: 560,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 227 },
    },
    { input: 307, output: 253, cacheRead: 4, reasoning: 227 },
  ),
  sample(
    "openrouter",
    "with a cost",
    {
      ...CHAT,
      cost: 0.5,
      is_byok: false,
      prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
      completion_tokens_details: { reasoning_tokens: 200 },
    },
    { input: 1000, output: 300, cacheRead: 600, cacheWrite: 100, reasoning: 200 },
  ),
  sample(
    "openai-responses",
    "cached and reasoning tokens are included",
    {
      input_tokens: 1000,
      input_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
      output_tokens: 300,
      output_tokens_details: { reasoning_tokens: 200 },
      total_tokens: 1300,
    },
    { input: 1000, output: 300, cacheRead: 600, cacheWrite: 100, reasoning: 200 },
  ),
  sample(
    "anthropic",
    "cached tokens are counted apart",
    {
      input_tokens: 300,
      cache_read_input_tokens: 600,
      cache_creation_input_tokens: 100,
      cache_creation: { ephemeral_5m_input_tokens: 60, ephemeral_1h_input_tokens: 40 },
      output_tokens: 300,
      output_tokens_details: { thinking_tokens: 200 },
    },
    { input: 1000, output: 300, cacheRead: 600, cacheWrite: 100, reasoning: 200 },
  ),
  sample("anthropic", "plain", { input_tokens: 12, output_tokens: 29 }, { input: 12, output: 29 }),
  sample(
    "gemini",
    "thoughts and Google's own tools are counted apart",
    {
      promptTokenCount: 900,
      cachedContentTokenCount: 600,
      toolUsePromptTokenCount: 100,
      candidatesTokenCount: 100,
      thoughtsTokenCount: 200,
      totalTokenCount: 1300,
    },
    { input: 1000, output: 300, cacheRead: 600, reasoning: 200 },
  ),
  sample(
    "gemini",
    "without an answer",
    { promptTokenCount: 12, thoughtsTokenCount: 7, totalTokenCount: 19 },
    {
      input: 12,
      output: 7,
      reasoning: 7,
    },
  ),
  sample(
    "gemini-interactions",
    "thoughts and Google's own tools are counted apart",
    {
      total_input_tokens: 900,
      total_cached_tokens: 600,
      total_tool_use_tokens: 100,
      total_output_tokens: 100,
      total_thought_tokens: 200,
      total_tokens: 1300,
    },
    { input: 1000, output: 300, cacheRead: 600, reasoning: 200 },
  ),
  sample(
    "bedrock",
    "cached tokens are counted apart",
    {
      inputTokens: 300,
      cacheReadInputTokens: 600,
      cacheWriteInputTokens: 100,
      cacheDetails: [
        { ttl: "1h", inputTokens: 40 },
        { ttl: "5m", inputTokens: 60 },
      ],
      outputTokens: 300,
      totalTokens: 1300,
    },
    { input: 1000, output: 300, cacheRead: 600, cacheWrite: 100 },
  ),
  sample("ollama", "thinking is included", { prompt_eval_count: 1000, eval_count: 300 }, { input: 1000, output: 300 }),
  sample("ollama", "a prompt that was cached", { eval_count: 3 }, { output: 3 }),
];
