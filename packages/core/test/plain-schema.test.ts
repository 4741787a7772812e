import { describe, expect, it } from "vitest";
import { Budget } from "../src/budget.ts";
import { nonStrictSchema } from "../src/dialects/chat/schema-profiles.ts";
import { convertTools, type JsonObject } from "../src/index.ts";
import { copyPlainSchema } from "../src/schema/plain-schema.ts";

// A schema that leaves the fast path takes ten times as long; the laws see that both paths give the same.

const schemaOf = (property: JsonObject): JsonObject => ({ type: "object", properties: { property } });

describe("schemas for a target that takes every keyword", () => {
  it.each([
    ["a list of types", { type: ["string", "null"], description: "text" }],
    ["a list of types with items", { type: ["array", "null"], items: { type: ["integer", "string"] } }],
    ["a list of types with values", { type: ["string", "null"], enum: ["a", null] }],
    ["all of several schemas", { allOf: [{ type: "string" }, { minLength: 1 }] }],
    ["names of properties", { type: "object", propertyNames: { type: "string" }, additionalProperties: {} }],
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
    ["names of properties that are malformed", { type: "object", propertyNames: { type: "text" } }],
  ])("are left to the reference path with %s", (_, property) => {
    const schema = schemaOf(property);
    expect(copyPlainSchema(schema, nonStrictSchema, new Budget())).toBeUndefined();
    expect(written(schema)).not.toEqual(schema);
  });

  it.each([...nonStrictSchema.notAtRoot])("are left to the reference path with %s at the root", (keyword) => {
    const schema = { ...schemaOf({ type: "string" }), [keyword]: [] };
    expect(copyPlainSchema(schema, nonStrictSchema, new Budget())).toBeUndefined();
  });
});

function written(inputSchema: JsonObject): unknown {
  const [tool] = convertTools([{ name: "tool", inputSchema }], { from: "mcp", to: "openai-chat", fast: false }).value;
  return tool?.type === "function" ? tool.function.parameters : undefined;
}
