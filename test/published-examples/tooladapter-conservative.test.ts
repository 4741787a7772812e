import type { Loss } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { convertTools, decodeTools, encodeTools } from "../support/dynamic.ts";
import { caught, object, reversed, schemaIn } from "./tools.ts";

describe("tooladapter's design notes, the support matrix, under conservative", () => {
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

describe("tooladapter's design notes, the warnings, under conservative", () => {
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

describe("tooladapter's design notes, the adapters, under conservative", () => {
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
