import { describe, expect, it } from "vitest";
import { someOf } from "../../../../test/support/extent.ts";
import { accept as anthropic } from "../../src/dialects/anthropic/accept.ts";
import { accept as executable } from "../../src/dialects/executable/accept.ts";
import { accept as gemini } from "../../src/dialects/gemini/accept.ts";
import { accept as mcp } from "../../src/dialects/mcp/accept.ts";
import { accept as ollama } from "../../src/dialects/ollama/accept.ts";
import { accept as chat } from "../../src/dialects/openai-chat/accept.ts";
import { accept as responses } from "../../src/dialects/openai-responses/accept.ts";
import { accept as openrouter } from "../../src/dialects/openrouter/accept.ts";
import { LosslessNumber } from "../../src/json/number.ts";
import type { Accept } from "../../src/model/dialect.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { patternFeatures } from "../../src/schema/accept/pattern.ts";
import { around, NAMES, object, targets, verdict } from "./targets.ts";

describe("hostile tools", () => {
  const all: readonly Accept[] = [chat, responses, anthropic, gemini, ollama, openrouter, mcp, executable];
  const deep = (levels: number, wrap: (inner: Json) => Json): Json => {
    let value: Json = { type: "string" };
    for (let level = 0; level < levels; level += 1) value = wrap(value);
    return value;
  };

  it.each<Json>([null, true, 5, "tool", [], {}, { type: null }, { type: "function", function: null }, { name: 5 }])(
    "refuses %j as a tool without throwing",
    (tool) => {
      for (const accept of all) if (accept !== gemini) expect(verdict(accept([tool]))).toBe("x");
      expect(() => gemini([tool, { functionDeclarations: [tool] }, { functionDeclarations: tool }])).not.toThrow();
    },
  );

  it.each(NAMES)("stops at a stated depth, with one problem for it: %s", (name) => {
    for (const wrap of [
      (inner: Json): Json => ({ type: "object", properties: { a: inner } }),
      (inner: Json): Json => ({ type: "array", items: inner }),
      (inner: Json): Json => ({ anyOf: [inner] }),
      (inner: Json): Json => ({ enum: [inner] }),
      (inner: Json): Json => [inner],
    ]) {
      const problems = targets[name](around(name, deep(100_000, wrap)));
      expect(problems.filter(({ rule }) => rule === "too-deep").length).toBeLessThan(2);
    }
    const chain = targets[name](
      around(
        name,
        deep(1_000, (inner) => ({ type: "object", properties: { a: inner } })),
      ),
    );
    expect(chain.filter(({ rule }) => rule === "too-deep")).toHaveLength(1);
  });

  it.each(NAMES)("accepts types, names and keywords of any kind: %s", (name) => {
    const odd = deep(100_000, (inner) => [inner]);
    for (const type of [odd, {}, null, "__proto__", "constructor"]) {
      expect(() => targets[name]({ type, properties: odd, required: odd, $ref: "#/__proto__" })).not.toThrow();
    }
  });

  it("treats __proto__ like any other name", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"additionalProperties":false}',
    );
    expect(targets.chatStrict(schema)).toEqual([]);
    const missing = JSON.parse(
      '{"type":"object","properties":{},"required":["__proto__"],"additionalProperties":false}',
    );
    expect(verdict(targets.chatStrict(missing))).toBe("x");
    expect(verdict(targets.chat({ ...object, properties: { a: { $ref: "#/__proto__" } } }))).toBe("x");
  });

  it("follows long chains of references and gives up on bombs", () => {
    const link = (count: number, make: (next: string) => JsonObject): JsonObject => {
      const names = Array.from({ length: count }, (_, index) => index);
      const $defs = Object.fromEntries(names.map((index) => [`d${index}`, make(`#/$defs/d${index + 1}`)]));
      return around("claudeStrict", { $ref: "#/$defs/d0" }, { $defs: { ...$defs, [`d${count}`]: { type: "string" } } });
    };
    expect(targets.claudeStrict(link(20_000, (next) => ({ $ref: next })))).toEqual([]);
    const bomb = link(60, (next) => ({
      ...object,
      properties: { a: { $ref: next }, b: { $ref: next } },
      required: ["a", "b"],
    }));
    expect(targets.claudeStrict(bomb).map(({ rule }) => rule)).toEqual(["schema-too-complex"]);
  });

  it("stops at values that unfold without end", () => {
    const endless: Record<string, Json> = { type: "object" };
    endless.properties = { a: endless, b: endless };
    for (const name of someOf(NAMES, 12)) {
      const problems = targets[name](endless);
      expect(problems.length).toBeLessThan(2_003);
      expect(problems.some(({ rule }) => rule === "too-deep" || rule === "more-problems")).toBe(true);
    }
  });

  it("treats lossless numbers as numbers", () => {
    const [big, negative] = [new LosslessNumber("12345678901234567890"), new LosslessNumber("-1e400")];
    const property = { type: "number", minimum: negative, multipleOf: big };
    expect(targets.chatStrict(around("chatStrict", property))).toEqual([]);
    expect(verdict(targets.chatStrict(around("chatStrict", { type: "string", maxLength: negative })))).toBe("x");
  });

  it("reads patterns without running them", () => {
    expect([...patternFeatures("(?<=a)(?<name>b)\\k<name>[\\b(?=]\\(?=")]).toEqual(["look-around", "back-reference"]);
    expect([...patternFeatures("a{2,300}\\B", 100)]).toEqual(["large repetition", "word boundary"]);
    expect([...patternFeatures("[(?=\\1]{2}", 100)]).toEqual([]);
    expect([...patternFeatures("(".repeat(100_000) + "[".repeat(100_000))]).toEqual([]);
  });
});
