import type { AnswerTranslation, Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { frame } from "../sdk/traffic.ts";
import { createBridge } from "../support/dynamic.ts";

const TOOL = {
  name: "plan_trip",
  input_schema: { type: "object", properties: { stops: { type: "array", items: { type: "string" } } } },
};

const HEAD = { id: "chatcmpl-1", created: 1_770_933_883, model: "m", system_fingerprint: "fp_1", service_tier: "flex" };

describe("a stream reports the same losses as the unary response", () => {
  it("of arguments that were JSON in JSON, whole and in one of their fields", () => {
    expect(toldOfCall(JSON.stringify('{"stops":["Bern"]}'))).toContain("double-encoded-arguments");
    expect(toldOfCall('{"stops":"[\\"Bern\\"]"}')).toContain("double-encoded-arguments");
  });

  it("of arguments that are no JSON", () => {
    expect(toldOfCall("{stops")).toContain("invalid-arguments");
  });

  it("of fields next to the response's content", () => {
    expect(toldOfCall('{"stops":[]}')).toEqual(["response-id", "response-time", "service_tier", "system_fingerprint"]);
  });

  it("of a call that was cut before its arguments came", () => {
    const call = { id: "call_1", type: "function", function: { name: TOOL.name, arguments: "" } };
    const message = { role: "assistant", content: null, tool_calls: [call] };
    const whole = { ...HEAD, object: "chat.completion", choices: [{ index: 0, message, finish_reason: "length" }] };
    const chunk = (delta: Json, finish: string | null) => {
      return { ...HEAD, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] };
    };
    const events = [chunk({ tool_calls: [{ ...call, index: 0 }] }, null), chunk({}, "length")];
    expect(reported({ client: "gemini", provider: "openai-chat" }, whole, events)).toContain("truncated-call");
  });

  it("of the text that an answer stopped at", () => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { type: "message", role: "assistant", id: "msg_1", model: "m", usage };
    const end = { stop_reason: "stop_sequence", stop_sequence: "END" };
    const whole = { ...message, ...end, content: [{ type: "text", text: "Hi" }] };
    const events = [
      { type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: end, usage },
      { type: "message_stop" },
    ];
    expect(reported({ client: "gemini", provider: "anthropic" }, whole, events)).toContain("stop-reason");
  });
});

/** What the unary response and the stream report for a call with these arguments. */
function toldOfCall(text: string): string[] {
  const call = { id: "call_1", type: "function", function: { name: TOOL.name, arguments: text } };
  const message = { role: "assistant", content: null, tool_calls: [call] };
  const whole = { ...HEAD, object: "chat.completion", choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
  const chunk = (delta: Json, finish: string | null = null) => {
    return { ...HEAD, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] };
  };
  const half = Math.floor(text.length / 2);
  const begun = { ...call, index: 0, function: { name: TOOL.name, arguments: text.slice(0, half) } };
  const rest = { index: 0, function: { arguments: text.slice(half) } };
  const events = [chunk({ tool_calls: [begun] }), chunk({ tool_calls: [rest] }), chunk({}, "tool_calls")];
  return reported({ client: "anthropic", provider: "openai-chat" }, whole, events);
}

function reported(ends: { client: string; provider: string }, whole: Json, events: readonly Json[]): string[] {
  const requestBody = { model: "m", max_tokens: 9, tools: [TOOL], messages: [{ role: "user", content: "Go." }] };
  const bridges = [createBridge(ends), createBridge(ends)] as const;
  if (ends.client === "anthropic") for (const bridge of bridges) bridge.request(requestBody);
  const answer = bridges[0].response(whole);
  const stream = bridges[1].stream();
  for (const event of events) stream.push(frame(ends.provider, JSON.stringify(event)));
  stream.end();
  expect(words(stream)).toEqual(words(answer));
  return words(stream);
}

function words({ losses, changes }: Pick<AnswerTranslation, "losses" | "changes">): string[] {
  const lost = losses.map(({ code, feature }) => (code === "field" ? feature : code));
  const changed = changes.map(({ rule }) => rule).filter((rule) => rule !== "null-field");
  return [...changed.toSorted(), ...lost.toSorted()];
}
