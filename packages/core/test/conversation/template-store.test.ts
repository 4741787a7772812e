import { describe, expect, it } from "vitest";
import { storeOf } from "../../src/fast/templates/template-store.ts";
import { createBridge, ToolMemory } from "../../src/index.ts";

const PROMPT = "A prompt that is nobody else's";

describe("the templates that a gateway learns", () => {
  it("keep nothing of the texts, ids and arguments that they were learned from", () => {
    const memory = new ToolMemory();
    for (let turn = 0; turn < 4; turn++) {
      const bridge = createBridge({ client: "anthropic", provider: "openai-chat", memory });
      bridge.request(request(`${PROMPT} ${turn}`) as never);
      const answer = response(`${PROMPT} ${turn}`);
      bridge.response(answer as never, { text: JSON.stringify(answer) });
    }
    const store = storeOf(memory);
    expect(textsIn(store)).toContain("gpt-4.1");
    expect(textsIn(store).filter((text) => text.includes(PROMPT) || text.includes(ID))).toEqual([]);
  });

  it("are of a bounded number", () => {
    const memory = new ToolMemory();
    const ask = (model: string) =>
      createBridge({ client: "anthropic", provider: "openai-chat", memory }).request({
        ...request("Hi"),
        model,
      } as never);
    for (let index = 0; index < 600; index++) ask(`model-${index}`);
    expect(textsIn(storeOf(memory)).filter((text) => text.includes("model-0"))).toEqual([]);
    expect(textsIn(storeOf(memory)).some((text) => text.includes("model-599"))).toBe(true);
  });
});

const ID = "toolu_01A2b3C4d5E6f7G8h9J0k1L2";

function request(text: string) {
  const path = { type: "string", description: `A path: ${text}` };
  return {
    model: "gpt-4.1",
    max_tokens: 100,
    messages: [
      { role: "user", content: text },
      { role: "assistant", content: [{ type: "tool_use", id: ID, name: "read", input: { path: text } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: ID, content: text }] },
    ],
    tools: [{ name: "read", description: text, input_schema: { type: "object", properties: { path } } }],
  };
}

function response(text: string) {
  return {
    id: "chatcmpl-A1b2C3d4E5f6G7h8J9k0L1m2",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "gpt-4.1",
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    usage: { prompt_tokens: 20, completion_tokens: 9, total_tokens: 29 },
  };
}

/** Every text that can be reached from a value. */
function textsIn(root: unknown): string[] {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string") texts.push(value);
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof Map) open.push(...value.keys(), ...value.values());
    else open.push(...Object.values(value));
  }
  return texts;
}
