import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../test/support/extent.ts";
import { JsonProgress, type JsonState } from "../../src/stream/partial-json.ts";
import { cutAt, cuts, everySplit } from "./chunks.ts";

const FIXTURE = ' {"a\\"b": [1, -0.5e+10, true, false, null, {}, [], ""], "c": "é😀\\uD83D\\uDE00\\n\\\\"} ';

function stateOf(pieces: Iterable<string>): JsonState {
  const progress = new JsonProgress();
  for (const piece of pieces) progress.push(piece);
  return progress.state;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What the last token of a text may lack. */
const ENDS = ["", '"', '":0', "0", '"":0', ":0", "rue", "ue", "e", "alse", "lse", "se", "ull", "ll", "l", 'n"', 'n":0'];
const HEX = ["0", "00", "000", "0000"].flatMap((zeros) => [`${zeros}"`, `${zeros}":0`]);

describe("JsonProgress", () => {
  it("is complete after every split of a value, and open within it", () => {
    for (const pieces of everySplit(FIXTURE)) expect(stateOf(pieces)).toBe("complete");
    for (let end = 0; end < FIXTURE.length; end++) {
      const begun = end < FIXTURE.length - 1 ? "open" : "complete";
      expect(stateOf([FIXTURE.slice(0, end)])).toBe(end < 2 ? "empty" : begun);
    }
  });

  it.each<[state: JsonState, texts: readonly string[]]>([
    ["empty", ["", " \n\r\t"]],
    ["open", ["{", "[", '"', "-", "1.", "1e", "1e+", "t", "fals", '{"a"', '{"a":', '{"a":1,', "[1,", '"\\', '"\\u12']],
    ["complete", ["0", "-0", "12", "1.5", "1e5", "true ", "null", '""', "{}", "[]", ' {"a":[1]} \n', '"\ud800"']],
    [
      "invalid",
      ['{}{"a":1}', "{},", "1 2", "true1", "truE", "nul ", "01", "-a", "1.e", ".5", "+1", "1e+-", "NaN", "'"],
    ],
    ["invalid", ["]", "}", "[}", "{]", "[,", "[1,]", "{,", '{"a",', '{"a":}', '{"a":1,}', "{1", "{a", "\ufeff1", "/"]],
    [
      "invalid",
      [
        '"\n',
        '"\u0000',
        '"\\x',
        '"\\u12g',
        '"\\u123"',
        '"\\u12"',
        '"a" "b"',
        "\u00a0",
        "[1 2",
        '{"a" 1',
        "1_",
        "undefined",
      ],
    ],
  ])("is %s after %j", (state, texts) => {
    for (const text of texts) {
      expect([text, stateOf([text])]).toEqual([text, state]);
      expect([text, stateOf(text)]).toEqual([text, state]);
    }
  });

  it("stays invalid", () => {
    expect(stateOf(["[}", "]"])).toBe("invalid");
    expect(stateOf(["{}", "x", ""])).toBe("invalid");
  });

  it("goes 256 containers deep, and no deeper", () => {
    expect(stateOf("[".repeat(256))).toBe("open");
    expect(stateOf("[".repeat(256) + "]".repeat(256))).toBe("complete");
    expect(stateOf("[".repeat(257))).toBe("invalid");
    expect(stateOf('{"a":'.repeat(257))).toBe("invalid");
    expect(stateOf(["[".repeat(1_000_000)])).toBe("invalid");
    expect(stateOf(`[${"[],".repeat(1000)}0]`)).toBe("complete");
  });

  it("agrees with the native parser about every text, however it is cut", () => {
    const pieces = fc.constantFrom(
      ...["{", "}", "[", "]", ",", ":", '"', "\\", "u", "0", "1", "-", "+", ".", "e", "E", "a", " ", "\n", "\t"],
      ...["true", "false", "null", "tr", '"a"', '"a":', '{"a":1', "\\u00e9", "\\n", "é", "😀", "\u0000", "[1,2"],
    );
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((list) => list.join("")),
      fc.tuple(fc.json(), fc.nat(), pieces).map(([json, at, piece]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + piece + json.slice(place);
      }),
    );
    const streams = text.chain((whole) => fc.tuple(fc.constant(whole), cuts(whole.length)));
    const property = fc.property(streams, ([whole, places]) => {
      const state = stateOf(cutAt(whole, places));
      expect(state).toBe(stateOf([whole]));
      expect(state === "complete").toBe(isJson(whole));
      if (state === "empty") expect(whole.trim()).toBe("");
    });
    fc.assert(property, { numRuns: runs(5000) });
  });

  it("is never invalid while a value is incomplete", () => {
    const json = fc.tuple(fc.jsonValue(), fc.constantFrom(0, 1, "\t", "\r\n"));
    const property = fc.property(json, ([value, indent]) => {
      const progress = new JsonProgress();
      for (const char of JSON.stringify(value, null, indent)) {
        progress.push(char);
        if (progress.state === "invalid") break;
      }
      expect(progress.state).toBe("complete");
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("is open only for what some text can complete", () => {
    const openers = fc.array(fc.constantFrom("[", '{"k":', "[1,", '{"k":[],"l":', "[{},"), { maxLength: 3 });
    const ends = fc.array(
      fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", "u0", "0", "-", ".", "e", "t", "r", "n", " "),
      { maxLength: 4 },
    );
    const property = fc.property(openers, ends, (before, after) => {
      const text = before.join("") + after.join("");
      if (stateOf(text) !== "open") return;
      expect([text, completions(text).some(isJson)]).toEqual([text, true]);
    });
    fc.assert(property, { numRuns: runs(5000) });
  });

  it("takes a long text one character at a time", () => {
    const text = JSON.stringify({ text: `${"x\\\n".repeat(200_000)}` });
    expect(stateOf(text)).toBe("complete");
  });
});

/** The text with each end that a value can lack, and then with the brackets that are open. */
function completions(text: string): string[] {
  return [...ENDS, ...HEX].map((end) => {
    const whole = text + end;
    const brackets = whole.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/[^[\]{}]/g, "");
    const open: string[] = [];
    for (const bracket of brackets) {
      if (bracket === "[" || bracket === "{") open.push(bracket === "[" ? "]" : "}");
      else open.pop();
    }
    return whole + open.toReversed().join("");
  });
}
