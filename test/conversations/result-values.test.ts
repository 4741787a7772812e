import type { Json } from "@toolglot/core";
import { dialectNames } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { convertToolResults } from "../support/dynamic.ts";

/** What a tool may return: every kind of JSON value, and those that code takes for none. */
const VALUES: readonly Json[] = [
  null,
  "",
  "Berlin",
  "null",
  '"quoted"',
  0,
  21.5,
  false,
  true,
  [],
  ["a"],
  {},
  { a: null },
];

/** How the dialects that keep data wrap it. */
const SOURCES: Readonly<Record<string, (value: Json) => Json>> = {
  executable: (value) => ({ tool_success: true, result: value }),
  gemini: (value) => [
    { role: "user", parts: [{ functionResponse: { id: "call_1", name: "f", response: { output: value } } }] },
  ],
};

describe("a tool's result is shown once, whatever it is", () => {
  for (const [from, wrapped] of Object.entries(SOURCES)) {
    it.each(dialectNames())(`from ${from} to %s`, (to) => {
      for (const value of VALUES) {
        const told = JSON.stringify(value);
        const { value: results, losses } = translated(wrapped(value), from, to);
        expect(losses, told).toEqual([]);
        const [back] = translated(results, to, "executable").value as { result: Json }[];
        // Without a field for data, the result is its text.
        const text = typeof value === "string" ? value : told;
        expect([value, text, { result: value }], told).toContainEqual(back?.result);
      }
    });

    it(`keeps the value between ${from} and the dialects that have data`, () => {
      for (const value of VALUES)
        for (const to of Object.keys(SOURCES)) {
          const there = translated(wrapped(value), from, to).value;
          expect((translated(there, to, "executable").value as Json[])[0], `${to}: ${JSON.stringify(value)}`).toEqual({
            tool_success: true,
            result: value,
          });
        }
    });
  }
});

function translated(results: Json, from: string, to: string): { value: Json; losses: readonly unknown[] } {
  return convertToolResults(results, { from, to });
}
