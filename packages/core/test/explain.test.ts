import { describe, expect, it } from "vitest";
import { explainChange, explainLoss } from "../src/explain.ts";
import type { Change, Loss } from "../src/model/loss.ts";

describe("The explanation of a loss", () => {
  const loss: Loss = {
    code: "keyword",
    feature: "f",
    path: "/0/f",
    from: "mcp",
    to: "ollama",
    level: "content",
    action: "dropped",
    message: "",
  };

  it.each([
    [{}, "left out: the target does not support it"],
    [{ action: "described" }, "moved to the description"],
    [{ code: "unheard-of", action: "truncated" }, "cut to the maximum length"],
    [{ code: "malformed", action: "weakened", detail: { readAs: "object" } }, "not JSON Schema; read as object"],
    [{ code: "recursion", action: "weakened", detail: { cutAt: 2 } }, "recursion written out and cut at depth 2"],
    [{ code: "refused", detail: { reason: "because" } }, "tool left out: because"],
  ] as [Partial<Loss>, string][])("%j", (fields, expectedText) => {
    expect(explainLoss({ ...loss, ...fields })).toBe(expectedText);
  });
});

describe("The explanation of a change", () => {
  it("is what its rule does", () => {
    expect(explainChange({ rule: "stop-list" })).toBe("one stop sequence is a list");
  });

  it("is the rule itself where a newer version has written it", () => {
    expect(explainChange({ rule: "unheard-of" } as unknown as Change)).toBe("unheard-of");
  });
});
