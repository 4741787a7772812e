import { describe, expect, test } from "vitest";
import { convertTools } from "../../../../test/support/dynamic.ts";
import type { FunctionFields } from "../../src/model/tool.ts";
import { toolFieldPlace } from "../../src/tool-place.ts";
import { convert, draftOf, ids, lost, read, schema, write } from "./codecs.ts";

describe("a function", () => {
  test.each([
    ["openai-chat", { type: "function", function: { name: "f", description: "d", parameters: schema } }],
    ["openai-responses", { type: "function", name: "f", description: "d", parameters: schema }],
    ["anthropic", { name: "f", description: "d", input_schema: schema }],
    ["gemini", { functionDeclarations: [{ name: "f", description: "d", parametersJsonSchema: schema }] }],
    ["ollama", { type: "function", function: { name: "f", description: "d", parameters: schema } }],
    ["openrouter", { type: "function", function: { name: "f", description: "d", parameters: schema } }],
    ["mcp", { name: "f", description: "d", inputSchema: schema }],
    ["executable", { name: "f", description: "d", parameters: schema }],
  ])("is said in every dialect as it is in %s, without a loss", (id, tool) => {
    for (const target of ids) {
      const there = convert([tool], id, target);
      const back = convert(there.value, target, id);
      expect(back.value).toEqual([tool]);
      expect([...there.losses, ...back.losses]).toEqual([]);
    }
  });

  test("without a description gets an empty one where that is required", () => {
    const { value, losses } = convert([{ name: "f", inputSchema: schema }], "mcp", "executable");
    expect(value).toEqual([{ name: "f", description: "", parameters: schema }]);
    expect(losses).toEqual([]);
  });

  test("without a schema has no arguments", () => {
    const { value, losses } = convert([{ type: "function", function: { name: "f" } }], "openai", "anthropic");
    expect(value).toEqual([{ name: "f", input_schema: { type: "object", properties: {} } }]);
    expect(losses).toEqual([]);
  });

  test.each([
    ["openai", { type: "function", function: { name: "f", parameters: {} } }],
    ["responses", { type: "function", name: "f", parameters: {} }],
    ["openrouter", { type: "function", function: { name: "f", parameters: {} } }],
    ["ollama", { type: "function", function: { name: "f", parameters: {} } }],
  ])("with an empty schema has no arguments in %s", (id, tool) => {
    expect(read([tool], id)).toMatchObject([{ inputSchema: { type: "object", properties: {} } }]);
    expect(convert([tool], id, id).value).toEqual([tool]);
    expect(lost([tool], id, "mcp")).toEqual([]);
  });

  test.each([
    ["mcp", { name: "f", inputSchema: {} }],
    ["anthropic", { name: "f", input_schema: {} }],
    ["gemini", { functionDeclarations: [{ name: "f", parametersJsonSchema: {} }] }],
    ["executable", { name: "f", description: "d", parameters: {} }],
  ])("with an empty schema takes anything in %s", (id, tool) => {
    expect(read([tool], id)).toMatchObject([{ inputSchema: {} }]);
    expect(convert([tool], id, id).value).toEqual([tool]);
  });

  test("is reported to be read differently than its empty schema requires", () => {
    const tool = { type: "function", function: { name: "f", parameters: {} } };
    const { changes } = convertTools([tool], { from: "openai", to: "mcp" });
    expect(changes).toEqual([{ path: "/0/function/parameters", rule: "empty-schema" }]);
    expect(convertTools([tool], { from: "openai", to: "openai" }).changes).toEqual([]);
  });

  test("is not sent with an empty schema to a server that refuses one", () => {
    const tool = { type: "function", function: { name: "f", parameters: {} } };
    const written = convertTools([tool], { from: "openai", to: "openai", profile: "native" });
    expect(written.value).toEqual([{ type: "function", function: { name: "f" } }]);
  });

  test("gets the schema that was decided, even where it had none", () => {
    const [tool] = read([{ name: "f" }], "openai-chat") as [FunctionFields];
    const closed = { type: "object", properties: {}, additionalProperties: false };
    const draft = { tool, name: "f", inputSchema: closed, strict: true };
    expect(write([draft], "openai-chat")).toEqual([{ name: "f", strict: true, parameters: closed }]);
  });

  test("reports each field that the target cannot say, at its place", () => {
    const tool = {
      name: "f",
      title: "F",
      inputSchema: schema,
      annotations: { readOnlyHint: true },
      _meta: {},
      execution: {},
    };
    expect(lost([tool], "mcp", "anthropic")).toEqual([
      "title /0/title",
      "annotations /0/annotations",
      "_meta /0/_meta",
      "execution /0/execution",
    ]);
  });

  test("is not missed for not being strict", () => {
    expect(lost([{ type: "function", function: { name: "f", strict: false } }], "openai", "gemini")).toEqual([]);
    expect(lost([{ type: "function", function: { name: "f", strict: true } }], "openai", "gemini")).toEqual([
      "strict /0/function/strict",
    ]);
  });

  test("does not miss a known field that is null, but an unknown one", () => {
    const tool = {
      type: "function",
      function: { name: "f", description: null, strict: null, parameters: null, color: null },
    };
    expect(lost([tool], "openai", "mcp")).toEqual(["color /0/function/color"]);
  });

  test("keeps the callers that both vendors know", () => {
    const tool = { name: "f", input_schema: schema, allowed_callers: ["direct", "code_execution_20260521"] };
    const { value, losses } = convert([tool], "anthropic", "openai-responses");
    expect(value).toMatchObject([{ allowed_callers: ["direct"] }]);
    expect(losses).toMatchObject([{ path: "/0/allowed_callers/1", feature: "code_execution_20260521" }]);
  });

  test("carries what two vendors share", () => {
    const tool = { name: "f", input_schema: schema, cache_control: { type: "ephemeral" }, defer_loading: true };
    const { value, losses } = convert([tool], "anthropic", "openrouter");
    expect(value).toMatchObject([{ cache_control: { type: "ephemeral" }, defer_loading: true }]);
    expect(losses).toEqual([]);
  });

  test("has its output schema in every dialect with a field for it", () => {
    const tool = { name: "f", inputSchema: schema, outputSchema: schema };
    expect(convert([tool], "mcp", "responses").value).toMatchObject([{ output_schema: schema }]);
    expect(convert([tool], "mcp", "gemini").value).toMatchObject([
      { functionDeclarations: [{ responseJsonSchema: schema }] },
    ]);
    expect(lost([tool], "mcp", "openai")).toEqual(["outputSchema /0/outputSchema"]);
  });

  test("goes to the field that a variant names", () => {
    const [tool] = read([{ name: "f", inputSchema: schema, outputSchema: schema }], "mcp") as [FunctionFields];
    const draft = { tool, name: "f", inputSchema: schema, outputSchema: schema, variant: "parameters" };
    const declaration = { name: "f", parameters: schema, response: schema };
    expect(write([draft], "gemini")).toEqual([{ functionDeclarations: [declaration] }]);
  });
});

describe("a namespace", () => {
  const namespace = {
    type: "namespace",
    name: "crm",
    description: "Customers",
    tools: [{ type: "function", name: "find", parameters: schema }],
  };

  test("names its tools, and where they stand", () => {
    const [tool] = read([namespace], "responses") as [FunctionFields];
    expect(tool).toMatchObject({ namespace: "crm", name: "find", namespaceDescription: "Customers" });
    expect(toolFieldPlace(tool, "inputSchema").pointer).toBe("/0/tools/0/parameters");
  });

  test.each([
    ["with a description", { description: "Finds one." }, "Finds one.\n\ncrm: Customers"],
    ["without one", {}, "crm: Customers"],
  ])("is described in a tool %s where there are no namespaces", (_, fields, description) => {
    const tools = [{ type: "function", name: "find", parameters: schema, ...fields }];
    const { value, losses, changes } = convertTools([{ ...namespace, tools }], { from: "responses", to: "anthropic" });
    expect(value).toMatchObject([{ name: "crm__find", description }]);
    expect(losses).toEqual([]);
    expect(changes).toContainEqual(
      expect.objectContaining({ rule: "namespace-to-description", path: "/0/description" }),
    );
  });

  test("is lost where its description is too long for every tool to repeat", () => {
    const long = { ...namespace, description: "x".repeat(501) };
    const { value, losses } = convertTools([long], { from: "responses", to: "anthropic" });
    expect(losses).toMatchObject([{ code: "field", feature: "description", path: "/0/description", level: "content" }]);
    expect(JSON.stringify(value)).not.toContain("xx");
  });

  test("is reported as lost with its annotations", () => {
    expect(lost([namespace], "responses", "openai")).toEqual(["description /0/description"]);
  });

  test("is made for neighbours that share it", () => {
    const made = (name: string, space: string): FunctionFields => ({
      type: "function",
      name,
      namespace: space,
      inputSchema: schema,
    });
    const drafts = [made("a", "x"), made("b", "x"), made("c", "y")].map(draftOf);
    expect(write(drafts, "responses")).toMatchObject([
      { type: "namespace", name: "x", description: "", tools: [{ name: "a" }, { name: "b" }] },
      { type: "namespace", name: "y", description: "", tools: [{ name: "c" }] },
    ]);
  });
});
