import { createBridge, type Json, type JsonObject, type KeptReasoning } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../test/support/extent.ts";

/** What a store has, of one caller. */
type Kept = Map<string, KeptReasoning>;

const OPTIONS = { client: "openai-chat", provider: "openai-chat", providerName: "deepseek" } as const;

/** One answer to a conversation, as its provider gives it and its client keeps it: without the reasoning. */
function answered(messages: readonly JsonObject[], call: JsonObject, reasoning: string, kept: Kept): JsonObject {
  const bridge = createBridge(OPTIONS);
  bridge.request({ model: "deepseek-chat", messages });
  const message = { role: "assistant", content: null, reasoning_content: reasoning, tool_calls: [call] };
  const answer = bridge.response({
    id: "1",
    object: "chat.completion",
    created: 1,
    model: "deepseek-chat",
    choices: [{ index: 0, message, finish_reason: "tool_calls" }],
  });
  for (const { key, reasoning: reported } of answer.reasoning ?? []) kept.set(key, reported);
  return { role: "assistant", content: null, tool_calls: [call] };
}

function sentWith(messages: readonly JsonObject[], kept: Kept, options: JsonObject = {}): JsonObject[] {
  const bridge = createBridge({ ...OPTIONS, ...options });
  const body = { model: "deepseek-chat", messages };
  const keys = bridge.reasoningKeys(body);
  const reasoning = new Map(keys.flatMap((key) => (kept.has(key) ? [[key, kept.get(key) as KeptReasoning]] : [])));
  return bridge.request(body, { reasoning }).value.messages as unknown as JsonObject[];
}

function callOf(id: string, name: string, args: JsonObject): JsonObject {
  return { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
}

const user = (content: string): JsonObject => ({ role: "user", content });
const result = (id: string, content: string): JsonObject => ({ role: "tool", tool_call_id: id, content });

describe("stored reasoning of a conversation", () => {
  it("is restored before the call that it led to", () => {
    const kept: Kept = new Map();
    const history = [user("hi")];
    const message = answered(history, callOf("call_0", "ls", {}), "I must look.", kept);
    const [, restored] = sentWith([...history, message, result("call_0", "a")], kept);
    expect(restored).toEqual({ ...message, reasoning_content: "I must look." });
  });

  it("leaves a request unchanged if the client sent it", () => {
    const kept: Kept = new Map();
    const message = answered([user("hi")], callOf("call_0", "ls", {}), "I must look.", kept);
    const reported = [user("hi"), { ...message, reasoning_content: "I must look." }, result("call_0", "a")];
    expect(sentWith(reported, kept)).toBe(reported);
  });

  it("is never another conversation's, whatever ids, names, arguments and results they share", () => {
    const word = fc.constantFrom("a", "b");
    const id = fc.constantFrom("call_0", "call_1", "functions.ls:0", "");
    const turn = fc.record({ id, name: fc.constantFrom("ls", "cat"), path: word, result: word });
    const conversation = fc.record({ system: word, says: word, turns: fc.array(turn, { minLength: 1, maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(conversation, { minLength: 2, maxLength: 6 }), (talks) => {
        const kept: Kept = new Map();
        const made = new Map<string, string>();
        const histories = talks.map(({ system, says, turns }, index) => {
          let history: JsonObject[] = [{ role: "system", content: system }, user(says)];
          turns.forEach((each, at) => {
            const call = callOf(each.id, each.name, { path: each.path });
            const reasoning = `reasoning ${index} ${at}`;
            made.set(reasoning, JSON.stringify([history, call]));
            const message = answered(history, call, reasoning, kept);
            history = [...history, message, result(each.id, each.result)];
          });
          return history;
        });
        for (const history of histories) {
          sentWith(history, kept).forEach((message, at) => {
            const { reasoning_content: reported } = message;
            if (typeof reported !== "string") return;
            const { tool_calls: calls } = history[at] ?? {};
            const [call] = calls as unknown as Json[];
            expect(made.get(reported)).toBe(JSON.stringify([history.slice(0, at), call]));
          });
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("is restored by a unique call id, whatever the results", () => {
    const kept: Kept = new Map();
    const id = "call_x7Kq2Zb81mPnR5sTvW3yAd40";
    const message = answered([user("hi")], callOf(id, "ls", {}), "I must look.", kept);
    const pruned = [user("hi"), message, result(id, "[old result cleared]")];
    expect(sentWith(pruned, kept)[1]).toMatchObject({ reasoning_content: "I must look." });
    const other = callOf(id, "ls", { path: "/" });
    expect(sentWith([user("hi"), { ...message, tool_calls: [other] }, result(id, "a")], kept)[1]).not.toHaveProperty(
      "reasoning_content",
    );
  });

  it("is sent only to its provider, and replaces the client's copy", () => {
    const kept: Kept = new Map();
    const message = answered([user("hi")], callOf("call_0", "ls", {}), "I must look.", kept);
    for (const reasoning of [{}, { reasoning_content: "I must look." }]) {
      const reported = [user("hi"), { ...message, ...reasoning }, result("call_0", "a")];
      const bridge = createBridge({ ...OPTIONS, providerName: "groq", providerModel: "llama-4" });
      const body = { model: "x", messages: reported };
      const found = new Map(bridge.reasoningKeys(body).map((key) => [key, kept.get(key) as KeptReasoning]));
      const { value, losses } = bridge.request(body, { reasoning: found });
      expect(JSON.stringify(value)).not.toContain("I must look.");
      expect(losses.map(({ code }) => code)).toEqual("reasoning_content" in reasoning ? ["foreign-reasoning"] : []);
    }
  });

  it("is not captured before the end of a stream, nor from a truncated one", () => {
    const frames = [
      chunk({ role: "assistant", reasoning_content: "I must look." }),
      chunk({ tool_calls: [{ index: 0, ...callOf("call_0", "ls", {}) }] }),
      chunk({}, "tool_calls"),
    ];
    const bridge = createBridge({ ...OPTIONS, client: "anthropic" });
    bridge.request({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] });
    const [cut, complete] = [bridge.stream(), bridge.stream()];
    for (const frame of frames.slice(0, 2)) {
      cut.push(frame);
      complete.push(frame);
      expect(complete.reasoning).toEqual([]);
    }
    cut.fail("gone");
    complete.push(`${frames[2]}data: [DONE]\n\n`);
    complete.end();
    expect(cut.reasoning).toEqual([]);
    expect(complete.reasoning).toMatchObject([
      { reasoning: { provider: "deepseek", before: [{ type: "reasoning", texts: ["I must look."] }] } },
    ]);
  });

  it("does not go to a model that never shows its own", () => {
    const messages = [user("hi"), { role: "assistant", content: "Hello", reasoning_content: "Hm." }, user("and?")];
    const { value, losses } = createBridge({ client: "openai-chat", provider: "openai-chat" }).request({
      model: "gpt-5.6",
      messages,
    });
    expect(JSON.stringify(value)).not.toContain("Hm.");
    expect(losses).toMatchObject([{ code: "foreign-reasoning", path: "/messages/1/reasoning_content" }]);
  });
});

function chunk(delta: JsonObject, finish: string | null = null): string {
  const choice = { index: 0, delta, finish_reason: finish };
  const body = { id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [choice] };
  return `data: ${JSON.stringify(body)}\n\n`;
}
