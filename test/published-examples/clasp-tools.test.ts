import { describe, expect, it } from "vitest";
import { convertTools } from "../support/dynamic.ts";
import { CLASP_WEATHER, object, type Schema, schemaIn } from "./tools.ts";

describe("CLASP's translation guide, under lenient", () => {
  const lenient = (to: string, input_schema: Schema = CLASP_WEATHER.input_schema) =>
    convertTools([{ ...CLASP_WEATHER, input_schema }], { from: "anthropic", to, profile: "lenient" });
  const { name, description, input_schema } = CLASP_WEATHER;
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
    const strict = { ...CLASP_WEATHER, strict: true };
    const { value } = convertTools([strict], { from: "anthropic", to: "openai", profile: "lenient" });
    expect(value).toMatchObject([{ function: { strict: false } }]);
  });
});
