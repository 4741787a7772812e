import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { calls, OWN } from "./bodies.ts";

describe("an answer of Ollama", () => {
  it("finishes with tool calls whatever its done_reason, and counts missing usage as zero", () => {
    const message = { role: "assistant", content: "", thinking: "Hm", ...calls("Bern") };
    const body = {
      model: "m",
      created_at: "2026-08-05T08:10:56.9Z",
      message,
      done: true,
      done_reason: "stop",
      eval_count: 4,
    };
    const { value } = createBridge({ client: "openai-chat", provider: OWN }).response(body);
    expect(value).toMatchObject({
      created: 1_785_917_456,
      choices: [{ finish_reason: "tool_calls", message: { reasoning_content: "Hm" } }],
      usage: { prompt_tokens: 0, completion_tokens: 4 },
    });
  });
});

describe("an error of Ollama", () => {
  it("is a text in both directions", () => {
    const bridge = createBridge({ client: "anthropic", provider: OWN });
    expect(bridge.error(404, { error: "model 'x' not found" })).toEqual({
      status: 404,
      value: { type: "error", error: { type: "not_found_error", message: "model 'x' not found" } },
    });
    const back = createBridge({ client: OWN, provider: "anthropic" });
    const overloaded = { type: "error", error: { type: "overloaded_error", message: "Later" } };
    expect(back.error(529, overloaded)).toEqual({ status: 503, value: { error: "Later" } });
  });
});
