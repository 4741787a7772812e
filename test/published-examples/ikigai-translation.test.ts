import { ConversionError, JsonError, parseJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { convertTools } from "../support/dynamic.ts";
import { fileEdit, object, portable, problemsOf, without, withParameters } from "./tools.ts";

describe("ikigai's provider translation, under strict-literal", () => {
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

describe("ikigai's provider translation, the checks at discovery", () => {
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
