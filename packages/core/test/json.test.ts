import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../test/support/extent.ts";
import { asConstant } from "../src/json/constant.ts";
import {
  copyJson,
  equalJson,
  isArray,
  isJsonNumber,
  isObject,
  JsonError,
  type JsonErrorCode,
  kindOf,
  LosslessNumber,
  parseJson,
  parseJsonInSteps,
  setKey,
  stringifyJson,
  stringifyJsonInSteps,
} from "../src/json/index.ts";
import { readJson } from "../src/json/reader.ts";
import type { Json } from "../src/model/json.ts";

const DEEP = 1_000_000;
const RUNS = runs(500);

function errorOf(run: () => unknown): JsonError {
  try {
    run();
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

function nested(depth: number): Json {
  let value: Json = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}

const lexemes = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.integer().map(String),
  fc.constantFrom("0", "-0", "0.0", "-0.0", "1.0", "1.10", "1E5", "1e5", "15e0", "150e-1", "1e-7", "1e21", "1e400"),
  fc.constantFrom("4.99999999999999999999", "0.000001", "0.0000001", "9007199254740993", "123456789012.50000001"),
  fc
    .tuple(
      fc.constantFrom("", "-"),
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      fc.stringMatching(/^(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?$/),
    )
    .map(([sign, whole, rest]) => sign + whole + rest),
);

const spaces = fc.constantFrom("", "", "", " ", "\n  ", "\t\r\n");
const keys = fc.oneof(
  fc.constantFrom("a", "b", "__proto__", "constructor", "toJSON", "0", "7", 'q"', "back\\"),
  fc.string(),
);
const strings = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(': 1.0, "', "[1.10]", '{"a": 1E5}', ":1.0,", "\ud800", "10:45"),
);

// Valid texts of every style: odd spaces, odd numbers, duplicate keys, JSON inside of strings.
const texts: fc.Arbitrary<string> = fc.letrec<{ text: string; array: string; object: string }>((tie) => ({
  text: fc
    .tuple(
      spaces,
      fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.oneof(
          lexemes,
          strings.map((text) => JSON.stringify(text)),
          fc.constantFrom("true", "false", "null"),
        ),
        tie("array"),
        tie("object"),
      ),
      spaces,
    )
    .map((parts) => parts.join("")),
  array: fc.array(tie("text")).map((items) => `[${items.join(",")}]`),
  object: fc
    .array(fc.tuple(spaces, keys, spaces, tie("text")))
    .map((members) => members.map(([a, key, b, value]) => `${a}${JSON.stringify(key)}${b}:${value}`))
    .map((members) => `{${members.length === 0 ? "" : members.join(",")}}`),
})).text;

const json = fc.jsonValue({ stringUnit: "binary" }) as fc.Arbitrary<Json>;

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

describe("parseJsonInSteps", () => {
  interface Outcome {
    readonly value?: Json;
    readonly error?: object;
    readonly duplicates: readonly string[];
    readonly steps: number;
  }

  function outcomeOf(parse: (onDuplicate: (pointer: string) => void) => { value: Json; steps: number }): Outcome {
    const duplicates: string[] = [];
    try {
      return { ...parse((pointer) => duplicates.push(pointer)), duplicates };
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      const { code, message, offset, line, column, pointer } = error;
      return { error: { code, message, offset, line, column, pointer }, duplicates, steps: 1 };
    }
  }

  function inPieces(text: string, piece?: number, maxDepth?: number): Outcome {
    return outcomeOf((onDuplicate) => {
      const work = parseJsonInSteps(text, { onDuplicate, maxDepth, ...(piece === undefined ? {} : { piece }) });
      for (let steps = 1; ; steps++) {
        const { done, value } = work.next();
        if (done) return { value, steps };
      }
    });
  }

  function asWhole(text: string, maxDepth?: number): Outcome {
    return outcomeOf((onDuplicate) => ({ value: parseJson(text, { onDuplicate, maxDepth }), steps: 1 }));
  }

  const pieces = fc.integer({ min: 1, max: 40 });

  it("gives the value of parseJson, with the same digits, keys and duplicates, wherever the text is split", () => {
    fc.assert(
      fc.property(texts, pieces, (text, piece) => {
        const { steps: _, ...result } = inPieces(text, piece);
        expect(result).toEqual({ value: parseJson(text), duplicates: asWhole(text).duplicates });
        expect(stringifyJson(result.value ?? null)).toBe(stringifyJson(parseJson(text)));
      }),
      { numRuns: RUNS },
    );
  });

  it("throws the error of parseJson for any text that is not JSON", () => {
    const damaged = fc
      .tuple(
        texts,
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom("", "]", "}", "[", "{", ",", ":", '"', "\\", "1", " x"),
      )
      .map(([text, at, removed, added]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + added + text.slice(start + removed);
      });
    fc.assert(
      fc.property(damaged, pieces, fc.integer({ min: 1, max: 6 }), (text, piece, maxDepth) => {
        expect({ ...inPieces(text, piece, maxDepth), steps: 0 }).toEqual({ ...asWhole(text, maxDepth), steps: 0 });
      }),
      { numRuns: 4 * RUNS },
    );
  });

  it.each([
    ["a list", `[${'{"a":1},'.repeat(999)}null]`],
    ["a list inside of lists", `{"a":{"b":[[[${'{"a":1},'.repeat(999)}null]]]}}`],
    ["numbers that need the exact parser", `[${"1.0,".repeat(999)}null]`],
    ["members", `{${Array.from({ length: 999 }, (_, index) => `"k${index}":[${index}]`).join(",")}}`],
    ["many lists", `[${`[${"1,".repeat(99)}1],`.repeat(99)}[]]`],
  ])("takes a step for each piece of %s", (_, text) => {
    expect(inPieces(text, 100).value).toEqual(parseJson(text));
    expect(inPieces(text, 100).steps).toBeGreaterThan(text.length / 200);
  });

  it("takes one step for a short text", () => {
    expect(inPieces(`[${"1,".repeat(30_000)}1]`).steps).toBe(1);
    expect(inPieces(`[${"1,".repeat(300_000)}1]`).steps).toBeGreaterThan(8);
  });
});

describe("stringifyJson", () => {
  it("writes what the native function writes", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1, 2, 10, 12, -1), (value, indent) => {
        expect(stringifyJson(value)).toBe(JSON.stringify(value));
        expect(stringifyJson(value, { indent })).toBe(JSON.stringify(value, null, indent));
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

function accepts(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (error instanceof JsonError || error instanceof SyntaxError) return false;
    throw error;
  }
}

function shared(a: Json, b: Json): boolean {
  if (typeof a !== "object" || a === null || isJsonNumber(a)) return false;
  if (a === b) return true;
  return Object.keys(a).some((key) =>
    shared((a as Record<string, Json>)[key] as Json, (b as Record<string, Json>)[key] as Json),
  );
}
