import { convertTools, type JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { hasUnlistable } from "../src/schema/rules/unlistable.ts";

const TEXT = { type: "string" };
const INPUT = { type: "object", properties: {} };

/** The output schema that Gemini gets for a tool with this one. */
function sent(outputSchema: object) {
  const tool = { name: "report", inputSchema: INPUT, outputSchema };
  const { value, losses } = convertTools([tool], { from: "mcp", to: "gemini" });
  const [entry] = value as { functionDeclarations: { responseJsonSchema?: object }[] }[];
  return { schema: entry?.functionDeclarations[0]?.responseJsonSchema, lost: losses.map(({ path }) => path) };
}

describe("an output schema whose values would have another form in the target", () => {
  const flag = (value: unknown) => ({ type: "object", properties: { ok: { const: value } }, required: ["ok"] });

  it.each([
    ["in a property", flag(true)],
    ["in a branch", { type: "object", oneOf: [flag("yes"), flag(false)] }],
    ["in items", { type: "object", properties: { all: { type: "array", items: { const: { a: 1 } } } } }],
    ["beside a type", { type: "object", properties: { ok: { type: "boolean", const: true } } }],
  ])("is lost, with a constant %s that the target cannot list", (_, schema) => {
    expect(sent(schema)).toEqual({ schema: undefined, lost: ["/0/outputSchema"] });
  });

  it.each([
    ["that the target can list", flag("yes")],
    ["that no reference leads to", { type: "object", properties: { a: TEXT }, $defs: { flag: flag(true) } }],
    ["beside both booleans", { type: "object", properties: { ok: { enum: [true, false] } } }],
    ["that is null", flag(null)],
  ])("is kept, with a constant %s", (_, schema) => {
    expect(sent(schema).schema).toMatchObject({ type: "object" });
  });

  it("is looked for in a schema that contains itself, in bounded time", () => {
    const schema: Record<string, object | string> = { type: "object" };
    schema.properties = Object.fromEntries(["a", "b", "c"].map((name) => [name, schema]));
    expect(hasUnlistable(schema as JsonObject, "string")).toBe(false);
  });
});
