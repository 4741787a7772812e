import { describe, expect, it, test } from "vitest";
import { convertTools } from "../support/dynamic.ts";
import type { Schema } from "./tools.ts";

describe("AI-Gents' research, under passthrough", () => {
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
