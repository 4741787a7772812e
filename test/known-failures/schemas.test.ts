import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { convertTools, createBridge } from "../support/dynamic.ts";
import { asking, object, schemaIn, TURNS } from "./schema-requests.ts";
import { callsIn, comparableCalls, toolNames, translateRequest } from "./translate.ts";
import { DIALECTS, type Fields, MODELS, PAIRS, withResponse, writeRequest } from "./wire.ts";
import { writeResponse } from "./wire-responses.ts";

const KEYWORDS = ["pattern", "title", "default", "format", "type", "enum", "$ref", "const", "required", "properties"];

describe("20: properties that are named like keywords stay", () => {
  const named = Object.fromEntries(KEYWORDS.map((name) => [name, { type: "string", description: `The ${name}` }]));

  it.each(DIALECTS)("in the schemas that %s gets", (provider) => {
    const { value } = translateRequest(
      "anthropic",
      provider,
      asking([["tool", object(named, { required: ["pattern", "title"] })]]),
    );
    const text = JSON.stringify(value);
    for (const name of KEYWORDS) expect(text).toContain(`"The ${name}"`);
  });

  it.each(PAIRS)("in the arguments that a client of %s gets from %s", async (client, provider) => {
    // Anthropic takes no property with a dollar in its name, so that none of its clients has one.
    const names = KEYWORDS.filter((name) => name !== "$ref");
    const input = Object.fromEntries(names.map((name) => [name, `my ${name}`]));
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    const call = { id: "call_1", name: "tool", arguments: JSON.stringify(input) };
    const request = writeRequest(client, { tools: [{ name: "tool", inputSchema: object(properties) }], turns: TURNS });
    const bridge = createBridge({ client, provider, providerModel: MODELS[provider] });
    const { value } = bridge.request(request);
    const lowered = at(schemaIn(provider, value));
    const wire = { ...call, arguments: JSON.stringify(lowered(input)) };
    const back = bridge.response(writeResponse(provider, { calls: [wire] })).value;
    expect(comparableCalls(callsIn(client, withResponse(client, request, back)))).toEqual([{ name: "tool", input }]);
  });
});

// The names that the provider was given, in the order of the client's.
function at(schema: Fields): (input: Fields) => Fields {
  const names = Object.keys(schema.properties as Fields);
  return (input) => Object.fromEntries(Object.values(input).map((value, index) => [names[index] ?? "", value]));
}

describe("21: one bad schema does not take the other tools down", () => {
  const bad: readonly (readonly [why: string, schema: Json])[] = [
    ["requires what it does not have", object({ a: { type: "string" } }, { required: ["a", "ghost"] })],
    ["has properties without a type", object({ a: {}, b: { description: "anything" } })],
    ["has properties on what is no object", object({ a: { type: "string", properties: { b: { type: "string" } } } })],
    ["has no type at all", { properties: { a: { type: "string" } } }],
    ["has an array without items", object({ a: { type: "array" } })],
    ["has an empty object in it", object({ a: { type: "object", properties: {} } })],
    ["is not an object", { type: "string" }],
    ["refers to nowhere", object({ a: { $ref: "#/$defs/ghost" } })],
    ["has a type that is none", object({ a: { type: "text" } })],
    ["is empty", {}],
  ];

  describe.each(bad)("which %s", (_, schema) => {
    it.each(DIALECTS.filter((provider) => provider !== "anthropic"))("for %s", (provider) => {
      const { value } = translateRequest(
        "anthropic",
        provider,
        asking([
          ["good", object({ city: { type: "string" } })],
          ["bad", schema],
        ]),
      );
      expect(toolNames(provider, value)).toContain("good");
    });
  });
});

describe("22: what Gemini's older schema does not support is rewritten", () => {
  const schemas: Readonly<Record<string, Json>> = {
    "a list of types": object({ a: { type: ["string", "null"] }, b: { type: ["string", "integer"] } }),
    "an enum of numbers": object({ a: { type: "integer", enum: [1, 2, 3] } }),
    "an enum of all sorts": object({ a: { enum: [1, "two", null, true] } }),
    $defs: { ...object({ a: { $ref: "#/$defs/b" } }), $defs: { b: object({ c: { type: "string" } }) } },
    propertyNames: object({ a: { type: "object", additionalProperties: true, propertyNames: { pattern: "^x" } } }),
    const: object({ a: { const: "x" } }),
    "an exclusive bound": object({ a: { type: "number", exclusiveMinimum: 0 } }),
    "oneOf, allOf and not": object({
      a: { oneOf: [{ type: "string" }, { type: "integer" }], not: { const: "x" } },
      b: { allOf: [{ type: "object", properties: { c: { type: "string" } } }, { required: ["c"] }] },
    }),
  };

  describe.each(Object.entries(schemas))("%s", (_, schema) => {
    it.each(DIALECTS.filter((provider) => provider !== "anthropic"))("is one that %s takes", (provider) => {
      const { value } = translateRequest("anthropic", provider, asking([["tool", schema]]));
      expect(toolNames(provider, value)).toEqual(["tool"]);
    });
  });

  it.each(["a list of types", "an enum of numbers", "an enum of all sorts"])(
    "%s survives in arguments",
    async (name) => {
      const values: Readonly<Record<string, Json>> = {
        "a list of types": { a: null, b: 3 },
        "an enum of numbers": { a: 2 },
        "an enum of all sorts": { a: true },
      };
      const tools = [{ name: "tool", inputSchema: schemas[name] ?? {} }];
      const converted = convertTools(tools, { from: "mcp", to: "gemini" });
      const lowered = converted.lower("tool", values[name] ?? {});
      expect(converted.lift("tool", lowered as Json)).toEqual(values[name]);
    },
  );
});

describe("23: recursive schemas and chains of references end", () => {
  const tree = {
    ...object({ root: { $ref: "#/$defs/node" } }),
    $defs: {
      node: object({ value: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/node" } } }),
    },
  };
  const bomb = {
    ...object({ a: { $ref: "#/$defs/d0" } }),
    $defs: Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` };
        return [`d${index}`, index === 39 ? { type: "string" } : object({ l: next, r: next })];
      }),
    ),
  };
  const loop = {
    ...object({ a: { $ref: "#/$defs/x" } }),
    $defs: { x: { $ref: "#/$defs/y" }, y: { $ref: "#/$defs/x" } },
  };

  describe.each(Object.entries({ tree, bomb, loop }))("%s", (_, schema) => {
    it.each(DIALECTS.filter((provider) => provider !== "anthropic"))("for %s", (provider) => {
      const { value } = translateRequest(
        "anthropic",
        provider,
        asking([
          ["good", object({})],
          ["deep", schema],
        ]),
      );
      expect(toolNames(provider, value)).toContain("good");
    });
  });

  it.each(DIALECTS)("and to itself, for %s, under strict", (provider) => {
    const bridge = createBridge({ client: "anthropic", provider, profile: "strict" });
    const { value } = bridge.request(
      asking([
        ["good", object({})],
        ["deep", tree],
      ]),
    );
    expect(toolNames(provider, value)).toContain("deep");
  });
});
