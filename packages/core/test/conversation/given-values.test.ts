import { expect, it } from "vitest";
import { FIXED, isSameOptions, type Options } from "../../src/fast/templates/given-values.ts";

const OPTIONS: Options = { client: "anthropic", provider: "openai-chat", providerModel: "gpt-4.1" };

it("compares every option that a template is for", () => {
  expect(isSameOptions(OPTIONS, { ...OPTIONS, memory: undefined as never })).toBe(true);
  for (const option of FIXED) {
    const value = option === "address" ? { model: "other" } : "other";
    expect(isSameOptions(OPTIONS, { ...OPTIONS, [option]: value }), option).toBe(false);
  }
});
