import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asConstant } from "../../src/json/constant.ts";
import {
  equalJson,
  type JsonErrorCode,
  LosslessNumber,
  parseJson,
  stringifyJson,
  stringifyJsonInSteps,
} from "../../src/json/index.ts";
import type { Json } from "../../src/model/json.ts";
import { errorOf, keys, nested, texts } from "./texts.ts";

const json = fc.jsonValue({ stringUnit: "binary" }) as fc.Arbitrary<Json>;

describe("stringifyJson", () => {
  it("writes what the native function writes", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1, 2, 10, 12, -1), (value, indent) => {
        expect(stringifyJson(value)).toBe(JSON.stringify(value));
        expect(stringifyJson(value, { indent })).toBe(JSON.stringify(value, null, indent));
      }),
    );
  });

  it("is JSON.stringify for values that are mostly long texts", () => {
    const long = fc.string({ unit: "binary", minLength: 1, maxLength: 8 }).map((text) => text + "long ".repeat(400));
    const characters = fc.constantFrom("\\", '"', "\n", "\u007f", "\ud800", "\udfff", "\u{1f600}", "\u2028", "");
    fc.assert(
      fc.property(long, characters, fc.dictionary(keys, json, { maxKeys: 3 }), (text, character, members) => {
        const value = { ...members, text, [`${character}key`]: [text + character, [], {}, -0, 1.5e300, null, true] };
        expect(stringifyJson(value)).toBe(JSON.stringify(value));
        expect(stringifyJson({ ...value, constant: asConstant([1], "[1]") })).toBe(
          JSON.stringify({ ...value, constant: [1] }),
        );
      }),
    );
  });

  it("writes the same in steps", () => {
    const members = fc.dictionary(keys, fc.oneof(json, fc.array(json, { minLength: 65, maxLength: 80 })), {
      maxKeys: 4,
    });
    const kept = fc.constantFrom<Json>(new LosslessNumber("1.0"), null, asConstant([1, 2], "[1,2]"));
    const values = fc.tuple(members, kept).map(([object, each]): Json => ({ ...object, each, list: [each, each] }));
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 200 }), (value, piece) => {
        const work = stringifyJsonInSteps(value, piece);
        let next = work.next();
        while (!next.done) next = work.next();
        expect(next.value).toBe(stringifyJson(value));
      }),
    );
  });

  it("takes a step for every piece of a long list, and throws the error of stringifyJson", () => {
    const list = Array.from({ length: 40_000 }, (_, index) => ({ index }));
    expect([...stringifyJsonInSteps({ list }, 65_536)].length).toBeGreaterThan(5);
    expect([...stringifyJsonInSteps({ list })].length).toBe(0);
    const wrong = { list: [...list, { a: Number.NaN }] };
    expect(errorOf(() => [...stringifyJsonInSteps(wrong)])).toEqual(errorOf(() => stringifyJson(wrong)));
  });

  it("writes the same next to a lossless number", () => {
    const kept = new LosslessNumber("1.0");
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const native = JSON.stringify({ value, kept: "HERE" }, null, indent).replace(/"HERE"(?=\s*\}$)/, "1.0");
        expect(stringifyJson({ value, kept }, { indent })).toBe(native);
      }),
    );
  });

  it("gives back every value that was parsed", () => {
    fc.assert(fc.property(json, (value) => equalJson(parseJson(stringifyJson(value)), value)));
    fc.assert(
      fc.property(texts, (text) => {
        const value = parseJson(text);
        expect(equalJson(parseJson(stringifyJson(value)), value)).toBe(true);
        expect(equalJson(parseJson(stringifyJson(value, { indent: 2 })), value)).toBe(true);
      }),
    );
  });

  it("writes a lossless number with its original digits", () => {
    const value = { id: new LosslessNumber("12345678901234567890"), list: [new LosslessNumber("-0")] };
    expect(stringifyJson(value)).toBe('{"id":12345678901234567890,"list":[-0]}');
    expect(stringifyJson(value, { indent: 1 })).toBe('{\n "id": 12345678901234567890,\n "list": [\n  -0\n ]\n}');
  });

  const circular: unknown[] = [];
  circular.push({ self: circular });
  const many: unknown[] = [];
  many.push(many, many);
  const sparse: unknown[] = [];
  sparse.length = 2;
  const refused: [what: string, value: unknown, code: JsonErrorCode, pointer: string, message: string][] = [
    ["NaN", { a: [1, Number.NaN] }, "not_json", "/a/1", "NaN is not a JSON value"],
    ["infinity", [Number.NEGATIVE_INFINITY], "not_json", "/0", "-Infinity is not a JSON value"],
    ["undefined", { "a/b": undefined }, "not_json", "/a~1b", "undefined is not a JSON value"],
    ["undefined at the root", undefined, "not_json", "", "undefined is not a JSON value"],
    ["a function", { toJSON: () => 1 }, "not_json", "/toJSON", "a function is not a JSON value"],
    ["a symbol", [Symbol("s")], "not_json", "/0", "a symbol is not a JSON value"],
    ["a bigint", [1n], "not_json", "/0", "a bigint is not a JSON value"],
    ["a date", { when: new Date(0) }, "not_json", "/when", "an instance of Date is not a JSON value"],
    ["a map", { m: new Map() }, "not_json", "/m", "an instance of Map is not a JSON value"],
    ["a hole", sparse, "not_json", "/0", "undefined is not a JSON value"],
    ["a circle", circular, "circular", "/0/self", "the value contains itself"],
    ["many circles", many, "circular", "/0", "the value contains itself"],
    ["257 levels", nested(257), "too_deep", "/0".repeat(256), "nested deeper than 256 levels"],
    ["100,000 levels", nested(100_000), "too_deep", "/0".repeat(256), "nested deeper than 256 levels"],
  ];
  it.each(refused)("refuses %s with its place", (_, value, code, pointer, message) => {
    const error = errorOf(() => stringifyJson(value as Json));
    expect(error).toMatchObject({ name: "JsonError", code, pointer });
    expect(error.message).toContain(message);
  });

  it("takes objects without a prototype, and a value that occurs twice", () => {
    const bare = Object.assign(Object.create(null), { a: 1 }) as Json;
    expect(stringifyJson([bare, bare])).toBe('[{"a":1},{"a":1}]');
    expect(stringifyJson([bare, bare, new LosslessNumber("1.0")])).toBe('[{"a":1},{"a":1},1.0]');
  });
});
