import { describe, expect, it } from "vitest";
import { convertTools } from "../support/dynamic.ts";
import { caught, fileEdit, object, portable, problemsOf, schemaIn, structure, withParameters } from "./tools.ts";

const TARGETS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama", "openrouter", "mcp", "executable"];

const concrete = {
  ...fileEdit,
  description: "Edit a file by replacing exact text matches. You must read the file before editing.",
  parameters: {
    ...fileEdit.parameters,
    properties: {
      ...fileEdit.parameters.properties,
      replace_all: {
        type: "boolean",
        description: "Replace all occurrences (default: false, fails if not unique)",
      },
    },
  },
};

const supported = {
  string: { type: "string", description: "Text value" },
  integer: { type: "integer", description: "Whole number" },
  number: { type: "number", description: "Decimal number" },
  boolean: { type: "boolean", description: "True or false" },
  format_enum: { type: "string", description: "Output format", enum: ["json", "text", "markdown"] },
  array: { type: "array", description: "List of file paths", items: { type: "string" } },
  nested: {
    type: "object",
    description: "Filter options",
    properties: { include: { type: "string" }, exclude: { type: "string" } },
    required: ["include"],
  },
};

describe("ikigai's tool format, under portable", () => {
  const tools = [structure, concrete, withParameters(object(supported))];

  it.each(TARGETS)("takes its examples to %s without a loss and without a change", (to) => {
    const { value, losses, changes } = convertTools(tools.slice(0, 1), { from: "executable", to, profile: "portable" });
    expect({ losses, changes }).toEqual({ losses: [], changes: [] });
    expect(schemaIn(value[0])).toEqual(structure.parameters);
  });

  it.each(TARGETS)("takes the concrete example to %s without a loss", (to) => {
    const { value, losses } = convertTools([concrete], { from: "executable", to, profile: "portable" });
    expect(losses).toEqual([]);
    expect(schemaIn(value[0])).toEqual(concrete.parameters);
  });

  describe.each(Object.entries(supported))("the supported type %s", (name, schema) => {
    it.each(TARGETS)("goes to %s as it is", (to) => {
      const tool = withParameters(object({ [name]: schema }));
      const { value, losses } = convertTools([tool], { from: "executable", to, profile: "portable" });
      expect(losses).toEqual([]);
      expect(schemaIn(value[0])).toEqual(tool.parameters);
    });
  });

  it("finds nothing wrong with its own examples", () => {
    for (const tool of tools) expect(problemsOf(tool)).toEqual([]);
  });

  const unsupported: Readonly<Record<string, unknown>> = {
    $ref: "#/properties/b",
    $defs: { c: { type: "string" } },
    allOf: [{ type: "string" }],
    anyOf: [{ type: "string" }],
    oneOf: [{ type: "string" }],
    if: { type: "string" },
    then: { type: "string" },
    else: { type: "string" },
    pattern: "^a",
    format: "email",
    default: "a",
    additionalProperties: false,
  };

  describe.each(Object.entries(unsupported))("the keyword %s", (keyword, value) => {
    const tool = withParameters(object({ a: { type: "string", [keyword]: value }, b: { type: "string" } }));

    it("is refused by name and place", () => {
      const error = caught(() => portable([tool]));
      expect(error).toMatchObject({ code: "portable", path: `/0/parameters/properties/a/${keyword}` });
      expect(error.message).toContain(keyword);
    });

    it("is a problem for an executable", () => {
      expect(problemsOf(tool)).not.toEqual([]);
    });
  });

  const invalid: readonly (readonly [rule: string, tool: unknown, path: string])[] = [
    ["name format", { ...structure, name: "tool.name" }, "/0/name"],
    ["parameters structure", withParameters({ type: "string", properties: {} }), "/0/parameters/type"],
    ["property types", withParameters(object({ a: { type: ["string", "null"] } })), "/0/parameters/properties/a/type"],
    [
      "property types in items",
      withParameters(object({ a: { type: "array", items: {} } })),
      "/0/parameters/properties/a/items/type",
    ],
    [
      "required consistency",
      withParameters({ ...object({ a: { type: "string" } }), required: ["b"] }),
      "/0/parameters/required",
    ],
  ];

  it.each(invalid)("checks %s, and reports the path of the problem", (_, tool, path) => {
    expect(caught(() => portable([tool])).path).toBe(path);
    expect(problemsOf(tool)).not.toEqual([]);
  });

  // ikigai does not check it, but OpenAI and Gemini do.
  it("refuses an array without items", () => {
    const error = caught(() => portable([withParameters(object({ a: { type: "array" } }))]));
    expect(error).toMatchObject({ code: "portable", path: "/0/parameters/properties/a" });
  });
});
