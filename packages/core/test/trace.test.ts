import { describe, expect, it } from "vitest";
import { followsTrace, traceOf } from "../src/fast/json-trace.ts";
import { JsonError } from "../src/json/error.ts";
import { LosslessNumber } from "../src/json/number.ts";
import type { Json } from "../src/model/json.ts";

const OTHERS: readonly [Json, Json][] = [
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [{ a: [1, 2] }, { a: [1] }],
  [{ a: {} }, { a: [] }],
  [{ a: {} }, {}],
  [["a", 1], { a: 1 }],
  [new LosslessNumber("1e400"), new LosslessNumber("1e401")],
  [new LosslessNumber("1e400"), "1e400"],
  [JSON.parse('{"__proto__":1}'), {}],
];

describe("the trace of a value", () => {
  it("is not followed by another value", () => {
    for (const [one, other] of OTHERS) {
      expect(followsTrace(traceOf(one), other)).toBe(false);
      expect(followsTrace(traceOf(other), one)).toBe(false);
    }
  });

  it("is followed by an equal value", () => {
    for (const value of OTHERS.flat()) {
      const equal = value instanceof LosslessNumber ? new LosslessNumber(value.lexeme) : structuredClone(value);
      expect(followsTrace(traceOf(value), equal)).toBe(true);
    }
  });

  it("does not change with the value that left it", () => {
    const value = { a: [1] };
    const trace = traceOf(value);
    value.a.push(2);
    expect(followsTrace(trace, value)).toBe(false);
  });

  it("is refused to what is nested too deep", () => {
    const deep = JSON.parse("[".repeat(2000) + "]".repeat(2000));
    expect(() => traceOf(deep)).toThrow(JsonError);
  });
});
