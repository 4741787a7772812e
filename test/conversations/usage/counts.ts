import type { Json, JsonObject, Usage } from "@toolglot/core";
import { expect } from "vitest";

/** Tokens as they are charged: `input` with those of caches, `output` with those of reasoning. */
export interface Counts {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

/** What a translation says was used. */
export function charged(usage: Usage = {}): Counts {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, reasoning = 0 } = usage;
  return { input, output, cacheRead, cacheWrite, reasoning };
}

/** The counts that the client's SDK or its agent reads, with the totals that it adds up itself. */
export const READ: Readonly<Record<string, (answer: JsonObject) => Partial<Counts> & { readonly total?: number }>> = {
  "openai-chat": readChat,
  openrouter: readChat,
  "openai-responses": ({ usage }) => ({
    input: at(usage, "input_tokens"),
    output: at(usage, "output_tokens"),
    cacheRead: at(usage, "input_tokens_details", "cached_tokens"),
    cacheWrite: at(usage, "input_tokens_details", "cache_write_tokens"),
    reasoning: at(usage, "output_tokens_details", "reasoning_tokens"),
    total: at(usage, "total_tokens"),
  }),
  anthropic: ({ usage }) => {
    const [cacheRead, cacheWrite] = [at(usage, "cache_read_input_tokens"), at(usage, "cache_creation_input_tokens")];
    const written =
      at(usage, "cache_creation", "ephemeral_5m_input_tokens") +
      at(usage, "cache_creation", "ephemeral_1h_input_tokens");
    if (written > 0) expect(written).toBe(cacheWrite);
    return {
      input: at(usage, "input_tokens") + cacheRead + cacheWrite,
      output: at(usage, "output_tokens"),
      cacheRead,
      cacheWrite,
      reasoning: at(usage, "output_tokens_details", "thinking_tokens"),
    };
  },
  gemini: ({ usageMetadata: usage }) => ({
    input: at(usage, "promptTokenCount") + at(usage, "toolUsePromptTokenCount"),
    output: at(usage, "candidatesTokenCount") + at(usage, "thoughtsTokenCount"),
    cacheRead: at(usage, "cachedContentTokenCount"),
    reasoning: at(usage, "thoughtsTokenCount"),
    total: at(usage, "totalTokenCount"),
  }),
  "gemini-interactions": ({ usage }) => ({
    input: at(usage, "total_input_tokens") + at(usage, "total_tool_use_tokens"),
    output: at(usage, "total_output_tokens") + at(usage, "total_thought_tokens"),
    cacheRead: at(usage, "total_cached_tokens"),
    reasoning: at(usage, "total_thought_tokens"),
    total: at(usage, "total_tokens"),
  }),
  ollama: (answer) => ({ input: at(answer, "prompt_eval_count"), output: at(answer, "eval_count") }),
  bedrock: ({ usage }) => {
    const [cacheRead, cacheWrite] = [at(usage, "cacheReadInputTokens"), at(usage, "cacheWriteInputTokens")];
    return {
      input: at(usage, "inputTokens") + cacheRead + cacheWrite,
      output: at(usage, "outputTokens"),
      cacheRead,
      cacheWrite,
      total: at(usage, "totalTokens"),
    };
  },
};

function readChat({ usage }: JsonObject): ReturnType<(typeof READ)[string]> {
  const cacheRead = at(usage, "prompt_tokens_details", "cached_tokens");
  return {
    input: at(usage, "prompt_tokens"),
    output: at(usage, "completion_tokens"),
    cacheRead: cacheRead || at(usage, "prompt_cache_hit_tokens") || at(usage, "cached_tokens"),
    cacheWrite: at(usage, "prompt_tokens_details", "cache_write_tokens"),
    reasoning: at(usage, "completion_tokens_details", "reasoning_tokens"),
    total: at(usage, "total_tokens"),
  };
}

/** A count at a place of an answer; 0 where there is none. */
export function at(value: Json | undefined, ...path: readonly string[]): number {
  const found = path.reduce<Json | undefined>((each, name) => (each as JsonObject | undefined)?.[name], value);
  return typeof found === "number" ? found : 0;
}
