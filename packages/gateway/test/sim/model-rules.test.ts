import { existsSync, readFileSync } from "node:fs";
import type { Json, JsonObject } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";
import { byExtent } from "../../../../test/support/extent.ts";
import { RefusedRequest } from "../../src/sim/refused-request.ts";
import { checkAnthropic } from "../../src/sim/rules/anthropic.ts";
import { checkGemini } from "../../src/sim/rules/gemini.ts";
import { checkChat } from "../../src/sim/rules/openai-chat.ts";
import { checkResponses } from "../../src/sim/rules/openai-responses.ts";

/** LiteLLM's table of models; without it, some of each vendor's. */
const TABLE = new URL("../../../../../shared/facts/models.litellm.json", import.meta.url);
if (!existsSync(TABLE)) console.warn("SKIPPED: the table of models is not here; only a few models are asked");

const FEW = [
  ...["claude-3-5-haiku-20241022", "claude-sonnet-4-5", "claude-opus-4-6", "claude-opus-4-8", "claude-sonnet-5"],
  ...["claude-opus-5", "claude-opus-5-5", "claude-haiku-5-5", "claude-mythos-5-1", "claude-fable-5-2"],
  ...["gpt-4.1", "o3", "o4-mini", "gpt-5", "gpt-5.1", "gpt-5.4", "gpt-5.6", "gpt-6-sol", "gpt-6-astra", "gpt-6.1-sol"],
  ...["gemini-2.0-flash", "gemini-2.5-pro", "gemini-2.5-flash-lite", "gemini-3.5-flash", "gemini-3.8-flash"],
  ...["gemini-3.1-pro-preview", "gemini-4-argon", "gemma-3-27b-it"],
];
const LISTED = existsSync(TABLE) ? Object.keys(JSON.parse(readFileSync(TABLE, "utf8")) as JsonObject) : [];
const MODELS = [...new Set([...FEW, ...LISTED.map((name) => name.slice(name.lastIndexOf("/") + 1))])];

/** Who serves a model, and who says whether the vendor takes what is sent to it. */
const SERVED: readonly (readonly [
  provider: string,
  models: RegExp,
  check: (body: JsonObject, model: string) => void,
])[] = [
  ["anthropic", /claude-/, (body) => checkAnthropic({ ...WIRE, body, headers: { "anthropic-version": "2023-06-01" } })],
  ["gemini", /^gem(?:ini|ma)-/, checkGemini],
  ["openai-chat", /^(?:gpt-\d|o\d)/, checkChat],
  ["openai-responses", /^(?:gpt-\d|o\d)/, checkResponses],
];

const WIRE = { method: "POST", path: "/", query: new URLSearchParams(), counts: false } as never as Parameters<
  typeof checkAnthropic
>[0];

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

const settings: fc.Arbitrary<Settings> = fc.record({
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
const CONTENT: Readonly<Record<string, (wish: Settings) => JsonObject>> = {
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
      reasoning:
        wish.effort !== undefined ? { effort: wish.effort } : wish.budget ? { max_tokens: wish.budget } : undefined,
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
  ollama: (wish) =>
    defined({
      messages: [
        { role: "user", content: "Hello" },
        ...(wish.ending === "assistant" ? [{ role: "assistant", content: "Hm" }] : []),
      ],
      stream: false,
      tools: [{ type: "function", function: { name: "look", parameters: SCHEMA } }],
      think:
        wish.effort === undefined
          ? undefined
          : ["low", "medium", "high", "max"].includes(wish.effort)
            ? wish.effort
            : true,
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

type Endings = Readonly<Record<Exclude<Settings["ending"], "user">, readonly JsonObject[]>>;

const ARGUMENTS = '{"city":"Bern"}';

const CHAT_ENDINGS: Endings = {
  assistant: [{ role: "assistant", content: "Hm" }],
  result: [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: ARGUMENTS } }],
    },
    { role: "tool", tool_call_id: "call_1", content: "sun" },
  ],
  system: [{ role: "system", content: "Now be long." }],
};

const RESPONSES_ENDINGS: Endings = {
  assistant: [{ role: "assistant", content: "Hm" }],
  result: [
    { type: "function_call", call_id: "call_1", name: "look", arguments: ARGUMENTS },
    { type: "function_call_output", call_id: "call_1", output: "sun" },
  ],
  system: [{ role: "developer", content: "Now be long." }],
};

const CLAUDE_ENDINGS: Endings = {
  assistant: [{ role: "assistant", content: "Hm" }],
  result: [
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "look", input: { city: "Bern" } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "sun" }] },
  ],
  system: [{ role: "system", content: "Now be long.", output_config: { effort: "low" } }],
};

const GEMINI_ENDINGS: Endings = {
  assistant: [{ role: "model", parts: [{ text: "Hm" }] }],
  result: [
    { role: "model", parts: [{ functionCall: { name: "look", args: { city: "Bern" } } }] },
    { role: "user", parts: [{ functionResponse: { name: "look", response: { output: "sun" } } }] },
  ],
  system: [],
};

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

function defined(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;
}

function refusalOf(
  check: (body: JsonObject, model: string) => void,
  body: JsonObject,
  model: string,
): string | undefined {
  try {
    check(body, model);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedRequest) return error.message;
    throw error;
  }
}

describe.each(SERVED)("what is sent to %s", (provider, pattern, check) => {
  const models = MODELS.filter((model) => pattern.test(model));

  it.each(Object.entries(CONTENT))("for a client of %s is accepted by all of its models", (client, say) => {
    const model = fc.constantFrom(...models);
    fc.assert(
      fc.property(model, settings, (providerModel, wish) => {
        const requestBody = { model: "some-model", ...say(wish) };
        const body = client === "gemini" ? say(wish) : requestBody;
        const { value } = createBridge({ client, provider, providerModel }).request(body);
        expect(refusalOf(check, value, providerModel)).toBeUndefined();
      }),
      { numRuns: byExtent({ quick: 150, sample: 1_500, all: 15_000 }) },
    );
  });
});
