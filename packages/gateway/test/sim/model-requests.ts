import type { Json, JsonObject } from "@toolglot/core";
import fc from "fast-check";
import {
  BEDROCK_ENDINGS,
  CHAT_ENDINGS,
  CLAUDE_ENDINGS,
  GEMINI_ENDINGS,
  INTERACTION_ENDINGS,
  RESPONSES_ENDINGS,
} from "./model-endings.ts";

/** The settings of a request, for all clients. */
interface Settings {
  readonly temperature: number | undefined;
  readonly penalty: boolean;
  readonly stop: readonly string[] | undefined;
  readonly effort: string | undefined;
  readonly budget: number | undefined;
  readonly choice: "auto" | "required" | "named" | undefined;
  readonly parallel: boolean | undefined;
  readonly maxTokens: number;
  readonly ending: "user" | "assistant" | "result" | "system";
}

export const settings: fc.Arbitrary<Settings> = fc.record({
  temperature: fc.constantFrom(undefined, 0, 0.7, 1),
  penalty: fc.boolean(),
  stop: fc.constantFrom(undefined, ["\n\n"], ["END", " "]),
  effort: fc.constantFrom(undefined, "none", "minimal", "low", "medium", "high", "xhigh", "max"),
  budget: fc.constantFrom(undefined, 0, 1024, 4096, 60_000),
  choice: fc.constantFrom(undefined, "auto", "required", "named"),
  parallel: fc.constantFrom(undefined, false, true),
  maxTokens: fc.constantFrom(100, 4096, 128_000),
  ending: fc.constantFrom("user", "assistant", "result", "system"),
});

const SCHEMA = { type: "object", properties: { city: { type: "string" } } };

/** A setting in the dialect of each client. */
export const CONTENT: Readonly<Record<string, (wish: Settings) => JsonObject>> = {
  "openai-chat": (wish) => ({
    ...chatLike(wish),
    ...defined({
      reasoning_effort: wish.effort,
      max_completion_tokens: wish.maxTokens,
      parallel_tool_calls: wish.parallel,
    }),
  }),
  openrouter: (wish) => ({
    ...chatLike(wish),
    ...defined({
      reasoning: openRouterReasoning(wish),
      max_tokens: wish.maxTokens,
    }),
  }),
  "openai-responses": (wish) =>
    defined({
      input: [{ role: "user", content: "Hello" }, ...(wish.ending === "user" ? [] : RESPONSES_ENDINGS[wish.ending])],
      tools: [{ type: "function", name: "look", parameters: SCHEMA, strict: false }],
      tool_choice: wish.choice === "named" ? { type: "function", name: "look" } : wish.choice,
      parallel_tool_calls: wish.parallel,
      reasoning: wish.effort === undefined ? undefined : { effort: wish.effort, summary: "auto" },
      temperature: wish.temperature,
      max_output_tokens: wish.maxTokens,
      include: ["reasoning.encrypted_content"],
      text: { verbosity: "low" },
      store: false,
    }),
  anthropic: (wish) =>
    defined({
      max_tokens: wish.maxTokens,
      messages: [{ role: "user", content: "Hello" }, ...(wish.ending === "user" ? [] : CLAUDE_ENDINGS[wish.ending])],
      tools: [{ name: "look", input_schema: SCHEMA }],
      tool_choice: claudeChoice(wish),
      stop_sequences: wish.stop,
      thinking: claudeThinking(wish),
      output_config: ["low", "medium", "high", "xhigh", "max"].includes(wish.effort ?? "")
        ? { effort: wish.effort ?? "" }
        : undefined,
    }),
  gemini: (wish) =>
    defined({
      contents: [
        { role: "user", parts: [{ text: "Hello" }] },
        ...(wish.ending === "user" ? [] : GEMINI_ENDINGS[wish.ending]),
      ],
      systemInstruction: { parts: [{ text: "Be brief." }] },
      tools: [{ functionDeclarations: [{ name: "look", parametersJsonSchema: SCHEMA }] }],
      toolConfig: wish.choice === "required" ? { functionCallingConfig: { mode: "ANY" } } : undefined,
      generationConfig: defined({
        temperature: wish.temperature,
        maxOutputTokens: wish.maxTokens,
        stopSequences: wish.stop,
        presencePenalty: wish.penalty ? 0.5 : undefined,
        thinkingConfig: geminiThinking(wish),
      }),
    }),
  "gemini-interactions": (wish) =>
    defined({
      input: [
        { type: "user_input", content: [{ type: "text", text: "Hello" }] },
        ...(wish.ending === "user" ? [] : INTERACTION_ENDINGS[wish.ending]),
      ],
      system_instruction: "Be brief.",
      tools: [{ type: "function", name: "look", parameters: SCHEMA }],
      generation_config: defined({
        temperature: wish.temperature,
        max_output_tokens: wish.maxTokens,
        stop_sequences: wish.stop,
        thinking_level: ["minimal", "low", "medium", "high"].includes(wish.effort ?? "") ? wish.effort : undefined,
        thinking_summaries: wish.effort === undefined ? undefined : "auto",
        tool_choice: interactionsChoice(wish),
      }),
      store: false,
    }),
  bedrock: (wish) =>
    defined({
      messages: [
        { role: "user", content: [{ text: "Hello" }] },
        ...(wish.ending === "user" ? [] : BEDROCK_ENDINGS[wish.ending]),
      ],
      system: [{ text: "Be brief." }],
      inferenceConfig: defined({
        maxTokens: wish.maxTokens,
        // Not with thinking: https://platform.claude.com/docs/en/build-with-claude/extended-thinking#feature-compatibility
        temperature: wish.effort === undefined && wish.budget === undefined ? wish.temperature : undefined,
        stopSequences: wish.stop,
      }),
      toolConfig: defined({
        tools: [{ toolSpec: { name: "look", inputSchema: { json: SCHEMA } } }],
        toolChoice: { auto: { auto: {} }, required: { any: {} }, named: { tool: { name: "look" } } }[
          wish.choice ?? "auto"
        ],
      }),
      additionalModelRequestFields: defined({ thinking: claudeThinking(wish) }),
    }),
  ollama: (wish) =>
    defined({
      messages: [
        { role: "user", content: "Hello" },
        ...(wish.ending === "assistant" ? [{ role: "assistant", content: "Hm" }] : []),
      ],
      stream: false,
      tools: [{ type: "function", function: { name: "look", parameters: SCHEMA } }],
      think: ollamaThink(wish),
      options: defined({ temperature: wish.temperature, stop: wish.stop, num_predict: wish.maxTokens }),
    }),
};

function chatLike(wish: Settings): JsonObject {
  return defined({
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" },
      ...(wish.ending === "user" ? [] : CHAT_ENDINGS[wish.ending]),
    ],
    tools: [{ type: "function", function: { name: "look", parameters: SCHEMA } }],
    tool_choice: wish.choice === "named" ? { type: "function", function: { name: "look" } } : wish.choice,
    temperature: wish.temperature,
    frequency_penalty: wish.penalty ? 0.5 : undefined,
    stop: wish.stop,
  });
}

const NAMED_CHOICE = { allowed_tools: { mode: "any", tools: ["look"] } };

function claudeThinking({ budget, effort, maxTokens }: Settings): Json | undefined {
  if (effort === "none") return { type: "disabled" };
  if (budget !== undefined && budget >= 1024 && budget < maxTokens) return { type: "enabled", budget_tokens: budget };
  return effort === undefined ? undefined : { type: "adaptive" };
}

function claudeChoice({ choice }: Settings): Json | undefined {
  if (choice === undefined) return undefined;
  const type = { auto: "auto", required: "any", named: "tool" }[choice];
  return defined({ type, name: choice === "named" ? "look" : undefined });
}

function geminiThinking({ effort, budget }: Settings): Json | undefined {
  if (effort !== undefined && ["minimal", "low", "medium", "high"].includes(effort)) return { thinkingLevel: effort };
  return budget === undefined ? undefined : { thinkingBudget: budget };
}

function openRouterReasoning({ effort, budget }: Settings): Json | undefined {
  if (effort !== undefined) return { effort };
  return budget ? { max_tokens: budget } : undefined;
}

function interactionsChoice({ choice }: Settings): Json | undefined {
  if (choice === "required") return "any";
  return choice === "named" ? NAMED_CHOICE : choice;
}

function ollamaThink({ effort }: Settings): Json | undefined {
  if (effort === undefined) return undefined;
  return ["low", "medium", "high", "max"].includes(effort) ? effort : true;
}

function defined(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;
}
