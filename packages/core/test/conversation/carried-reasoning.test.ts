import type { Json, JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";

type Gemini = { candidates: [{ content: { parts: JsonObject[] } }] };

const SIGNATURE = "EqUCsignature==";
const THINKING = { type: "thinking", thinking: "I must look.", signature: SIGNATURE };
const TEXT = { type: "text", text: "Let me see." };
const USE = { type: "tool_use", id: "toolu_1", name: "ls", input: {} };
const USER = { role: "user", parts: [{ text: "hi" }] };
const RESULT = {
  role: "user",
  parts: [{ functionResponse: { id: "toolu_1", name: "ls", response: { output: "a" } } }],
};

const ANTHROPIC = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5",
  content: [THINKING, TEXT, USE],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

function bridge(provider: string, name: string = provider) {
  return createBridge({ client: "gemini", provider, providerName: name, address: { model: "m" } });
}

/** The parts of an answer, whole or streamed, as the client has them. */
function parts(streams: boolean): JsonObject[] {
  const between = bridge("anthropic");
  between.request({ contents: [USER] });
  if (!streams) return (between.response(ANTHROPIC).value as unknown as Gemini).candidates[0].content.parts;
  const stream = between.stream();
  const text = stream.push(events().join("")) + stream.end();
  const frames = text.split("\n\n").filter((frame) => frame !== "");
  return frames.flatMap((frame) => (JSON.parse(frame.slice(6)) as Gemini).candidates[0].content.parts);
}

function events(): string[] {
  const { content, ...message } = ANTHROPIC;
  const blocks = [
    [
      { type: "thinking", thinking: "", signature: "" },
      { type: "thinking_delta", thinking: THINKING.thinking },
    ],
    [
      { type: "text", text: "" },
      { type: "text_delta", text: TEXT.text },
    ],
    [
      { ...USE, input: {} },
      { type: "input_json_delta", partial_json: "{}" },
    ],
  ];
  const written: JsonObject[] = [
    { type: "message_start", message: { ...message, content: [] } as unknown as JsonObject },
    ...blocks.flatMap(([start, delta], index): JsonObject[] => [
      { type: "content_block_start", index, content_block: start as JsonObject },
      { type: "content_block_delta", index, delta: delta as JsonObject },
      ...(index > 0 ? [] : [{ type: "content_block_delta", index, delta: signatureDelta() }]),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
  return written.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

const signatureDelta = (): JsonObject => ({ type: "signature_delta", signature: SIGNATURE });

function sent(model: readonly JsonObject[], to = bridge("anthropic")): JsonObject {
  return to.request({ contents: [USER, { role: "model", parts: model as unknown as Json }, RESULT] }).value;
}

describe.each([false, true])("reasoning on calls (streamed: %s)", (streams) => {
  it("is restored through a client that drops reasoning, before the text that followed it", () => {
    const kept = parts(streams).filter(({ thought, text }) => thought !== true && text !== "");
    const [, message] = sent(kept).messages as unknown as JsonObject[];
    expect(message?.content).toEqual([THINKING, TEXT, USE]);
  });

  it("is not repeated if the client sent it, too", () => {
    const [, message] = sent(parts(streams)).messages as unknown as JsonObject[];
    expect(message?.content).toEqual([THINKING, TEXT, USE]);
  });

  it("is sent to no other vendor, and leaves Gemini the placeholder signature that its client would have sent", () => {
    const kept = parts(streams).filter(({ thought, text }) => thought !== true && text !== "");
    for (const other of ["openai-chat", "openai-responses", "ollama", "gemini"])
      expect(JSON.stringify(sent(kept, bridge(other)))).not.toMatch(/EqUC|dGcxO|tg1:/);
    expect(JSON.stringify(sent(kept, bridge("anthropic", "another")))).not.toMatch(/EqUC|dGcxO|tg1:/);
    const { contents } = sent(kept, bridge("gemini"));
    expect(JSON.stringify(contents)).toContain('"thoughtSignature":"skip_thought_signature_validator"');
  });
});

describe("Google's signature in Chat", () => {
  const between = (client: string, provider: string) =>
    createBridge({ client, provider, providerModel: "gemini-3-pro" });
  const called = { functionCall: { id: "c1", name: "ls", args: {} }, thoughtSignature: SIGNATURE };
  const answer = { candidates: [{ content: { role: "model", parts: [called] }, finishReason: "STOP", index: 0 }] };
  const extra = { google: { thought_signature: SIGNATURE } };
  const chat = (calls: Json): JsonObject => ({
    model: "m",
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", content: null, tool_calls: calls },
      { role: "tool", tool_call_id: "c1", content: "a" },
    ],
  });

  it("is written where Google's Chat server has it, unary and streamed", () => {
    const bridge = between("openai-chat", "gemini");
    bridge.request(chat([{ id: "c0", type: "function", function: { name: "ls", arguments: "{}" } }]));
    expect(bridge.response(answer).value).toMatchObject({
      choices: [{ message: { tool_calls: [{ extra_content: extra }] } }],
    });
    const stream = bridge.stream();
    const text = stream.push(`data: ${JSON.stringify(answer)}\n\n`) + stream.end();
    expect(text).toContain(`"extra_content":${JSON.stringify(extra).slice(0, -1)}`);
  });

  it("is read from there", () => {
    const calls = [{ id: "c1", type: "function", function: { name: "ls", arguments: "{}" }, extra_content: extra }];
    expect(JSON.stringify(between("openai-chat", "gemini").request(chat(calls)).value)).toContain(
      `"thoughtSignature":"${SIGNATURE}"`,
    );
    const same = chat(calls);
    expect(between("openai-chat", "openai-chat").request(same).value.messages).toEqual(same.messages);
    expect(JSON.stringify(between("openai-chat", "anthropic").request(chat(calls)).value)).not.toContain(SIGNATURE);
  });
});
