import { createBridge, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";

const CALL = { type: "tool_use", id: "toolu_01", name: "get_weather", input: { city: "Bern" } };
const RESULT = { type: "tool_result", tool_use_id: "toolu_01", content: "rain" };
const WORDS = { type: "text", text: "Answer in French." };

function ask(turns: readonly (readonly Json[])[], provider: string) {
  const messages = turns.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content }));
  return createBridge({ client: "anthropic", provider }).request({
    model: "claude-sonnet-4-6",
    max_tokens: 1024,
    messages,
  });
}

describe("results", () => {
  it.each(["openai-chat", "openai-responses", "gemini", "ollama"])(
    "tell that they overtake the words before them, on the way to %s",
    (provider) => {
      const { changes } = ask([[WORDS], [CALL], [WORDS, RESULT]], provider);
      expect(changes).toContainEqual({ path: "/messages/2/content/1", rule: "moved-result" });
    },
  );

  it("tell nothing where they stand before the words", () => {
    const { changes } = ask([[WORDS], [CALL], [RESULT, WORDS]], "openai-chat");
    expect(changes.map(({ rule }) => rule)).not.toContain("moved-result");
  });

  it("without a call become a text that stands where they stood", () => {
    const { changes } = ask([[RESULT, WORDS], [WORDS]], "ollama");
    expect(changes.filter(({ rule }) => rule === "joined-text").map(({ path }) => path)).toEqual([
      "/messages/0/content/0",
      "/messages/0/content/0/content",
      "/messages/0/content/1",
    ]);
  });
});
