import { describe, expect, it } from "vitest";
import { convertTools, createBridge } from "../src/index.ts";

const requestBody = { model: "m", max_tokens: 9, top_k: 5, messages: [{ role: "user", content: "Hi" }] };
const answered = { choices: [{ message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }], more: 1 };

describe("What a translation gives", () => {
  const bridge = createBridge({ client: "anthropic", provider: "openai-chat" });

  it.each([
    ["a request", () => bridge.request(requestBody)],
    ["an answer", () => bridge.response(answered)],
    [
      "tools",
      () => convertTools([{ name: "a", inputSchema: { type: "object", format: "x" } }], { from: "mcp", to: "ollama" }),
    ],
  ])("keeps the losses of %s when it is copied, compared or written", (_, translate) => {
    const result = translate();
    expect(result.losses).not.toEqual([]);
    expect({ ...result }).toMatchObject({ value: result.value, losses: result.losses, changes: result.changes });
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({ losses: result.losses, changes: result.changes });
    expect(Object.keys(result)).not.toContain("ledger");
  });
});
