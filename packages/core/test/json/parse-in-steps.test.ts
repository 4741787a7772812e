import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonError, parseJson, parseJsonInSteps, stringifyJson } from "../../src/json/index.ts";
import type { Json } from "../../src/model/json.ts";
import { RUNS, texts } from "./texts.ts";

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
