import { describe, expect, it } from "vitest";
import { GREETINGS } from "../support/agent-greetings.ts";
import { createBridge } from "../support/dynamic.ts";

/** A current model of each provider. */
const MODELS: Readonly<Record<string, string>> = {
  "openai-chat": "gpt-5.6",
  "openai-responses": "gpt-5.6",
  anthropic: "claude-opus-5-5",
  gemini: "gemini-3.8-pro",
  "gemini-interactions": "gemini-3.8-pro",
  ollama: "qwen3",
  openrouter: "openai/gpt-5.6",
  bedrock: "us.anthropic.claude-opus-5-5",
};

const CACHE_MARKS = ["/messages/1/content/0/cache_control", "/system/1/cache_control", "/system/2/cache_control"];
const SAMPLING = ["/generationConfig/temperature", "/generationConfig/topK", "/generationConfig/topP"];

/** The fields that a provider, or its model, does not have; nothing is lost where none is listed. */
const LOST: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "Claude Code": {
    "openai-chat": [
      ...CACHE_MARKS,
      "/context_management",
      "/messages/1/output_config",
      "/output_config/effort",
      "/thinking/display",
    ],
    "openai-responses": [...CACHE_MARKS, "/context_management", "/messages/1/output_config"],
    gemini: [...CACHE_MARKS, "/context_management", "/messages/1", "/messages/1/output_config"],
    "gemini-interactions": [...CACHE_MARKS, "/context_management", "/messages/1", "/messages/1/output_config"],
    ollama: [...CACHE_MARKS, "/context_management", "/messages/1/output_config", "/thinking/display"],
    openrouter: ["/context_management", "/messages/1/output_config"],
    bedrock: ["/context_management", "/messages/1", "/messages/1/output_config"],
  },
  Codex: {
    "openai-chat": ["/reasoning/context", "/reasoning/effort"],
    anthropic: ["/prompt_cache_key", "/reasoning/context", "/text/verbosity"],
    gemini: ["/parallel_tool_calls", "/prompt_cache_key", "/reasoning/context", "/text/verbosity"],
    "gemini-interactions": ["/parallel_tool_calls", "/prompt_cache_key", "/reasoning/context", "/text/verbosity"],
    ollama: ["/parallel_tool_calls", "/prompt_cache_key", "/reasoning/context", "/text/verbosity"],
    openrouter: ["/reasoning/context", "/text/verbosity"],
    bedrock: ["/parallel_tool_calls", "/prompt_cache_key", "/reasoning/context", "/text/verbosity"],
  },
  "Gemini CLI": {
    "openai-chat": [
      "/generationConfig/thinkingConfig/includeThoughts",
      "/generationConfig/thinkingConfig/thinkingLevel",
      "/generationConfig/topK",
    ],
    "openai-responses": [...SAMPLING],
    anthropic: [...SAMPLING],
    gemini: ["/generationConfig/topK", "/generationConfig/topP"],
    "gemini-interactions": [...SAMPLING],
    bedrock: [...SAMPLING],
  },
  OpenCode: {},
};

/** Where a provider takes no system message after the user's, its text is one of the user's. */
const WEAKER = ["/messages/1"];

describe.each(GREETINGS)("a greeting of $agent", ({ agent, dialect, body }) => {
  it.each(Object.keys(MODELS))("loses to %s what cannot be said there, and nothing that was said", (provider) => {
    const { losses } = createBridge({ client: dialect, provider, providerModel: MODELS[provider] ?? "" }).request(body);
    const lost = losses.filter(({ level }) => level !== "metadata").map(({ path }) => path);
    expect(lost.toSorted()).toEqual([...(LOST[agent]?.[provider] ?? [])].toSorted());
    const content = losses.filter(({ level }) => level === "content").map(({ path }) => path);
    expect(content.filter((path) => !WEAKER.includes(path))).toEqual([]);
  });
});
