import { expect, test } from "vitest";
import { covered, difference, explained } from "./diff.ts";

test("names each path that differs, removed and added keys included", () => {
  const first = { a: 1, b: { "x/y": [1, 2] }, gone: null };
  const second = { a: 1, b: { "x/y": [1, 3, 4] }, added: null };
  expect(difference(first, second)).toEqual(["/b/x~1y/1", "/b/x~1y/2", "/gone", "/added"]);
});

test("finds no difference in the order of keys", () => {
  expect(difference({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
});

test("distinguishes an own __proto__ key from a missing one", () => {
  expect(difference(JSON.parse('{"__proto__":1}'), {})).toEqual(["/__proto__"]);
});

test("covers what stands below a loss, and a container that holds one", () => {
  expect(covered("/0/a/b", [{ path: "/0/a" }], [])).toBe(true);
  expect(covered("/0/a", [], [{ path: "/0/a/b/c" }])).toBe(true);
  expect(covered("/0/ab", [{ path: "/0/a" }], [])).toBe(false);
});

test("explains an added keyword by a rewrite on its own node only", () => {
  expect(explained("/0/a/type", [{ path: "/0/a/$ref" }])).toBe(true);
  expect(explained("/0/a/required", [{ path: "/0/a/allOf/1/required" }])).toBe(true);
  expect(explained("/0/a/required", [{ path: "/0/a/properties/b/const" }])).toBe(false);
  expect(explained("/0/a/type", [{ path: "/0/b" }])).toBe(false);
});
