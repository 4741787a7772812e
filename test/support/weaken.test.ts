import { expect, test } from "vitest";
import type { Json } from "./json.ts";
import { weaken } from "./weaken.ts";

function less(schema: Json, ...paths: string[]) {
  return weaken(
    [{ inputSchema: schema }],
    paths.map((path) => ({ path: `/0/inputSchema${path}` })),
    "/0/inputSchema",
  );
}

test("deletes a keyword that a loss names", () => {
  expect(less({ type: "string", format: "uri" }, "/format").schema).toEqual({ type: "string" });
});

test("still permits a lost property with additionalProperties: false", () => {
  const schema = { properties: { x: { type: "string" }, y: {} }, additionalProperties: false };
  expect(less(schema, "/properties/x").schema).toEqual({ properties: { x: true, y: {} }, additionalProperties: false });
  expect(less(schema, "/properties").schema).toEqual({ properties: { x: true, y: true }, additionalProperties: false });
});

test("distinguishes a property named like a keyword from the keyword", () => {
  const schema = { properties: { properties: { type: "object", properties: { type: { type: "string" } } } } };
  expect(less(schema, "/properties/properties/type").schema).toEqual({
    properties: { properties: { properties: { type: { type: "string" } } } },
  });
  expect(less(schema, "/properties/properties/properties/type").schema).toEqual({
    properties: { properties: { type: "object", properties: { type: true } } },
  });
});

test("takes members out of lists without moving the others", () => {
  const schema = { required: ["a", "b", "c"], prefixItems: [{ type: "string" }, { type: "null" }] };
  expect(less(schema, "/required/0", "/required/2", "/prefixItems/0").schema).toEqual({
    required: ["b"],
    prefixItems: [true, { type: "null" }],
  });
});

test("keeps a lost definition as a target for references", () => {
  expect(less({ $ref: "#/$defs/A", $defs: { A: { type: "string" } } }, "/$defs/A").schema).toEqual({
    $ref: "#/$defs/A",
    $defs: { A: true },
  });
});

test("weakens to nothing when the schema itself is lost", () => {
  expect(weaken([{ inputSchema: {} }], [{ path: "/0/inputSchema" }], "/0/inputSchema").schema).toBe(true);
});

test("reports a loss that names nothing in the source", () => {
  expect(less({ type: "string" }, "/format").unresolved).toEqual(["/0/inputSchema/format"]);
});

test("leaves the source as it was", () => {
  const schema = { type: "string", format: "uri" };
  less(schema, "/format");
  expect(schema).toEqual({ type: "string", format: "uri" });
});
