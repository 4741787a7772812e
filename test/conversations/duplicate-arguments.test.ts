import { createBridge, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { convertToolCalls } from "../support/dynamic.ts";
import { resolve } from "../support/pointer.ts";
import { ALL_DIALECTS, DIALECTS } from "./dialects.ts";

const ARGUMENTS = '{"city":"Bern","city":"Oslo"}';
const CALL = { id: "call_1", type: "function", function: { name: "get_weather", arguments: ARGUMENTS } } as const;
const HEAD = { id: "chatcmpl-1", created: 1_700_000_000, model: "m" };
const ANSWER = {
  ...HEAD,
  object: "chat.completion",
  choices: [
    { index: 0, message: { role: "assistant", content: null, tool_calls: [CALL] }, finish_reason: "tool_calls" },
  ],
};
const REQUEST = {
  model: "m",
  messages: [
    { role: "user", content: "Where does it rain?" },
    { role: "assistant", content: null, tool_calls: [CALL] },
    { role: "tool", tool_call_id: CALL.id, content: "Here." },
  ],
};

/** What was translated, and what was lost of it. */
interface Translated {
  readonly value: unknown;
  readonly losses: readonly { readonly code: string; readonly path: string }[];
}

describe("of a key that stands twice in a call's arguments, both values are kept or one is reported", () => {
  it.each(ALL_DIALECTS)("in a call, for %s", (to) => {
    expectKept(convertToolCalls([CALL], { from: "openai-chat", to }), [CALL]);
  });

  it.each(DIALECTS)("in a request, for %s", (provider) => {
    const bridge = createBridge({ client: "openai-chat", provider, providerModel: "m" });
    expectKept(bridge.request(REQUEST as unknown as Parameters<typeof bridge.request>[0]), REQUEST);
  });

  it.each(DIALECTS)("in an answer, for %s", (client) => {
    const bridge = createBridge({ client, provider: "openai-chat" });
    expectKept(bridge.response(ANSWER as unknown as Parameters<typeof bridge.response>[0]), ANSWER);
  });

  it.each(DIALECTS)("in a stream, for %s", (client) => {
    const stream = createBridge({ client, provider: "openai-chat" }).stream();
    const value = stream.push(frames()) + stream.end();
    expectKept({ value, losses: stream.losses });
  });
});

function frames(): string {
  const deltas = [{ delta: { tool_calls: [{ index: 0, ...CALL }] } }, { delta: {}, finish_reason: "tool_calls" }];
  const chunks = deltas.map((choice) => {
    return JSON.stringify({
      ...HEAD,
      object: "chat.completion.chunk",
      choices: [{ index: 0, finish_reason: null, ...choice }],
    });
  });
  return [...chunks, "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
}

function expectKept({ value, losses }: Translated, source?: Json): void {
  const isKept = JSON.stringify(value).includes("Bern");
  const lost = losses.filter(({ code }) => code === "duplicate-key").map(({ path }) => path);
  expect(lost).toHaveLength(isKept ? 0 : 1);
  if (source !== undefined) for (const path of lost) expect(resolve(source, path)).toBe(ARGUMENTS);
}
