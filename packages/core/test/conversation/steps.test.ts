import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";
import type { Json } from "../../src/index.ts";

function bodyWith(tools: number): Json {
  const input_schema = { type: "object", properties: { city: { type: "string", pattern: "^[A-Z]" } } };
  return {
    model: "m",
    max_tokens: 5,
    messages: [{ role: "user", content: "hi" }],
    tools: Array.from({ length: tools }, (_, index) => ({ name: `tool_${index}`, input_schema })),
  };
}

function pausesFor(body: Json): { pauses: number; value: Json } {
  const steps = createBridge({ client: "anthropic", provider: "gemini" }).requestInSteps(body);
  for (let pauses = 0; ; pauses++) {
    const { done, value } = steps.next();
    if (done) return { pauses, value: value.value };
  }
}

describe("a request in steps", () => {
  it("has no pause where there is little to do", () => {
    expect(pausesFor(bodyWith(20)).pauses).toBe(0);
  });

  it("pauses before many tools are compared, before they are read, and before they are written", () => {
    expect(pausesFor(bodyWith(1024)).pauses).toBeGreaterThanOrEqual(3);
  });

  it("has the same result as a request in one step", () => {
    const body = bodyWith(300);
    const { value } = createBridge({ client: "anthropic", provider: "gemini" }).request(body);
    expect(pausesFor(body).value).toEqual(value);
  });
});
