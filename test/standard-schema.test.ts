import { ConversionError, type Json, type JsonObject, type StandardJsonSchema } from "@toolglot/core";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkTools, convertTools, decodeTools } from "./support/dynamic.ts";
import { DIALECTS } from "./support/rosetta.ts";

interface Library {
  readonly name: string;
  readonly schema: StandardJsonSchema & { readonly "~standard": { validate(value: unknown): unknown } };
}

const LIBRARIES: readonly Library[] = [
  {
    name: "zod",
    schema: z.object({
      city: z.string().describe("Which city"),
      days: z.int().min(1).max(7).optional(),
      unit: z.enum(["C", "F"]).optional(),
      notes: z.record(z.string(), z.string()).optional(),
    }),
  },
  {
    name: "arktype",
    schema: type({
      city: "string",
      "days?": "1 <= number.integer <= 7",
      "unit?": "'C' | 'F'",
      "notes?": "Record<string, string>",
    }),
  },
  {
    name: "valibot through its wrapper",
    schema: toStandardJsonSchema(
      v.object({
        city: v.pipe(v.string(), v.description("Which city")),
        days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
        unit: v.optional(v.picklist(["C", "F"])),
        notes: v.optional(v.record(v.string(), v.string())),
      }),
    ),
  },
];

describe.each(LIBRARIES)("a schema of $name", ({ schema }) => {
  // The draft that a library names is not the caller's word.
  const { $schema: _, ...described } = schema["~standard"].jsonSchema.input({ target: "draft-2020-12" }) as JsonObject;
  const tool = (inputSchema: unknown) => [{ name: "forecast", description: "Tell the weather.", inputSchema }];

  it.each(DIALECTS)("goes to %s as the JSON Schema that it describes itself with", (to) => {
    const options = { from: "mcp", to, profile: "native" };
    expect(convertTools(tool(schema), options).value).toEqual(convertTools(tool(described), options).value);
    expect(convertTools(tool(schema), options).losses).toEqual(convertTools(tool(described), options).losses);
  });

  it.each(["openai-chat", "openai-responses", "anthropic", "openrouter"])("goes to the strict mode of %s", (to) => {
    const { value } = convertTools(tool(schema), { from: "mcp", to, profile: "strict" });
    expect(JSON.stringify(value)).toContain('"strict":true');
    expect(problems(value, to)).toEqual([]);
  });

  it.each(DIALECTS)("is accepted by %s", (to) => {
    expect(problems(convertTools(tool(schema), { from: "mcp", to }).value, to)).toEqual([]);
  });

  it("stands wherever a dialect has a schema", () => {
    const fields = { name: "forecast", description: "Tell the weather." };
    const wires: readonly (readonly [string, (schema: unknown) => unknown])[] = [
      ["openai-chat", (parameters) => ({ type: "function", function: { ...fields, parameters } })],
      ["openai-responses", (parameters) => ({ type: "function", ...fields, parameters, strict: false })],
      [
        "openai-responses",
        (parameters) => ({
          type: "namespace",
          name: "n",
          description: "d",
          tools: [{ type: "function", ...fields, parameters }],
        }),
      ],
      ["anthropic", (input_schema) => ({ ...fields, input_schema })],
      ["gemini", (parametersJsonSchema) => ({ functionDeclarations: [{ ...fields, parametersJsonSchema }] })],
      ["ollama", (parameters) => ({ type: "function", function: { ...fields, parameters } })],
      ["openrouter", (parameters) => ({ type: "function", function: { ...fields, parameters } })],
      ["executable", (parameters) => ({ ...fields, parameters })],
    ];
    for (const [from, wire] of wires) {
      expect(decodeTools([wire(schema)], { from }).value, from).toMatchObject([
        { name: "forecast", inputSchema: described },
      ]);
    }
  });

  it("is checked like the JSON Schema that it describes itself with", () => {
    for (const to of DIALECTS) {
      expect(checkTools(tool(schema), { from: "mcp", to })).toEqual(checkTools(tool(described), { from: "mcp", to }));
    }
  });

  it("takes what a strict model sends, once it is lifted", () => {
    const { lift, lower } = convertTools(tool(schema), { from: "mcp", to: "openai", profile: "strict" });
    const sent = { city: "Oslo", days: null, unit: "C", notes: [{ key: "for", value: "Ada" }] };
    const lifted = lift("forecast", sent);
    expect(lifted).toEqual({ city: "Oslo", unit: "C", notes: { for: "Ada" } });
    expect(schema["~standard"].validate(lifted)).not.toHaveProperty("issues");
    expect(lower("forecast", lifted)).toEqual(sent);
  });

  it("is not changed by it", () => {
    convertTools(tool(schema), { from: "mcp", to: "gemini" });
    expect(schema["~standard"].jsonSchema.input({ target: "draft-2020-12" })).toMatchObject(described);
  });
});

describe("a tool of a schema library", () => {
  it("is written for OpenAI as it would be by hand", () => {
    const parameters = z.object({ path: z.string(), lines: z.int().positive().optional() });
    const { value } = convertTools([{ name: "read", description: "Read a file.", inputSchema: parameters }], {
      from: "mcp",
      to: "openai",
    });
    expect(value).toMatchObject([
      {
        type: "function",
        function: {
          name: "read",
          description: "Read a file.",
          parameters: {
            type: "object",
            properties: { path: { type: "string" }, lines: { type: "integer", exclusiveMinimum: 0 } },
            required: ["path"],
          },
        },
      },
    ]);
  });

  it("takes what a caller may leave out as optional: a default is the reader's", () => {
    const inputSchema = z.object({ limit: z.int().default(10) });
    const { value } = convertTools([{ name: "list", description: "List.", inputSchema }], {
      from: "mcp",
      to: "anthropic",
    });
    expect(value).toMatchObject([{ input_schema: { properties: { limit: { default: 10 } } } }]);
    expect(value).not.toMatchObject([{ input_schema: { required: ["limit"] } }]);
  });

  it("can be mixed with tools that have plain schemas", () => {
    const tools = [
      { name: "a", inputSchema: z.object({ x: z.string() }) },
      { name: "b", inputSchema: { type: "object", properties: { x: { type: "string" } } } },
    ];
    const { value } = convertTools(tools, { from: "mcp", to: "openai" });
    expect(value).toHaveLength(2);
  });

  it("may have a recursive schema", () => {
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree).optional();
      },
    });
    const { value } = convertTools([{ name: "plant", description: "Plant.", inputSchema: z.object({ root: Tree }) }], {
      from: "mcp",
      to: "openai",
      profile: "strict",
    });
    expect(problems(value, "openai-chat")).toEqual([]);
  });

  it("describes what it answers by what comes out of its schema", () => {
    const outputSchema = z.object({ count: z.int().default(0) });
    const tools = [{ name: "count", inputSchema: z.object({}), outputSchema }];
    const [tool] = decodeTools(tools, { from: "mcp" }).value;
    expect(tool).toMatchObject({ outputSchema: { required: ["count"] } });
  });

  it("is refused by name where its schema cannot be described", () => {
    const tools = [{ name: "when", inputSchema: z.object({ at: z.date() }) }];
    expect(() => convertTools(tools, { from: "mcp", to: "openai" })).toThrow(ConversionError);
  });

  it("loses nothing that only its library has added", () => {
    const tools = [{ name: "read", description: "Read.", inputSchema: z.object({ path: z.string() }) }];
    expect(convertTools(tools, { from: "mcp", to: "gemini" }).losses).toEqual([]);
  });
});

function problems(value: readonly Json[], dialect: string): unknown[] {
  return checkTools(value, { from: dialect, to: dialect }).problems.filter(({ severity }) => severity === "error");
}
