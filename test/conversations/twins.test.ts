import type { AlignedRow } from "@toolglot/core/align";
import { alignRequests } from "@toolglot/core/align";
import { describe, expect, it } from "vitest";
import { byExtent, isDrawn } from "../support/extent.ts";
import { DIALECTS as TOOL_DIALECTS } from "../support/rosetta.ts";
import { DIALECTS } from "./dialects.ts";
import {
  mistakesInRequest,
  mistakesInResponse,
  mistakesInStream,
  mistakesInTools,
  requests,
  responses,
  streams,
  tools,
} from "./twin-examples.ts";
import { mistakesIn } from "./twins.ts";

/** The quick run tries each dialect with another, on each side. */
const PAIRS = DIALECTS.flatMap((from, row) =>
  DIALECTS.filter((_, column) => isDrawn(5, row, column)).map((to) => [from, to] as const),
);

describe("every node of a request has one twin, a change or a loss", () => {
  for (const [from, to] of PAIRS)
    it(`from ${from} to ${to}`, () => {
      const own = requests.filter(({ dialect }) => dialect === from);
      expect(own.length).toBeGreaterThan(byExtent({ quick: 15, sample: 50, all: 50 }));
      expect(own.flatMap((each) => mistakesInRequest(each, to).map((text) => `${each.id}: ${text}`))).toEqual([]);
    });
});

describe("every node of a response has one twin, a change or a loss", () => {
  for (const [from, to] of PAIRS)
    it(`from ${from} to ${to}`, () => {
      const own = responses.filter(({ dialect }) => dialect === from);
      expect(own.length).toBeGreaterThan(byExtent({ quick: 6, sample: 20, all: 20 }));
      expect(own.flatMap((each) => mistakesInResponse(each, to).map((text) => `${each.id}: ${text}`))).toEqual([]);
    });
});

describe("every node of a stream's response has one twin, a change or a loss", () => {
  for (const [from, to] of PAIRS)
    it(`from ${from} to ${to}`, () => {
      const own = streams.filter(({ dialect }) => dialect === from);
      expect(own.length).toBeGreaterThan(byExtent({ quick: 3, sample: 10, all: 10 }));
      expect(own.flatMap((each) => mistakesInStream(each, to).map((text) => `${each.id}: ${text}`))).toEqual([]);
    });
});

describe("every tool has one twin, a change or a loss", () => {
  for (const [row, from] of TOOL_DIALECTS.entries())
    it(`from ${from}`, () => {
      const own = tools.filter(({ dialect }) => dialect === from);
      expect(own.length).toBeGreaterThan(20);
      const targets = TOOL_DIALECTS.filter((_, column) => isDrawn(5, row, column));
      const mistakes = targets.flatMap((to) =>
        own.flatMap((each) => mistakesInTools(each, to).map((text) => `${each.id} to ${to}: ${text}`)),
      );
      expect(mistakes).toEqual([]);
    });
});

describe("the judge of alignments finds", () => {
  const left = {
    top_k: 4,
    messages: [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
    ],
  };
  const right = { input: left.messages };
  const alignment = alignRequests({ from: "anthropic", to: "openai-responses", client: left, provider: right });
  const mistakesOf = (rows: readonly AlignedRow[]) =>
    mistakesIn({ alignment: { ...alignment, rows }, left, right, lift: (_, args) => args, translate: () => right });
  const [one, other, ...rest] = alignment.rows as [AlignedRow, AlignedRow];

  it("nothing wrong", () => expect(mistakesOf(alignment.rows)).toEqual([]));

  it("a twin that says something else", () => {
    const swapped = { ...one, right: other.right as NonNullable<AlignedRow["right"]> };
    expect(mistakesOf([swapped, other, ...rest])).toContainEqual(expect.stringContaining("means something else"));
  });

  it("a node without a row, and one with two", () => {
    expect(mistakesOf([other, ...rest])).toEqual([expect.stringContaining("/messages/0/content is in no row")]);
    expect(mistakesOf([one, one, other, ...rest])).toContain("/messages/0/content has two rows");
  });

  it("a node that is the twin of two", () => {
    const twice = { ...other, right: one.right as NonNullable<AlignedRow["right"]> };
    expect(mistakesOf([one, twice, ...rest])).toContain(`${one.right?.pointer} is the twin of two rows`);
  });

  it("what is neither there nor reported", () => {
    const rows = alignment.rows.map((row) => ({ ...row, losses: [] }));
    expect(mistakesOf(rows)).toContainEqual(expect.stringContaining("has neither twin nor loss nor change"));
  });
});
