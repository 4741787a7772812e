import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonNumber, JsonError, kindOf, LosslessNumber, parseJson, stringifyJson } from "../../src/json/index.ts";
import { readJson } from "../../src/json/reader.ts";
import { errorOf, nested, RUNS, texts } from "./texts.ts";

const DEEP = 1_000_000;

describe("parseJson", () => {
  it("keeps the digits of numbers that a double would change", () => {
    const kept = ["9007199254740993", "1e400", "-0", "1.10", "1.0", "1E5", "1e5", "0.1234567890123456789", "-0.0"];
    for (const lexeme of kept) {
      for (const text of [lexeme, `[${lexeme}]`, `{"a":${lexeme}}`, `{ "a" : [ 1, ${lexeme} ] }`, ` ${lexeme}\n`]) {
        expect(stringifyJson(parseJson(text))).toBe(text.replaceAll(/\s/g, ""));
      }
      expect(isJsonNumber(parseJson(lexeme))).toBe(true);
    }
  });

  it("makes plain numbers of all others", () => {
    for (const lexeme of ["0", "1", "-1", "0.5", "1e-7", "1e+21", "9007199254740991", "0.30000000000000004"]) {
      expect(parseJson(`[${lexeme},{"a":${lexeme}}]`)).toEqual([Number(lexeme), { a: Number(lexeme) }]);
      expect(parseJson(lexeme)).toBe(Number(lexeme));
    }
  });

  it("finds such a number behind many ordinary ones and long strings", () => {
    const long = JSON.stringify('at 10:45 it said: 2.0, or {\\"a\\": 1.0} '.repeat(500));
    const many = Array.from({ length: 400 }, (_, index) => `"key${index}":${index}.5`).join(",");
    for (const before of [long, `{${many}}`]) {
      expect(parseJson(`{"a":${before},"b":1.0}`)).toHaveProperty("b", new LosslessNumber("1.0"));
      expect(parseJson(`{"a":${before},"b":[2,1e5]}`)).toHaveProperty("b", [2, new LosslessNumber("1e5")]);
      expect(parseJson(`{"a":${before},"b":7}`)).toHaveProperty("b", 7);
    }
  });

  it("takes __proto__ and constructor for ordinary own keys", () => {
    for (const number of ["1", "1.0"]) {
      const value = parseJson(`{"__proto__":{"admin":true},"constructor":${number},"toString":null}`);
      expect(Object.keys(value as object)).toEqual(["__proto__", "constructor", "toString"]);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(stringifyJson(value)).toContain('"__proto__":{"admin":true}');
    }
  });

  it("keeps the last of duplicate keys and reports each", () => {
    const reported: string[] = [];
    const onDuplicate = (pointer: string) => reported.push(pointer);
    const text = '{"a":1,"b":[{"x/y":1,"x/y":2}],"a":{"c":1,"c":2,"c":3},"__proto__":1,"__proto__":2}';
    const value = parseJson(text, { onDuplicate });
    expect(reported).toEqual(["/b/0/x~1y", "/a", "/a/c", "/a/c", "/__proto__"]);
    expect(stringifyJson(value)).toBe('{"a":{"c":3},"b":[{"x/y":2}],"__proto__":2}');
    expect(parseJson('{"a":1,"a":1.0}')).toEqual({ a: new LosslessNumber("1.0") });
  });

  it("reports duplicate keys between keys with a space before their colon", () => {
    const reported: string[] = [];
    const onDuplicate = (pointer: string) => reported.push(pointer);
    parseJson('{"a" : 1,"b":2,"b":3,"c":"it \\"says\\" : this"}', { onDuplicate });
    parseJson('{"a":":","b":2,"b":":"}', { onDuplicate });
    parseJson('{"a"\n:1,"a":"x : y"}', { onDuplicate });
    expect(reported).toEqual(["/b", "/b", "/a"]);
  });

  it("reports nothing without duplicate keys", () => {
    const reported: string[] = [];
    const text = '{"a":{"a":1},"b" : "{\\"a\\":1,\\"a\\":2}","c":":",":":":","d\\\\":0}';
    expect(parseJson(text, { onDuplicate: (pointer) => reported.push(pointer) })).toEqual(JSON.parse(text));
    expect(reported).toEqual([]);
  });

  it("tolerates a byte order mark at the start, and only there", () => {
    expect(parseJson('\ufeff{"a":1}')).toEqual({ a: 1 });
    expect(parseJson("\ufeff[1.0]")).toEqual([new LosslessNumber("1.0")]);
    expect(errorOf(() => parseJson("[\ufeff1]"))).toMatchObject({ code: "syntax", offset: 1 });
  });

  it("preserves lone surrogates", () => {
    expect(parseJson('["\ud800","\\udfff",1.0]')).toEqual(["\ud800", "\udfff", new LosslessNumber("1.0")]);
    expect(parseJson('["\ud800","\\udfff"]')).toEqual(["\ud800", "\udfff"]);
  });

  it("refuses what is nested too deep, in every shape", () => {
    const shapes = [
      "[".repeat(DEEP),
      "[".repeat(DEEP) + "]".repeat(DEEP),
      `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`,
      `${'{"a":'.repeat(DEEP)}1${',"b":1}'.repeat(DEEP)}`,
      `{"some":"text that is long enough","a":${"[".repeat(300)}${"]".repeat(300)},"b":1}`,
    ];
    for (const text of shapes) expect(errorOf(() => parseJson(text)).code).toBe("too_deep");
  });

  it("reports where it got too deep", () => {
    const text = '{"a":[\n[1],\n[[2]]]}';
    const place = { code: "too_deep", offset: 13, line: 3, column: 2, pointer: "/a/1/0" };
    expect(errorOf(() => parseJson(text, { maxDepth: 3 }))).toMatchObject(place);
    expect(parseJson(text, { maxDepth: 4 })).toEqual({ a: [[1], [[2]]] });
  });

  it("allows 256 levels by default, and at most 1,000", () => {
    expect(kindOf(parseJson(stringifyJson(nested(256))))).toBe("array");
    const deep = stringifyJson(nested(1000), { maxDepth: 1000 });
    expect(errorOf(() => parseJson(deep)).code).toBe("too_deep");
    expect(stringifyJson(parseJson(deep, { maxDepth: DEEP }), { maxDepth: DEEP })).toBe(deep);
    expect(errorOf(() => parseJson(`[${deep}]`, { maxDepth: DEEP })).code).toBe("too_deep");
  });

  it("refuses what is too large before it reads it", () => {
    const error = errorOf(() => parseJson("not json at all", { maxLength: 10 }));
    expect(error).toMatchObject({ name: "JsonError", code: "too_large", offset: 10 });
    expect(parseJson("[1,2,3,4]", { maxLength: 9 })).toEqual([1, 2, 3, 4]);
  });

  const syntax: [text: string, offset: number, line: number, column: number, message: string, pointer: string][] = [
    ["", 0, 1, 1, "expected a value, found the end of the text", ""],
    ["  ", 2, 1, 3, "expected a value, found the end of the text", ""],
    ["nul", 0, 1, 1, 'expected a value, found "n"', ""],
    ["[1,]", 3, 1, 4, 'expected a value, found "]"', "/1"],
    ["[1 2]", 3, 1, 4, "expected ',' or ']', found \"2\"", "/0"],
    ['{"a":1,}', 7, 1, 8, 'expected a key in double quotes, found "}"', ""],
    ["{'a':1}", 1, 1, 2, 'expected a key in double quotes, found "\'"', ""],
    ['{"a" 1}', 5, 1, 6, "expected ':' after the key, found \"1\"", "/a"],
    ['{"a":}', 5, 1, 6, "expected a value after ':', found \"}\"", "/a"],
    ['{"a":1 "b":2}', 7, 1, 8, "expected ',' or '}', found '\"'", "/a"],
    ['{\n  "a": [true,\n  tru]}', 18, 3, 3, 'expected a value, found "t"', "/a/1"],
    ["01", 1, 1, 2, 'expected the end of the text, found "1"', ""],
    ["-", 1, 1, 2, "expected a digit, found the end of the text", ""],
    ["[1.]", 3, 1, 4, "expected a digit after '.', found \"]\"", "/0"],
    ["[1e+]", 4, 1, 5, 'expected a digit in the exponent, found "]"', "/0"],
    ["[+1]", 1, 1, 2, 'expected a value, found "+"', "/0"],
    ['["a', 3, 1, 4, "expected '\"' to end the string, found the end of the text", "/0"],
    ['["\n"]', 2, 1, 3, 'expected control characters in a string to be escaped, found "\\n"', "/0"],
    ['["\\x"]', 3, 1, 4, 'expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX, found "x"', "/0"],
    ['["\\u12"]', 3, 1, 4, 'expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX, found "u"', "/0"],
    ["{} {}", 3, 1, 4, 'expected the end of the text, found "{"', ""],
    ["NaN", 0, 1, 1, 'expected a value, found "N"', ""],
  ];
  it.each(syntax)("reports what was expected in %j", (text, offset, line, column, message, pointer) => {
    const error = errorOf(() => parseJson(text));
    expect(error).toMatchObject({ code: "syntax", offset, line, column, pointer });
    expect(error.message).toBe(`${message.replace("found '\"'", 'found "\\""')} (line ${line}, column ${column})`);
  });

  it("reads every text as the exact parser does", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const exact = readJson(text, { maxDepth: 256 });
        expect(stringifyJson(parseJson(text))).toBe(stringifyJson(exact));
        expect(stringifyJson(parseJson(text, { onDuplicate: () => {} }))).toBe(stringifyJson(exact));
      }),
      { numRuns: RUNS },
    );
  });

  it("reports the same duplicates as the exact parser", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const reported: string[] = [];
        const expected: string[] = [];
        parseJson(text, { onDuplicate: (pointer) => reported.push(pointer) });
        readJson(text, { maxDepth: 256, onDuplicate: (pointer) => expected.push(pointer) });
        expect(reported).toEqual(expected);
      }),
    );
  });

  it("agrees with the native parser on every value", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(JSON.parse(stringifyJson(parseJson(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("rejects exactly what the native parser rejects", () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom(0, 1),
      fc.constantFrom("", ...'{}[]",:\\0123.eE-+ \n\u0000tfnu/x'),
    );
    fc.assert(
      fc.property(texts, fc.array(change, { minLength: 1, maxLength: 3 }), (text, changes) => {
        const changed = changes.reduce((current, [at, cut, put]) => {
          const place = at % (current.length + 1);
          return current.slice(0, place) + put + current.slice(place + cut);
        }, text);
        expect(accepts(parseJson, changed)).toBe(accepts(JSON.parse, changed));
        expect(accepts((given) => readJson(given, { maxDepth: 256 }), changed)).toBe(accepts(JSON.parse, changed));
      }),
      { numRuns: RUNS },
    );
  });
});

function accepts(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (error instanceof JsonError || error instanceof SyntaxError) return false;
    throw error;
  }
}
