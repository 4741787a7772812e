// A word that an API may send or get, and that no table of the core knows, is treated alike whatever it is: also where JavaScript's
// objects have a property of that name.

import { createBridge, type DialectName, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";

const WORDS = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];
const UNKNOWN = "unheardOf";

type Bodies = Readonly<Record<string, (word: string) => Json>>;

const REQUESTS: Bodies = {
  "openai-chat": (word) => ({
    model: "m",
    messages: [{ role: "user", content: [{ type: "input_audio", input_audio: { data: "AA==", format: word } }] }],
    tools: [{ type: "function", function: { name: "f", parameters: { type: "object" } } }],
    tool_choice: word,
    reasoning_effort: word,
    service_tier: word,
    response_format: { type: word },
    verbosity: word,
    thinking: { type: word },
  }),
  "openai-responses": (word) => ({
    model: "m",
    input: "x",
    reasoning: { effort: word, summary: word },
    service_tier: word,
    text: { format: { type: word }, verbosity: word },
    truncation: word,
  }),
  anthropic: (word) => ({
    model: "m",
    max_tokens: 5,
    messages: [
      {
        role: "user",
        content: [{ type: "document", source: { type: "base64", media_type: word, data: "AA==" } }],
      },
    ],
    thinking: { type: word },
    service_tier: word,
    output_config: { effort: word },
    tool_choice: { type: word },
    tools: [{ name: "f", input_schema: { type: "object" } }],
  }),
  gemini: (word) => ({
    contents: [{ role: "user", parts: [{ inlineData: { mimeType: word, data: "AA==" } }] }],
    generationConfig: { thinkingConfig: { thinkingLevel: word }, mediaResolution: word, responseMimeType: word },
  }),
  "gemini-interactions": (word) => ({
    model: "m",
    input: "x",
    generation_config: { thinking_level: word, thinking_summaries: word, tool_choice: word },
    service_tier: word,
  }),
  ollama: (word) => ({ model: "m", messages: [{ role: "user", content: "x" }], think: word, keep_alive: word }),
  openrouter: (word) => ({
    model: "m",
    messages: [{ role: "user", content: "x" }],
    reasoning: { effort: word },
    service_tier: word,
  }),
  bedrock: (word) => ({
    messages: [{ role: "user", content: [{ text: "x" }] }],
    serviceTier: { type: word },
    performanceConfig: { latency: word },
  }),
};

const chatResponse = (word: string): Json => ({
  id: "x",
  object: "chat.completion",
  created: 1,
  model: "m",
  service_tier: word,
  choices: [{ index: 0, finish_reason: word, message: { role: "assistant", content: "hi" } }],
});

const RESPONSES: Bodies = {
  "openai-chat": chatResponse,
  openrouter: chatResponse,
  "openai-responses": (word) => ({
    id: "r",
    object: "response",
    status: "incomplete",
    incomplete_details: { reason: word },
    model: "m",
    created_at: 1,
    service_tier: word,
    output: [
      { type: "message", id: "m", role: "assistant", content: [{ type: "output_text", text: "hi", annotations: [] }] },
    ],
  }),
  anthropic: (word) => ({
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text: "hi" }],
    stop_reason: word,
    usage: { input_tokens: 1, output_tokens: 1, service_tier: word },
  }),
  gemini: (word) => ({ candidates: [{ content: { role: "model", parts: [{ text: "hi" }] }, finishReason: word }] }),
  "gemini-interactions": (word) => ({
    id: "i",
    status: word,
    steps: [{ type: "model_output", content: [{ type: "text", text: "hi" }] }],
    service_tier: word,
  }),
  ollama: (word) => ({
    model: "m",
    created_at: "2026-01-01T00:00:00Z",
    message: { role: "assistant", content: "hi" },
    done: true,
    done_reason: word,
  }),
  bedrock: (word) => ({
    output: { message: { role: "assistant", content: [{ text: "hi" }] } },
    stopReason: word,
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  }),
};

const error = (word: string): Json => ({
  __type: word,
  error: { type: word, code: word, status: word, message: "no" },
});

const DIALECTS = Object.keys(REQUESTS) as DialectName[];
const PAIRS = DIALECTS.flatMap((from) => DIALECTS.map((to) => [from, to] as const));

describe.each(PAIRS)("a word that is the name of a property of all objects, from %s to %s", (from, to) => {
  const sent = createBridge({ client: from, provider: to, providerModel: "m" });
  const received = createBridge({ client: to, provider: from, providerModel: "m" });

  it.each(WORDS)("%s is an unknown word", (word) => {
    expectAlike(word, (each) => sent.request((REQUESTS[from] as Bodies[string])(each) as never));
    expectAlike(word, (each) => received.response((RESPONSES[from] as Bodies[string])(each) as never));
    expectAlike(word, (each) => received.error(418, error(each) as never));
  });
});

/** The outcome is that of another unknown word, and JSON. */
function expectAlike(word: string, translate: (word: string) => unknown): void {
  const expected = outcomeOf(() => translate(UNKNOWN));
  const outcome = outcomeOf(() => translate(word));
  expect(outcome).toEqual(JSON.parse(JSON.stringify(expected).replaceAll(UNKNOWN, word)));
}

function outcomeOf(translate: () => unknown): unknown {
  try {
    const { value, status, losses } = translate() as Readonly<Record<string, unknown>>;
    return { value, status: status ?? null, losses: losses ?? null };
  } catch (thrown) {
    return { message: (thrown as Error).message };
  }
}
