import { describe, expect, it } from "vitest";
import { Budget } from "../src/budget.ts";
import { nonStrictSchema } from "../src/dialects/chat/schema-profiles.ts";
import { convertTools, type JsonObject } from "../src/index.ts";
import type { Json } from "../src/model/json.ts";
import { copyPlainOutput, copyPlainSchema } from "../src/schema/plain-schema.ts";

// A schema that leaves the fast path takes ten times as long; the laws see that both paths give the same.

const schemaOf = (property: JsonObject): JsonObject => ({ type: "object", properties: { property } });

describe("schemas for a target that takes every keyword", () => {
  it.each([
    ["a list of types", { type: ["string", "null"], description: "text" }],
    ["a list of types with items", { type: ["array", "null"], items: { type: ["integer", "string"] } }],
    ["a list of types with values", { type: ["string", "null"], enum: ["a", null] }],
    ["all of several schemas", { allOf: [{ type: "string" }, { minLength: 1 }] }],
    ["names of properties", { type: "object", propertyNames: { type: "string" }, additionalProperties: {} }],
    ["a condition", { if: { type: "string" }, then: { minLength: 1 }, else: false }],
    ["a schema that must not match", { type: "array", items: {}, not: { contains: { type: "null" } } }],
  ])("are copied at once with %s", (_, property) => {
    const schema = schemaOf(property);
    const copy = copyPlainSchema(schema, nonStrictSchema, new Budget());
    expect(copy).toEqual(schema);
    expect(copy).toEqual(written(schema));
  });

  it.each([
    ["an array in a list of types without items", { type: ["array", "null"] }],
    ["a list of types with another word", { type: ["string", "none"] }],
    ["an empty list of types", { type: [] }],
    ["a reference to nothing", { $ref: "#/$defs/Nothing" }],
    ["values of other types than the listed ones", { type: ["string", "null"], enum: [1] }],
    ["a condition that is malformed", { if: { type: "text" }, then: { minLength: 1 } }],
    ["names of properties that are malformed", { type: "object", propertyNames: { type: "text" } }],
  ])("are left to the reference path with %s", (_, property) => {
    const schema = schemaOf(property);
    expect(copyPlainSchema(schema, nonStrictSchema, new Budget())).toBeUndefined();
    expect(written(schema)).not.toEqual(schema);
  });

  const dated = { type: "string", format: "date" };
  it.each([
    ["a property", dated],
    ["an item", { type: "array", items: dated }],
    ["a branch", { anyOf: [{ type: "null" }, dated] }],
    ["a condition", { if: dated, then: { minLength: 1 } }],
    ["an undeclared property", { type: "object", additionalProperties: dated }],
  ])("are left to the reference path with a keyword to be removed in %s", (_, property) => {
    const schema = schemaOf(property);
    const isUnwanted = (keyword: string, value: Json) => keyword === "format" && value === "date";
    expect(copyPlainSchema(schema, nonStrictSchema, new Budget(), isUnwanted)).toBeUndefined();
    expect(copyPlainSchema(schema, nonStrictSchema, new Budget(), () => false)).toEqual(schema);
  });

  it.each([...nonStrictSchema.notAtRoot])("are left to the reference path with %s at the root", (keyword) => {
    const schema = { ...schemaOf({ type: "string" }), [keyword]: [] };
    expect(copyPlainSchema(schema, nonStrictSchema, new Budget())).toBeUndefined();
  });
});

describe("schemas of outputs", () => {
  it("may have at their root what no other schema may have there", () => {
    const outputSchema = { oneOf: [schemaOf({ type: "string" }), { type: "array", items: { type: "string" } }] };
    expect(copyPlainOutput(outputSchema, nonStrictSchema, new Budget())).toEqual(outputSchema);
    expect(copyPlainSchema(outputSchema, nonStrictSchema, new Budget())).toBeUndefined();
    const options = { from: "mcp", to: "openai-responses", onInvalid: "skip" } as const;
    const tools = [{ name: "tool", inputSchema: { type: "object", properties: {} }, outputSchema }] as const;
    const fast = convertTools(tools, options);
    const { value, losses, changes } = convertTools(tools, { ...options, fast: false });
    expect(fast.value).toEqual(value);
    expect([fast.losses, fast.changes]).toEqual([losses, changes]);
  });
});

function written(inputSchema: JsonObject): unknown {
  const [tool] = convertTools([{ name: "tool", inputSchema }], { from: "mcp", to: "openai-chat", fast: false }).value;
  return tool?.type === "function" ? tool.function.parameters : undefined;
}
