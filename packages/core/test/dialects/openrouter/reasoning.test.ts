import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { sdks } from "../../../../../test/sdk/index.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { bridge, chatIn, completion, message, OWN, TOOL_USE, USER } from "./bodies.ts";

describe("reasoning", () => {
  const DETAILS = [
    { type: "reasoning.text", text: "Hm.", signature: "s1", format: "anthropic-claude-v1", id: null, index: 0 },
    { type: "reasoning.encrypted", data: "e1", format: "google-gemini-v1", id: "call_a", index: 1 },
  ];

  it("are restored in order through a client without reasoning", () => {
    const message = { content: null, reasoning: "Hm.", reasoning_details: DETAILS, tool_calls: [CALL] };
    const { content } = bridge("anthropic").response(completion(message)).value;
    const { messages } = chatIn(bridge("anthropic").request(turn(content as Json[])));
    expect(messages[1]).toMatchObject({ reasoning: "Hm.", reasoning_details: DETAILS, tool_calls: [CALL] });
  });

  it("are restored as one detail if they were streamed in pieces", async () => {
    const [text, encrypted] = DETAILS;
    const stream = bridge("anthropic").stream();
    const bytes =
      stream.push(
        sse([
          { reasoning: "H", reasoning_details: [{ ...text, text: "H", signature: null }] },
          { reasoning: "m.", reasoning_details: [{ ...text, text: "m.", signature: null }] },
          { reasoning_details: [{ ...text, text: "" }] },
          { reasoning_details: [encrypted] },
          { tool_calls: [{ index: 0, ...CALL }] },
        ]),
      ) + stream.end();
    const read = await sdks.anthropic?.consume(bytes);
    if (read?.ok !== true) throw new Error("the SDK refused it");
    const { messages } = chatIn(bridge("anthropic").request(turn((read.raw as { content: Json[] }).content)));
    expect(messages[1]).toMatchObject({ reasoning: "Hm.", reasoning_details: DETAILS });
  });

  it("of another vendor return to it with their signature", () => {
    const server = () => createBridge({ client: OWN, provider: "anthropic" });
    const content = [{ type: "thinking", thinking: "Hm.", signature: "s1" }, TOOL_USE];
    const { choices } = server().response(message(content)).value as { choices: { message: Json }[] };
    const output = choices[0]?.message as object;
    const sent = server().request({
      model: "m",
      messages: [{ role: "user", content: "Hi" }, output, RESULT(output)],
    } as Json);
    expect((sent.value as { messages: { content: Json }[] }).messages[1]?.content).toEqual(content);
  });

  it("have an effort or a budget, never both", () => {
    const thinking = (fields: object) =>
      bridge("anthropic").request({ model: "m", max_tokens: 9, messages: USER, ...fields } as Json);
    expect(thinking({ thinking: { type: "enabled", budget_tokens: 2048 } }).value.reasoning).toEqual({
      max_tokens: 2048,
    });
    expect(thinking({ thinking: { type: "disabled" } }).value.reasoning).toEqual({ effort: "none" });
    expect(thinking({ thinking: { type: "adaptive" } }).value.reasoning).toEqual({ enabled: true });
    const both = thinking({ thinking: { type: "enabled", budget_tokens: 2048 }, output_config: { effort: "low" } });
    expect(both.value.reasoning).toEqual({ effort: "low" });
    expect(both.losses.map(({ path }) => path)).toEqual(["/thinking/budget_tokens"]);
  });
});

describe("signatures of calls", () => {
  it("are reasoning details with the ids of their calls, and are restored", () => {
    const extra_content = { google: { thought_signature: "c2lnbmVk" } };
    const calls = [CALL, { ...CALL, id: "call_b", extra_content }];
    const server = createBridge({ client: OWN, provider: "openai-chat" });
    const { choices } = server.response(completion({ content: null, tool_calls: calls })).value as {
      choices: { message: { reasoning_details?: Json[] } }[];
    };
    expect(choices[0]?.message.reasoning_details).toMatchObject([{ type: "reasoning.encrypted", id: "call_b" }]);
    const results = ["call_a", "call_b"].map((id) => ({ role: "tool", tool_call_id: id, content: "ok" }));
    const body = { model: "m", messages: [...USER, choices[0]?.message, ...results] } as unknown as Json;
    const { messages } = chatIn(server.request(body));
    expect(messages[1]?.tool_calls).toEqual(calls);
  });
});
const CALL = { id: "call_a", type: "function", function: { name: "f", arguments: "{}" } };

function RESULT(output: object): object {
  const [call] = (output as { tool_calls: { id: string }[] }).tool_calls;
  return { role: "tool", tool_call_id: call?.id, content: "ok" };
}

/** A request of a Messages client whose last turn made these calls, which were answered. */
function turn(content: readonly Json[]): Json {
  const calls = content.filter((block) => (block as { type: string }).type === "tool_use") as unknown as {
    id: string;
  }[];
  const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "ok" }));
  return {
    model: "m",
    max_tokens: 9,
    messages: [...USER, { role: "assistant", content }, { role: "user", content: results }],
  } as unknown as Json;
}

function sse(deltas: readonly object[]): string {
  const chunks = [
    ...deltas.map((delta) => ({ index: 0, delta })),
    { index: 0, delta: {}, finish_reason: "tool_calls" },
  ];
  const frames = chunks.map((choice) => `data: ${JSON.stringify({ id: "c1", model: "m", choices: [choice] })}\n\n`);
  return `${frames.join("")}data: [DONE]\n\n`;
}
