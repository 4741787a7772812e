import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../support/dynamic.ts";
import { DIALECTS } from "./dialects.ts";
import { streams } from "./recorded.ts";

const FIELDS = ["reasoning_content", "reasoning", "reasoning_text", "thinking"];
const PAIRS = FIELDS.flatMap((one) => FIELDS.filter((other) => other !== one).map((other) => [one, other] as const));
const FAMILY = DIALECTS.filter((dialect) => dialect === "openai-chat" || dialect === "openrouter");
const REASONING = ["Let", " me", " think", " of", " it", ".", "\n", "Yes."];

describe.each(PAIRS)("reasoning in %s with an empty %s", (field, empty) => {
  it.each(FAMILY)("of %s is there, whole, streamed and wherever the stream is cut", (provider) => {
    const deltas = REASONING.map((text) => ({ [empty]: "", [field]: text }));
    expect(heard(provider, deltas)).toEqual([REASONING.join("")]);
    expect(whole(provider, { [empty]: "", [field]: REASONING.join("") })).toEqual([REASONING.join("")]);
  });

  it.each(FAMILY)("of %s occurs once if both fields are equal", (provider) => {
    const deltas = REASONING.map((text) => ({ [empty]: text, [field]: text }));
    expect(heard(provider, deltas)).toEqual([REASONING.join("")]);
    expect(whole(provider, { [empty]: REASONING.join(""), [field]: REASONING.join("") })).toEqual([REASONING.join("")]);
  });
});

const recorded = streams.filter(
  ({ dialect, body }) => dialect === "openai-chat" && /"reasoning(?:_content)?":"./.test(body),
);

describe.skipIf(recorded.length === 0)("recorded reasoning in another field", () => {
  it.each(PAIRS)("in %s with an empty %s gives the same", (field, empty) => {
    for (const { id, body } of recorded) {
      const moved = body.replaceAll(/^data: ?(\{.*\})/gm, (_, json: string) => `data: ${inField(json, field, empty)}`);
      expect(thoughtsOf("openai-chat", [moved]), id).toEqual(thoughtsOf("openai-chat", [body]));
      expect(thoughtsOf("openai-chat", moved.split(/(?<=\n\n)/).flatMap(halves)), id).toEqual(
        thoughtsOf("openai-chat", [body]),
      );
    }
  });
});

function inField(json: string, field: string, empty: string): string {
  const chunk = JSON.parse(json) as { choices?: { delta?: Record<string, Json> }[] };
  for (const { delta } of chunk.choices ?? []) {
    const output = delta?.reasoning_content || delta?.reasoning;
    if (delta === undefined || typeof output !== "string") continue;
    for (const each of FIELDS) delete delta[each];
    Object.assign(delta, { [empty]: "", [field]: output });
  }
  return JSON.stringify(chunk);
}

/** The reasoning of a stream in one chunk, frame by frame, and in halves of frames. */
function heard(provider: string, deltas: readonly JsonObject[]): string[] {
  const frames = [...deltas, { content: "Hi" }].map((delta) => chunk(delta, null));
  const bytes = [...frames, chunk({}, "stop"), "data: [DONE]\n\n"];
  const [one, ...others] = [[bytes.join("")], bytes, bytes.flatMap(halves)].map((chunks) =>
    thoughtsOf(provider, chunks),
  );
  for (const other of others) expect(other).toEqual(one);
  return one ?? [];
}

function thoughtsOf(provider: string, chunks: readonly string[]): string[] {
  const stream = createBridge({ client: "anthropic", provider }).stream();
  const out = chunks.map((each) => stream.push(each)).join("") + stream.end();
  const reasoningPart = [...out.matchAll(/"type":"thinking_delta","thinking":("(?:[^"\\]|\\.)*")/g)];
  expect(stream.losses.filter(({ feature }) => FIELDS.includes(feature))).toEqual([]);
  return [reasoningPart.map(([, text]) => JSON.parse(text as string) as string).join("")];
}

function whole(provider: string, output: JsonObject): Json[] {
  const message = { role: "assistant", content: "Hi", ...output };
  const body = { object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] };
  const { value, losses } = createBridge({ client: "anthropic", provider }).response(body);
  expect(losses).toEqual([]);
  return (value.content as Json[]).flatMap((block) =>
    isObject(block) && block.type === "thinking" ? [block.thinking ?? null] : [],
  );
}

function chunk(delta: JsonObject, finish: string | null): string {
  return `data: ${JSON.stringify({ id: "c", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

function halves(frame: string): string[] {
  return [frame.slice(0, 1), frame.slice(1)];
}
