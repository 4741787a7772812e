import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../test/support/extent.ts";
import { StreamError } from "../../src/stream/framing.ts";
import { jsonArrayFraming } from "../../src/stream/json-array.ts";
import { bytesOf, cutAt, cuts, dataOf, everySplit, framesOf, outcomeOf } from "./chunks.ts";
import { MANY } from "./many.ts";

const ELEMENTS = [
  '{"text":"é€😀 \\uD83D\\uDE00 ],[ \\"}{\\" \\\\"}',
  '{\n  "a": [1, [2, {}], []],\n  "b": {"c": "\\\\\\""}\n}',
  "[]",
  "{}",
  '"a, ] \\" b"',
  "-1.5e3",
  "null",
];
const FIXTURE = `\ufeff [${ELEMENTS.join(" ,\r\n")}\n] \n`;

describe("jsonArrayFraming", () => {
  it("gives the same elements for every split of bytes and of strings", () => {
    const frames = ELEMENTS.map((data) => ({ data }));
    for (const chunks of everySplit(FIXTURE)) expect(framesOf(jsonArrayFraming, chunks)).toEqual(frames);
    for (const chunks of everySplit(bytesOf(FIXTURE))) expect(framesOf(jsonArrayFraming, chunks)).toEqual(frames);
  });

  it("gives the elements of any array back for random splits", () => {
    const values = fc.array(fc.jsonValue({ noUnicodeString: false }));
    const streams = fc.tuple(values, fc.constantFrom(0, 2, "\t")).chain(([array, indent]) => {
      const bytes = bytesOf(JSON.stringify(array, null, indent));
      return fc.tuple(
        fc.constant(array),
        cuts(bytes.length).map((places) => cutAt(bytes, places)),
      );
    });
    const property = fc.property(streams, ([array, chunks]) => {
      const found = dataOf(jsonArrayFraming, chunks).map((data) => JSON.parse(data));
      expect(found).toEqual(JSON.parse(JSON.stringify(array)));
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("gives any text at all the same frames however it is cut, and loses nothing but separators", () => {
    const pieces = fc.constantFrom("[", "]", "{", "}", ",", '"', "\\", " ", "\n", "a", "1", ":", "é");
    const streams = fc
      .array(pieces, { maxLength: 40 })
      .map((list) => list.join(""))
      .chain((text) => fc.tuple(fc.constant(text), cuts(text.length)));
    const property = fc.property(streams, fc.integer({ min: 1, max: 30 }), ([text, places], maxLength) => {
      const whole = outcomeOf(jsonArrayFraming, [text], { maxLength });
      expect(outcomeOf(jsonArrayFraming, cutAt(text, places), { maxLength })).toEqual(whole);
      const kept = dataOf(jsonArrayFraming, [text]).join("");
      expect(kept.replace(/[[\],\s]/g, "")).toBe(text.replace(/[[\],\s]/g, ""));
    });
    fc.assert(property, { numRuns: runs(2000) });
  });

  it("delivers an object or array with the chunk that closes it", () => {
    const seen: string[] = [];
    const framing = jsonArrayFraming((data) => seen.push(data));
    framing.push('[{"a":1}');
    expect(seen).toEqual(['{"a":1}']);
    framing.push("\n,\r\n[2");
    framing.push("]");
    expect(seen).toEqual(['{"a":1}', "[2]"]);
  });

  it.each<[what: string, text: string, data: readonly string[]]>([
    ["takes a single object", ' {"error":{"code":400}}\n', ['{"error":{"code":400}}']],
    ["takes a single value of another kind", " true \n", ["true"]],
    ["finds nothing in an empty array", "[ ]", []],
    ["finds nothing in nothing", " \n", []],
    ["delivers a truncated line, so that it is noticed", '[{"a":1},{"b":"x', ['{"a":1}', '{"b":"x']],
    ["does not mind an array that is not closed", '[{"a":1}\n', ['{"a":1}']],
    ["delivers what follows on the array, so that somebody notices", "[{}]<html>", ["{}", "<html>"]],
    ["takes nothing after the array for a separator", "[{}],{}]", ["{}", ",{}]"]],
    ["delivers what is no JSON whole", "Internal Server Error\n", ["Internal Server Error"]],
    ["delivers each of several objects", "{}\n{}", ["{}", "{}"]],
    ["takes only for white space what JSON does", "[1\u00a0,2]", ["1\u00a0", "2"]],
    ["leaves a bracket that does not fit to the parser", "[}x,{]]", ["}x", "{]"]],
  ])("%s", (_, text, data) => {
    expect(dataOf(jsonArrayFraming, [text])).toEqual(data);
    expect(dataOf(jsonArrayFraming, text)).toEqual(data);
  });

  it("refuses an element that is too long wherever the stream is cut", () => {
    const expected = { frames: [{ data: "[1]" }], failure: "a frame of the stream is longer than 8" };
    for (const element of ['["12345"]', "123456789", '{"a":"123']) {
      for (const chunks of everySplit(`[[1], ${element}`)) {
        expect(outcomeOf(jsonArrayFraming, chunks, { maxLength: 8 })).toEqual(expected);
      }
    }
    expect(() => framesOf(jsonArrayFraming, ["[1,23]"], { maxLength: 1 })).toThrow(StreamError);
  });

  it("counts nothing between elements", () => {
    const spaces = " ".repeat(100);
    expect(framesOf(jsonArrayFraming, [`${spaces}[${spaces}1,`, `${spaces}2`, "]"], { maxLength: 1 })).toEqual([
      { data: "1" },
      { data: "2" },
    ]);
  });

  it("takes many elements, long ones, deep ones and long runs of backslashes", () => {
    let count = 0;
    jsonArrayFraming(() => count++).push(`[${"{},".repeat(MANY)}{}]`);
    expect(count).toBe(MANY + 1);
    const long = `["${"x".repeat(1_048_576)}"]`;
    expect(dataOf(jsonArrayFraming, `[${long}]`)).toEqual([long]);
    const deep = "[".repeat(MANY) + "]".repeat(MANY);
    expect(dataOf(jsonArrayFraming, [`[${deep}]`])).toEqual([deep]);
    const slashes = `["${"\\".repeat(1_048_576)}"]`;
    expect(dataOf(jsonArrayFraming, [`[${slashes}]`])).toEqual([slashes]);
    expect(dataOf(jsonArrayFraming, `[${slashes}]`)).toEqual([slashes]);
  });
});
