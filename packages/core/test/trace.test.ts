import { describe, expect, it } from "vitest";
import { followsTrace, type Trace, traceOf } from "../src/fast/json-trace.ts";
import { JsonError } from "../src/json/error.ts";
import { LosslessNumber } from "../src/json/number.ts";
import type { Json } from "../src/model/json.ts";
import { finish } from "../src/steps.ts";

const trace = (value: Json): Trace => finish(traceOf([value]));
const follows = (known: Trace, value: Json): boolean => finish(followsTrace(known, [value]));

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
      expect(follows(trace(one), other)).toBe(false);
      expect(follows(trace(other), one)).toBe(false);
    }
  });

  it("is followed by an equal value", () => {
    for (const value of OTHERS.flat()) {
      const equal = value instanceof LosslessNumber ? new LosslessNumber(value.lexeme) : structuredClone(value);
      expect(follows(trace(value), equal)).toBe(true);
    }
  });

  it("does not change with the value that left it", () => {
    const value = { a: [1] };
    const left = trace(value);
    value.a.push(2);
    expect(follows(left, value)).toBe(false);
  });

  it("is refused to what is nested too deep", () => {
    const deep = JSON.parse("[".repeat(2000) + "]".repeat(2000));
    expect(() => trace(deep)).toThrow(JsonError);
  });

  it("is left and followed with a pause every few thousand tokens", () => {
    const list = Array.from({ length: 20_000 }, (_, index) => ({ index }));
    const pausesOf = (work: Generator) => [...work].length;
    expect(pausesOf(traceOf(list))).toBeGreaterThan(10);
    expect(pausesOf(followsTrace(finish(traceOf(list)), list))).toBeGreaterThan(10);
    expect(pausesOf(traceOf(list.slice(0, 100)))).toBe(0);
  });

  it("is not followed by a list that is shorter or longer", () => {
    const known = finish(traceOf([{ a: 1 }, { b: 2 }]));
    for (const list of [[{ a: 1 }], [{ a: 1 }, { b: 2 }, { c: 3 }], []])
      expect(finish(followsTrace(known, list))).toBe(false);
  });
});
