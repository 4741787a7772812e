import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  copyJson,
  equalJson,
  isArray,
  isJsonNumber,
  isObject,
  kindOf,
  LosslessNumber,
  parseJson,
  setKey,
  stringifyJson,
} from "../../src/json/index.ts";
import type { Json } from "../../src/model/json.ts";
import { errorOf, nested, texts } from "./texts.ts";

describe("LosslessNumber", () => {
  it("is a number to arithmetic and a text to print", () => {
    const number = new LosslessNumber("12.50");
    expect(Number(number)).toBe(12.5);
    expect(`${number.toString()}`).toBe("12.50");
    expect(isJsonNumber(number)).toBe(true);
    expect(isJsonNumber({ lexeme: "12.50" })).toBe(false);
  });

  it("refuses what is not a number, because it is written as it is", () => {
    for (const lexeme of ["", "1,2", "01", "1.", ".5", "+1", "NaN", "1\n", '"1"', "0x1"]) {
      expect(errorOf(() => new LosslessNumber(lexeme)).code).toBe("not_json");
    }
  });

  it("lets the native JSON.stringify keep the digits or fail, never change them", () => {
    const number = new LosslessNumber("1.10");
    if ("rawJSON" in JSON) expect(JSON.stringify([number])).toBe("[1.10]");
    else expect(errorOf(() => JSON.stringify([number])).message).toContain("use stringifyJson");
  });
});

describe("helpers for values", () => {
  const samples: [kind: string, value: Json][] = [
    ["null", null],
    ["boolean", false],
    ["number", 0],
    ["number", new LosslessNumber("1.0")],
    ["string", ""],
    ["array", []],
    ["object", {}],
    ["object", { lexeme: "1.0" }],
  ];

  it.each(samples)("know a value of kind %s", (kind, value) => {
    expect(kindOf(value)).toBe(kind);
    expect(isObject(value)).toBe(kind === "object");
    expect(isArray(value)).toBe(kind === "array");
  });

  it("sets __proto__ as an own key", () => {
    const target: Record<string, Json> = {};
    setKey(target, "__proto__", { polluted: true });
    setKey(target, "a", 1);
    expect(Object.keys(target)).toEqual(["__proto__", "a"]);
    expect("polluted" in target).toBe(false);
    setKey(target, "__proto__", 2);
    expect(stringifyJson(target)).toBe('{"__proto__":2,"a":1}');
  });

  it("copies without sharing anything", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const value = parseJson(text);
        const copy = copyJson(value);
        expect(stringifyJson(copy)).toBe(stringifyJson(value));
        expect(shared(value, copy)).toBe(false);
      }),
    );
  });

  it("compares by value, whatever the order of keys", () => {
    const same = (a: string, b: string) => equalJson(parseJson(a), parseJson(b));
    expect(same('{"a":1,"b":[1.0,null]}', '{"b":[1.0,null],"a":1}')).toBe(true);
    expect(same("1", "1.0")).toBe(false);
    expect(same("1e5", "1E5")).toBe(false);
    expect(equalJson(5, new LosslessNumber("5"))).toBe(true);
    expect(same('{"a":1}', '{"b":1}')).toBe(false);
    expect(same('{"__proto__":{}}', "{}")).toBe(false);
    expect(same('{"toString":null}', '{"a":null}')).toBe(false);
    expect(same("[]", "{}")).toBe(false);
    expect(same("[1]", "[1,2]")).toBe(false);
    expect(same('"1"', "1")).toBe(false);
    expect(same("null", "{}")).toBe(false);
    expect(same("1.0", "{}")).toBe(false);
  });

  it("copies and compares up to 1,000 levels, then throws", () => {
    expect(equalJson(copyJson(nested(1000)), nested(1000))).toBe(true);
    expect(errorOf(() => copyJson(nested(100_000))).code).toBe("too_deep");
    expect(errorOf(() => equalJson(nested(100_000), nested(100_000))).code).toBe("too_deep");
  });
});

function shared(a: Json, b: Json): boolean {
  if (typeof a !== "object" || a === null || isJsonNumber(a)) return false;
  if (a === b) return true;
  return Object.keys(a).some((key) =>
    shared((a as Record<string, Json>)[key] as Json, (b as Record<string, Json>)[key] as Json),
  );
}
