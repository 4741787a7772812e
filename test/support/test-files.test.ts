import { describe, expect, it } from "vitest";
import { importsOf, read, type SourceFile, sourcesIn } from "./source.ts";
import { ALL, ALONE, LONE_SWEEPS, LONGEST, SWEEPS } from "./test-files.ts";

const EXTENT = "test/support/extent.ts";
/** What stands for folders, and for a part of a name, as regular expressions. */
const WILDCARDS: Readonly<Record<string, string>> = { "**/": "(?:[^/]+/)*", "*": "[^/]*" };
const FOLDERS = ["test", ...["core", "toolbox", "gateway", "inspector", "cli"].map((name) => `packages/${name}/test`)];

const sources = new Map(
  FOLDERS.flatMap(sourcesIn)
    .filter(({ path }) => !path.includes("/node_modules/"))
    .map((file) => [file.path, file]),
);
const tests = [...sources.keys()].filter((path) => matches(path, ALL));

describe("the lists of test files", () => {
  it("have every file among the sweeps that asks how much of a sweep runs, itself or by a helper", () => {
    expect(tests.filter((path) => asksForExtent(path) && !isSweep(path))).toEqual([]);
  });

  it("have no file among the sweeps that runs whole anyway", () => {
    expect(tests.filter((path) => isSweep(path) && !asksForExtent(path))).toEqual([]);
  });

  it.each(Object.entries({ SWEEPS, LONE_SWEEPS, ALONE, LONGEST }))(
    "have no pattern without a file in %s",
    (_, list) => {
      expect(list.filter((pattern) => alternatives(pattern).some((each) => !tests.some(isOf(each))))).toEqual([]);
    },
  );
});

/** A file that is moved and still looks for the corpus by a relative path skips what it tests. */
it("take the place of the corpus from one file", () => {
  const naming = [...sources.values()].filter(({ text }) => /"[^"]*shared\/corpus/.test(text)).map(({ path }) => path);
  expect(naming).toEqual(["test/support/corpus.ts"]);
});

function isSweep(path: string): boolean {
  return matches(path, [...SWEEPS, ...LONE_SWEEPS]);
}

const known = new Map<string, boolean>([[EXTENT, true]]);

/** Whether a file of the tests imports `extent.ts`, or another one that does. */
function asksForExtent(path: string): boolean {
  const answer = known.get(path);
  if (answer !== undefined) return answer;
  // For imports in a circle.
  known.set(path, false);
  const asks = helpersOf(sources.get(path) ?? read(path)).some(asksForExtent);
  known.set(path, asks);
  return asks;
}

function helpersOf(file: SourceFile): string[] {
  return importsOf(file).flatMap(({ typeOnly, target }) =>
    !typeOnly && target !== undefined && sources.has(target) ? [target] : [],
  );
}

function matches(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => alternatives(pattern).some((each) => isOf(each)(path)));
}

/** The patterns that one with a list in braces stands for. */
function alternatives(pattern: string): string[] {
  const [whole, list = ""] = /\{([^}]*)\}/.exec(pattern) ?? [];
  return whole === undefined ? [pattern] : list.split(",").map((name) => pattern.replace(whole, name));
}

function isOf(pattern: string): (path: string) => boolean {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => WILDCARDS[part] ?? part.replaceAll(".", "\\."));
  const expression = new RegExp(`^${parts.join("")}$`);
  return (path) => expression.test(path);
}
