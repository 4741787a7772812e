import {
  ConversionError,
  createTool,
  type FunctionFields,
  JsonError,
  type Loss,
  parseJson,
  type ToolFields,
} from "@toolglot/core";
import { describe, expect, it, test } from "vitest";
import { checkTools, convertTools, decodeTools, encodeTools } from "./support/dynamic.ts";

type Schema = Record<string, unknown>;

// ── seed 000: provider schema translation (ikigai) ──────────────────────────

const fileEdit = {
  name: "file_edit",
  description: "Edit a file by replacing exact text matches.",
  parameters: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "Absolute or relative path to file" },
      old_string: { type: "string", description: "Exact text to find and replace" },
      new_string: { type: "string", description: "Text to replace old_string with" },
      replace_all: { type: "boolean", description: "Replace all occurrences (default: false)" },
    },
    required: ["file_path", "old_string", "new_string"],
  },
};

describe("seed 000, under strict-literal", () => {
  const translate = (to: string, tool: unknown = fileEdit) =>
    convertTools([tool], { from: "executable", to, profile: "strict-literal" });

  it("writes file_edit for OpenAI as the document shows it", () => {
    const { name, description, parameters } = fileEdit;
    const required = ["file_path", "old_string", "new_string", "replace_all"];
    const strict = { ...parameters, required, additionalProperties: false };
    const { value, losses } = translate("openai");
    expect(value).toEqual([{ type: "function", function: { name, description, strict: true, parameters: strict } }]);
    expect(losses).toEqual([]);
  });

  it("writes file_edit for Anthropic as the document shows it", () => {
    const { name, description, parameters } = fileEdit;
    const { value, losses } = translate("anthropic");
    expect(value).toEqual([{ name, description, input_schema: parameters }]);
    expect(losses).toEqual([]);
  });

  it("writes file_edit for Google as the document shows it", () => {
    const { value, losses } = translate("google");
    expect({ tools: value }).toEqual({ tools: [{ functionDeclarations: [fileEdit] }] });
    expect(losses).toEqual([]);
  });

  const nested = {
    name: "nested",
    description: "Has objects in objects.",
    parameters: {
      type: "object",
      properties: {
        filter: { type: "object", properties: { a: { type: "string" } }, additionalProperties: true },
        list: {
          type: "array",
          items: { type: "object", properties: { b: { type: "integer" } }, additionalProperties: false },
        },
      },
      required: ["filter"],
      additionalProperties: true,
    },
  };

  it("closes the root alone for OpenAI, requires all of its properties, and leaves the rest as it is", () => {
    const parameters = { ...nested.parameters, required: ["filter", "list"], additionalProperties: false };
    expect(translate("openai", nested).value).toEqual([
      { type: "function", function: { ...nested, strict: true, parameters } },
    ]);
  });

  it("passes additionalProperties and required through for Anthropic, without strict", () => {
    const { parameters, ...tool } = nested;
    expect(translate("anthropic", nested).value).toEqual([{ ...tool, input_schema: parameters }]);
  });

  it("removes additionalProperties at every level for Google, and reports each (000 does it silently)", () => {
    const { value, losses } = translate("google", nested);
    expect(JSON.stringify(value)).not.toContain("additionalProperties");
    expect(value).toMatchObject([{ functionDeclarations: [{ parameters: { required: ["filter"] } }] }]);
    expect(losses.map(({ path }) => path)).toEqual([
      "/0/parameters/properties/filter/additionalProperties",
      "/0/parameters/properties/list/items/additionalProperties",
      "/0/parameters/additionalProperties",
    ]);
  });
});

describe("seed 000, the checks at discovery", () => {
  it("refuses what is no JSON", () => {
    expect(() => parseJson("{ not json")).toThrow(JsonError);
  });

  const refused: readonly (readonly [why: string, tool: unknown])[] = [
    ["has no name", without(fileEdit, "name")],
    ["has a name that is no string", { ...fileEdit, name: 7 }],
    ["has no description", without(fileEdit, "description")],
    ["has a description that is no string", { ...fileEdit, description: 7 }],
    ["has parameters that are no object", { ...fileEdit, parameters: "none" }],
    ["has parameters of another type", withParameters({ type: "array", properties: {} })],
    ["has parameters without a type", withParameters({ properties: {} })],
    ["has parameters without properties", withParameters({ type: "object" })],
    ["has a property without a type", withParameters(object({ a: { description: "?" } }))],
    ["has a property of an unknown type", withParameters(object({ a: { type: "text" } }))],
    ["has a name with other characters", { ...fileEdit, name: "file-edit" }],
  ];

  it.each(refused)("refuses a tool that %s", (_, tool) => {
    expect(problemsOf(tool)).not.toEqual([]);
    expect(() => portable([tool])).toThrow(ConversionError);
  });

  it.each(refused)("skips a tool that %s, reports why, and continues with the others", (_, tool) => {
    const { value, losses } = portable([tool, { ...fileEdit, name: "other" }], { onInvalid: "skip" });
    expect(value).toMatchObject([{ name: "other" }]);
    expect(losses).toMatchObject([{ code: "refused", path: "/0", action: "dropped" }]);
    expect(losses[0]?.detail).toHaveProperty("reason");
  });

  it("refuses a tool that has no parameters", () => {
    expect(() => portable([without(fileEdit, "parameters")])).toThrow(ConversionError);
  });

  it("finds a problem in a tool that has no parameters", () => {
    expect(problemsOf(without(fileEdit, "parameters"))).not.toEqual([]);
  });

  it("keeps the first of two tools with one name (twice in one list; directories are the toolbox's)", () => {
    expect(() => portable([fileEdit, fileEdit])).toThrow(/file_edit is defined twice/);
    const { value, losses } = portable([fileEdit, { ...fileEdit, description: "Second." }], { onInvalid: "skip" });
    expect(value).toMatchObject([{ name: "file_edit", description: fileEdit.description }]);
    expect(losses).toMatchObject([{ path: "/1", action: "dropped" }]);
  });
});

// ── seed 001: tool schema format (ikigai) ───────────────────────────────────

const TARGETS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama", "openrouter", "mcp", "executable"];

const structure = {
  name: "tool_name",
  description: "What the tool does",
  parameters: {
    type: "object",
    properties: { param1: { type: "string", description: "Parameter description" } },
    required: ["param1"],
  },
};

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

describe("seed 001, under portable", () => {
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
});

// ── seed 002: design notes (tooladapter) ────────────────────────────────────

describe("seed 002, the canonical tool", () => {
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

describe("seed 002, the schema", () => {
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

describe("seed 002, the support matrix, under conservative", () => {
  const features: readonly (readonly [
    feature: string,
    value: unknown,
    mcp: boolean,
    openai: boolean,
    anthropic: boolean,
  ])[] = [
    ["$ref", "#/properties/other", true, false, false],
    ["$defs", { d: { type: "string" } }, true, false, false],
    ["anyOf", [{ type: "string" }], true, false, true],
    ["oneOf", [{ type: "string" }], true, false, true],
    ["allOf", [{ type: "string" }], true, false, true],
    ["not", { type: "null" }, true, false, true],
    ["format", "email", true, true, true],
    ["additionalProperties", false, true, true, true],
    ["minimum", 0, true, true, true],
    ["maximum", 9, true, true, true],
    ["minLength", 0, true, true, true],
    ["maxLength", 9, true, true, true],
    ["enum", ["a", "b"], true, true, true],
    ["const", "a", true, true, true],
    ["default", "a", true, true, true],
  ];

  describe.each(features)("%s", (feature, value, mcp, openai, anthropic) => {
    it.each([
      ["mcp", mcp],
      ["openai", openai],
      ["anthropic", anthropic],
    ])(`%s: %s`, (to, has) => expectFeature(feature, value, to, has));
  });

  it.each([
    ["mcp", true],
    ["openai", false],
    ["anthropic", true],
  ])("pattern without strict mode: %s: %s", (to, has) => expectFeature("pattern", "^a", to, has));

  it("pattern in strict mode: openai: true", () => {
    const schema = object({ p: { type: "string", pattern: "^a" } });
    const { value, losses } = convertTools([{ type: "function", name: "t", strict: true, parameters: schema }], {
      from: "responses",
      to: "openai",
      profile: "conservative",
    });
    expect(losses).toEqual([]);
    expect(value).toMatchObject([{ function: { parameters: { properties: { p: { pattern: "^a" } } } } }]);
  });

  function expectFeature(feature: string, value: unknown, to: string, has: boolean): void {
    const property = { type: "string", [feature]: value };
    const from = to === "mcp" ? "anthropic" : "mcp";
    const schema = object({ p: property, other: { type: "string" } });
    const tool = from === "mcp" ? { name: "t", inputSchema: schema } : { name: "t", input_schema: schema };
    const { value: tools, losses } = convertTools([tool], { from, to, profile: "conservative" });
    const kept = object({ p: has ? property : { type: "string" }, other: { type: "string" } });
    expect(schemaIn(tools[0])).toEqual(kept);
    expect(losses.map(({ message }) => message)).toEqual(
      has ? [] : [`feature ${feature} lost converting from ${from} to ${to}`],
    );
  }
});

describe("seed 002, the warnings, under conservative", () => {
  const example = {
    name: "example",
    inputSchema: {
      $ref: "#/$defs/Person",
      $defs: { Person: { type: "object", properties: { name: { type: "string" } } } },
    },
  };

  it("are its exact texts for the example, and the conversion proceeds", () => {
    const { value, losses } = convertTools([example], { from: "mcp", to: "openai", profile: "conservative" });
    expect(losses.map(({ message }) => message)).toEqual([
      "feature $ref lost converting from mcp to openai",
      "feature $defs lost converting from mcp to openai",
    ]);
    expect(losses).toMatchObject([
      { feature: "$ref", from: "mcp", to: "openai" },
      { feature: "$defs", from: "mcp", to: "openai" },
    ]);
    expect(value).toEqual([{ type: "function", function: { name: "example", parameters: object({}) } }]);
  });

  it("name the dialects as the caller wrote them", () => {
    const { losses } = convertTools([example], { from: "mcp", to: "openai-chat", profile: "conservative" });
    expect(losses[0]?.message).toBe("feature $ref lost converting from mcp to openai-chat");
  });

  it("are none for MCP, which keeps references and only needs an object at the root", () => {
    const { value, losses } = convertTools([{ name: "example", input_schema: example.inputSchema }], {
      from: "anthropic",
      to: "mcp",
      profile: "conservative",
    });
    expect(value).toEqual([{ ...example, inputSchema: { type: "object", ...example.inputSchema } }]);
    expect(losses).toEqual([]);
  });

  const deep = {
    type: "object",
    properties: {
      a: { type: "object", properties: { b: { anyOf: [{ type: "string" }] } } },
      c: { type: "array", items: { not: { type: "null" } } },
      d: { type: "object", additionalProperties: { oneOf: [{ type: "string" }] } },
    },
  };

  it("are given for each occurrence, in properties, items and schemas for other keys", () => {
    const { losses } = convertTools([{ name: "t", inputSchema: deep }], {
      from: "mcp",
      to: "openai",
      profile: "conservative",
    });
    expect(losses.map(({ path }) => path)).toEqual([
      "/0/inputSchema/properties/a/properties/b/anyOf",
      "/0/inputSchema/properties/c/items/not",
      "/0/inputSchema/properties/d/additionalProperties/oneOf",
    ]);
  });

  // A loss that names a whole subschema covers all below it, so that what a definition contained is not reported again.
  it("name the definitions as a whole (002 has one for each feature inside of them too)", () => {
    const inputSchema = { ...object({ a: { type: "string" } }), $defs: { d: { anyOf: [{ type: "string" }] } } };
    const { losses } = convertTools([{ name: "t", inputSchema }], {
      from: "mcp",
      to: "openai",
      profile: "conservative",
    });
    expect(losses.map(({ path }) => path)).toEqual(["/0/inputSchema/$defs"]);
  });

  it("are values, or errors where the caller asks for them", () => {
    const seen: Loss[] = [];
    convertTools([example], { from: "mcp", to: "openai", profile: "conservative", onLoss: (loss) => seen.push(loss) });
    expect(seen).toHaveLength(2);
    const error = caught(() =>
      convertTools([example], { from: "mcp", to: "openai", profile: "conservative", onLoss: "throw" }),
    );
    expect(error.message).toBe("openai adapter from_canonical: feature $ref lost converting from mcp to openai");
  });
});

describe("seed 002, the adapters, under conservative", () => {
  const schema = object({ a: { type: "string" } });

  it("keeps MCP's title through the canonical model", () => {
    const wire = { name: "t", title: "My Tool Title", inputSchema: schema };
    const { value } = decodeTools([wire], { from: "mcp" });
    expect(value).toMatchObject([{ title: "My Tool Title" }]);
    expect(encodeTools(value, { to: "mcp", profile: "conservative" }).value).toEqual([wire]);
  });

  it.each([true, false])("keeps OpenAI's strict: %s through the canonical model", (strict) => {
    const parameters = strict ? { ...schema, additionalProperties: false } : schema;
    const wire = { type: "function", function: { name: "t", strict, parameters } };
    const { value } = decodeTools([wire], { from: "openai" });
    expect(value).toMatchObject([{ strict }]);
    expect(encodeTools(value, { to: "openai", profile: "conservative" }).value).toEqual([wire]);
  });

  it("closes the schema for OpenAI in strict mode, and only there", () => {
    const strict = [{ type: "function", name: "t", strict: true, parameters: schema }];
    const { value } = convertTools(strict, { from: "responses", to: "openai", profile: "conservative" });
    const closed = { ...schema, additionalProperties: false };
    expect(value).toEqual([{ type: "function", function: { name: "t", strict: true, parameters: closed } }]);
    const loose = convertTools([{ name: "t", inputSchema: schema }], {
      from: "mcp",
      to: "openai",
      profile: "conservative",
    });
    expect(loose.value).toEqual([{ type: "function", function: { name: "t", parameters: schema } }]);
  });

  it("calls the schema input_schema for Anthropic, inputSchema for MCP, parameters for OpenAI", () => {
    const wire = [{ name: "t", input_schema: schema }];
    const to = (dialect: string) => convertTools(wire, { from: "claude", to: dialect, profile: "conservative" }).value;
    expect(to("claude")).toEqual(wire);
    expect(to("mcp")).toEqual([{ name: "t", inputSchema: schema }]);
    expect(to("openai")).toEqual([{ type: "function", function: { name: "t", parameters: schema } }]);
  });

  it("makes nothing up", () => {
    for (const to of ["mcp", "openai", "anthropic"]) {
      const { value } = convertTools([{ name: "t", description: "d", inputSchema: schema }], {
        from: "mcp",
        to,
        profile: "conservative",
      });
      expect(schemaIn(value[0])).toEqual(schema);
      expect(JSON.stringify(value)).not.toMatch(/null|strict|title/);
    }
  });

  it("gives the same bytes for the same input, and the same value whatever the order of its keys", () => {
    const wire = { name: "t", inputSchema: { ...object({ b: { not: {} }, a: { $ref: "#/x" } }), description: "d" } };
    const backwards = { inputSchema: reversed(wire.inputSchema), name: "t" };
    const run = (tool: unknown) => convertTools([tool], { from: "mcp", to: "openai", profile: "conservative" });
    expect(JSON.stringify(run(wire).value)).toBe(JSON.stringify(run(wire).value));
    expect(run(backwards).value).toEqual(run(wire).value);
    expect(new Set(run(backwards).losses.map(({ message, path }) => message + path))).toEqual(
      new Set(run(wire).losses.map(({ message, path }) => message + path)),
    );
  });
});

describe("seed 002, the errors", () => {
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

// ── seed 003: tool call translation guide (CLASP) ───────────────────────────

const getWeather = {
  name: "get_weather",
  description: "Get current weather for a location",
  input_schema: {
    type: "object",
    properties: {
      location: { type: "string", description: "City name" },
      units: {
        type: "string",
        enum: ["celsius", "fahrenheit"],
        description: "Temperature units (optional, defaults to fahrenheit)",
      },
    },
    required: ["location", "units"],
  },
};

describe("seed 003, under lenient", () => {
  const lenient = (to: string, input_schema: Schema = getWeather.input_schema) =>
    convertTools([{ ...getWeather, input_schema }], { from: "anthropic", to, profile: "lenient" });
  const { name, description, input_schema } = getWeather;
  const parameters = { ...input_schema, required: ["location"] };

  it("writes get_weather for OpenAI Chat as the document shows it", () => {
    const { value } = lenient("openai");
    expect({ tools: value }).toEqual({
      tools: [{ type: "function", function: { name, description, parameters, strict: false } }],
    });
  });

  it("writes get_weather for OpenAI Responses flat (003 doubles it)", () => {
    expect(lenient("responses").value).toEqual([{ type: "function", name, description, parameters, strict: false }]);
  });

  it("reads the doubled form of Responses", () => {
    const doubled = {
      type: "function",
      name,
      description,
      parameters,
      function: { name, description, parameters, strict: false },
    };
    const { value, losses } = convertTools([doubled], { from: "responses", to: "anthropic" });
    expect(losses).toEqual([]);
    expect(value).toEqual([{ name, description, input_schema: parameters, strict: false }]);
  });

  it("reports what is no longer required (003 does not)", () => {
    expect(lenient("openai").losses).toMatchObject([
      { feature: "required", path: "/0/input_schema/required", action: "weakened" },
    ]);
  });

  const readFile = {
    properties: {
      file_path: { type: "string", description: "The file to read" },
      offset: { type: "number", description: "Line offset. Only provide if file is too large." },
      limit: { type: "number", description: "Number of lines. Defaults to 100." },
    },
    required: ["file_path", "offset", "limit"],
  };

  it.each(["openai", "responses"])("filters required in its example for %s, and gives the root its type", (to) => {
    const { value } = lenient(to, readFile);
    expect(schemaIn(value[0])).toEqual({ type: "object", ...readFile, required: ["file_path"] });
    expect(Object.keys((schemaIn(value[0]) as typeof readFile).properties)).toEqual(["file_path", "offset", "limit"]);
  });

  const kept: readonly (readonly [why: string, property: Schema, required: boolean])[] = [
    ["says nothing of the kind", { type: "string", description: "The file to read" }, true],
    ["has no description", { type: "string" }, true],
    ["has a default", { type: "string", default: "a" }, false],
    ["has a default of null", { type: "string", default: null }, false],
    ["is nullable", { type: "string", nullable: true }, false],
    ["is not nullable", { type: "string", nullable: false }, true],
    ["is called optional", { type: "string", description: "Optional. The file" }, false],
    ["is called (optional)", { type: "string", description: "The file (optional)" }, false],
    ["defaults to something", { type: "string", description: "The file, defaults to all" }, false],
    ["may be not specified", { type: "string", description: "Everything if not specified" }, false],
    ["is only to be provided sometimes", { type: "string", description: "Only provide if needed" }, false],
  ];

  it.each(kept)("a parameter that %s: %o is required: %s", (_, property, required) => {
    const { value } = lenient("openai", { ...object({ z: { type: "integer" }, p: property }), required: ["p", "z"] });
    expect(schemaIn(value[0])).toMatchObject({ required: required ? ["p", "z"] : ["z"] });
  });

  it("never requires what the source does not", () => {
    const { value } = lenient("openai", {
      ...object({ a: { type: "string" }, b: { type: "string" } }),
      required: ["b"],
    });
    expect(schemaIn(value[0])).toMatchObject({ required: ["b"] });
  });

  it.each(["openai", "responses"])("removes formats that %s does not support, and reports each", (to) => {
    const { value, losses } = lenient(
      to,
      object({ url: { type: "string", format: "uri" }, day: { type: "string", format: "date" } }),
    );
    expect(schemaIn(value[0])).toEqual(object({ url: { type: "string" }, day: { type: "string", format: "date" } }));
    expect(losses).toMatchObject([
      { feature: "format", path: "/0/input_schema/properties/url/format", action: "dropped" },
    ]);
  });

  it("is never strict, even where the source is", () => {
    const strict = { ...getWeather, strict: true };
    const { value } = convertTools([strict], { from: "anthropic", to: "openai", profile: "lenient" });
    expect(value).toMatchObject([{ function: { strict: false } }]);
  });
});

// ── seed 004: tool calling research (AI-Gents) ──────────────────────────────

describe("seed 004, under passthrough", () => {
  const standard = (definition: Schema) => ({ type: "function", function: definition });
  const weather = {
    name: "get_weather",
    description: "Get current weather",
    parameters: { type: "object", properties: { location: { type: "string" } }, required: ["location"] },
  };
  const add = {
    name: "add",
    description: "Add two numbers",
    parameters: {
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "integer" }, b: { type: "integer" } },
    },
  };
  const wild = {
    name: "tool_name",
    description: "Tool description",
    parameters: { $ref: "#/definitions/x", definitions: { x: { type: "dict", enum: [] } }, required: ["ghost"] },
  };
  const pass = (tools: unknown, from: string, to: string) => convertTools(tools, { from, to, profile: "passthrough" });

  describe.each([
    ["the weather of its examples", weather],
    ["the sum of its examples", add],
    ["a schema that nobody should send", wild],
  ])("%s", (_, definition) => {
    it.each(["openai", "ollama", "openrouter"])("is the same for %s", (to) => {
      const { value, losses } = pass([standard(definition)], "openai", to);
      expect(value).toEqual([standard(definition)]);
      expect(losses).toEqual([]);
    });

    it.each(["ollama", "openrouter"])("is the same from %s", (from) => {
      expect(pass([standard(definition)], from, "openai").value).toEqual([standard(definition)]);
    });

    it("has input_schema and no wrapper for Anthropic, and back", () => {
      const { parameters, ...rest } = definition;
      const bare = [{ ...rest, input_schema: parameters }];
      expect(pass([standard(definition)], "openai", "anthropic").value).toEqual(bare);
      expect(pass(bare, "anthropic", "openai").value).toEqual([standard(definition)]);
    });
  });

  test("the functions of the deprecated field are read, never written", () => {
    expect(pass([weather], "openai", "openrouter").value).toEqual([standard(weather)]);
    expect(pass([weather], "openai", "anthropic").value).toEqual([
      { name: weather.name, description: weather.description, input_schema: weather.parameters },
    ]);
  });
});

// ── helpers ─────────────────────────────────────────────────────────────────

function object(properties: Schema): Schema {
  return { type: "object", properties };
}

function withParameters(parameters: Schema): typeof structure {
  return { ...structure, parameters } as typeof structure;
}

function without<T extends object>(value: T, key: keyof T): object {
  const { [key]: _, ...rest } = value;
  return rest;
}

function portable(tools: readonly unknown[], options: { onInvalid?: "skip" } = {}) {
  return convertTools(tools, { from: "executable", to: "anthropic", profile: "portable", ...options });
}

function problemsOf(tool: unknown): string[] {
  const { problems } = checkTools([tool], { from: "executable", to: "executable" });
  return problems.filter(({ severity }) => severity === "error").map(({ message }) => message);
}

function caught(action: () => unknown): ConversionError {
  try {
    action();
  } catch (error) {
    if (error instanceof ConversionError) return error;
    throw error;
  }
  throw new Error("expected a ConversionError");
}

/** The schema of a tool's arguments, whichever dialect the tool is in. */
function schemaIn(tool: unknown): unknown {
  const fields = tool as Record<string, Record<string, unknown> & Record<string, unknown>[]>;
  const holder = fields.function ?? fields.functionDeclarations?.[0] ?? fields;
  return holder.parameters ?? holder.parametersJsonSchema ?? holder.input_schema ?? holder.inputSchema;
}

/** Objects that stand in both of two values. */
function shared(one: unknown, other: unknown): object[] {
  const seen = new Set(objectsIn(one));
  return objectsIn(other).filter((each) => seen.has(each));
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
}
