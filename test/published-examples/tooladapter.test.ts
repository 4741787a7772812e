import { ConversionError, createTool, type FunctionFields, type ToolFields } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { convertTools, decodeTools, encodeTools } from "../support/dynamic.ts";
import { caught, object, schemaIn, shared } from "./tools.ts";

describe("tooladapter's design notes, the canonical tool", () => {
  const fields: FunctionFields = {
    type: "function",
    namespace: "github",
    name: "get_repo",
    version: "1.2.0",
    description: "Get a repository",
    category: "code",
    tags: ["git", "repository"],
    inputSchema: { type: "object", properties: { name: { type: "string" } } },
    outputSchema: { type: "object" },
    timeoutMs: 5000,
    requiredScopes: ["repo"],
  };

  it("has an id of namespace and name, or of the name alone", () => {
    expect(createTool(fields).id()).toBe("github:get_repo");
    expect(createTool({ type: "function", name: "get_weather", inputSchema: {} }).id()).toBe("get_weather");
  });

  it("is valid with a name and an input schema", () => {
    expect(() => createTool(fields).validate()).not.toThrow();
  });

  it("is invalid without a name", () => {
    expect(() => createTool({ ...fields, name: "" }).validate()).toThrow(ConversionError);
  });

  it("is invalid without an input schema", () => {
    const { inputSchema, ...rest } = fields;
    expect(() => createTool(rest as unknown as ToolFields).validate()).toThrow(ConversionError);
  });

  it("keeps every field of its table, and reports those that a dialect cannot say", () => {
    expect({ ...createTool(fields) }).toEqual(fields);
    const { losses } = encodeTools([fields], { to: "mcp" });
    expect(losses.map(({ feature }) => feature)).toEqual([
      "version",
      "category",
      "tags",
      "timeoutMs",
      "requiredScopes",
    ]);
  });

  it("is copied deeply, without an alias", () => {
    const tool = createTool({
      ...fields,
      inputSchema: { properties: { a: { items: { anyOf: [{ enum: [1] }] } } }, $defs: { b: { minimum: 0 } } },
    });
    const copy = tool.copy();
    expect({ ...copy }).toEqual({ ...tool });
    expect(copy.id()).toBe(tool.id());
    expect(shared(tool, copy)).toEqual([]);
  });

  it("comes out of a decoder without an alias of what went in", () => {
    const wire = [{ name: "a", inputSchema: { type: "object", properties: { b: { enum: [{ c: 1 }] } } } }];
    const { value } = convertTools(wire, { from: "mcp", to: "anthropic" });
    expect(shared(wire, value)).toEqual([]);
  });
});

describe("tooladapter's design notes, the schema", () => {
  const keywords: Readonly<Record<string, unknown>> = {
    type: "string",
    minimum: 0,
    maximum: 0,
    minLength: 0,
    maxLength: 0,
    pattern: "^a$",
    format: "email",
    enum: ["a"],
    const: "a",
    properties: { a: { type: "string" } },
    required: ["a"],
    additionalProperties: true,
    items: { type: "string" },
    anyOf: [{ type: "string" }],
    oneOf: [{ type: "string" }],
    allOf: [{ type: "string" }],
    not: { type: "null" },
    $ref: "#/$defs/d",
    description: "",
    default: null,
  };

  it.each(Object.entries(keywords))("keeps the keyword %s for MCP, zero and empty values too", (keyword, value) => {
    const schema = { ...object({ p: { [keyword]: value } }), $defs: { d: { type: "string" } } };
    const { value: tools, losses } = convertTools([{ name: "t", input_schema: schema }], {
      from: "anthropic",
      to: "mcp",
      profile: "conservative",
    });
    expect(tools).toEqual([{ name: "t", inputSchema: schema }]);
    expect(losses).toEqual([]);
  });

  it.each([[undefined], [true], [false]])("distinguishes additionalProperties %s from the other two", (value) => {
    const schema = value === undefined ? object({}) : { ...object({}), additionalProperties: value };
    const there = convertTools([{ name: "t", inputSchema: schema }], {
      from: "mcp",
      to: "anthropic",
      profile: "conservative",
    });
    expect(schemaIn(there.value[0])).toEqual(schema);
  });

  it("leaves out what is not set", () => {
    const [tool] = convertTools([{ name: "t", inputSchema: object({}) }], { from: "mcp", to: "openai" }).value;
    expect(tool).toStrictEqual({ type: "function", function: { name: "t", parameters: object({}) } });
  });
});

describe("tooladapter's design notes, the errors", () => {
  it("are ConversionErrors with the adapter, the direction and the cause", () => {
    const error = caught(() => convertTools(["not a tool"], { from: "mcp", to: "openai" }));
    expect(error).toMatchObject({ name: "ConversionError", adapter: "mcp", direction: "to_canonical", path: "/0" });
    expect(error.message).toBe(`mcp adapter to_canonical: ${error.cause}`);
  });

  it("report which direction failed", () => {
    const unsatisfiable = [{ name: "t", inputSchema: false }];
    const error = caught(() => convertTools(unsatisfiable, { from: "mcp", to: "openai" }));
    expect(error).toMatchObject({ adapter: "openai", direction: "from_canonical" });
  });

  it("say what was expected, and what came (002 names its Go types)", () => {
    expect(() => decodeTools(["not a tool"], { from: "mcp" })).toThrow("expected an MCP tool object, got a string");
    expect(() => decodeTools("not a tool", { from: "mcp" })).toThrow("expected an array of tools, got string");
  });

  it("refuse another dialect's tool: OpenAI's for MCP", () => {
    const tool = { type: "function", function: { name: "t", parameters: object({}) } };
    expect(() => decodeTools([tool], { from: "mcp" })).toThrow(ConversionError);
  });

  it("refuse another dialect's tool: MCP's for OpenAI", () => {
    const tool = { name: "t", inputSchema: object({ a: { type: "string" } }) };
    expect(() => decodeTools([tool], { from: "openai" })).toThrow(ConversionError);
  });

  it("carry the cause", () => {
    const cause = new Error("underlying");
    const error = new ConversionError({ adapter: "mcp", direction: "to_canonical", path: "", code: "not-json", cause });
    expect(error.cause).toBe(cause);
    expect(error).toBeInstanceOf(Error);
    expect(error.message).toBe("mcp adapter to_canonical: underlying");
  });
});
