import { expect, test } from "vitest";
import { pathsChangedBy, unwrapOptional } from "./changed-paths.ts";

test("attributes only its own keywords to a small rule", () => {
  expect(pathsChangedBy({ path: "/0/inputSchema", rule: "close-object" })).toEqual([
    { path: "/0/inputSchema/additionalProperties" },
  ]);
  expect(pathsChangedBy({ path: "/0/inputSchema/required", rule: "required" })).toEqual([
    { path: "/0/inputSchema/required" },
  ]);
  expect(pathsChangedBy({ path: "/0/inputSchema", rule: "wrap-root" })).toEqual([{ path: "/0/inputSchema" }]);
});

test("compares what stands in an optional's wrapping with what it was", () => {
  const source = { a: { $ref: "#/x" }, b: { type: ["string", "null"], title: "B" } };
  const returned = {
    a: { description: "d", anyOf: [{ $ref: "#/x" }, { type: "null" }] },
    b: { type: ["object", "null"], properties: { value: { type: ["string", "null"], title: "B" } } },
  };
  const changes = ["/a", "/b"].map((path) => ({ path, rule: "optional-to-nullable" }));
  expect(unwrapOptional(source, returned, changes)).toEqual({ a: { description: "d", $ref: "#/x" }, b: source.b });
});
