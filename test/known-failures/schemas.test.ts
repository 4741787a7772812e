import { type Json, parseJson, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { convertTools, createBridge } from "../support/dynamic.ts";
import { callsIn, comparableCalls, readTranslatedStream, toolNames, translateRequest } from "./translate.ts";
import { DIALECTS, type DialectName, type Fields, MODELS, PAIRS, withResponse, writeRequest } from "./wire.ts";
import { writeResponse } from "./wire-responses.ts";
import { writeStream } from "./wire-streams.ts";

const TURNS = [{ user: "Hi" }];
const GEMINI_CLIENTS = DIALECTS.filter((client) => client !== "gemini");

function object(properties: Fields, fields: Fields = {}): Fields {
  return { type: "object", properties, ...fields };
}

/** A request of a client of Anthropic, whose schemas are JSON Schema as it is written. */
function asking(tools: readonly (readonly [name: string, schema: Json])[]): Fields {
  return writeRequest(
    "anthropic",
    { turns: TURNS },
    { tools: tools.map(([name, input_schema]) => ({ name, input_schema })) },
  );
}

/** The schema that a provider gets for its first tool. */
function schemaIn(provider: DialectName, value: Fields): Fields {
  const [tool] = value.tools as Fields[];
  const declared = (tool?.functionDeclarations ?? []) as Fields[];
  const first = provider === "gemini" ? declared[0] : (tool?.function ?? tool);
  const { parametersJsonSchema, parameters, input_schema } = first as Fields;
  return (parametersJsonSchema ?? parameters ?? input_schema) as Fields;
}

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

describe("24: strict mode and optional fields", () => {
  const schema = object(
    {
      city: { type: "string" },
      days: { type: "integer" },
      unit: { type: ["string", "null"], enum: ["C", "F", null] },
      list: { type: "array" },
    },
    { required: ["city"] },
  );
  const tool = { name: "forecast", inputSchema: schema };

  it.each(["openai-chat", "openai-responses"] as const)(
    "nulls that stand for nothing do not come back from %s",
    (provider) => {
      for (const client of GEMINI_CLIENTS) {
        if (client === provider) continue;
        const bridge = createBridge({ client, provider, providerModel: MODELS[provider], profile: "strict" });
        const request = writeRequest(client, { tools: [tool], turns: TURNS });
        const { value } = bridge.request(request);
        expect(legality[provider]?.request(value)).toEqual([]);
        const sentSchema = schemaIn(provider, value);
        expect(sentSchema).toMatchObject({ additionalProperties: false });
        expect(new Set(sentSchema.required as string[])).toEqual(new Set(["city", "days", "unit", "list"]));
        const calls = [
          { id: "call_1", name: "forecast", arguments: '{"city":"Oslo","days":null,"unit":null,"list":null}' },
        ];
        const back = bridge.response(writeResponse(provider, { calls })).value;
        const [call] = callsIn(client, withResponse(client, request, back));
        const input = JSON.parse(call?.arguments ?? "") as Fields;
        expect(input).toMatchObject({ city: "Oslo" });
        expect(input).not.toHaveProperty("days");
        expect(input).not.toHaveProperty("list");
      }
    },
  );

  it("nor in a stream, which then waits for the arguments to be complete", async () => {
    const bridge = createBridge({ client: "anthropic", provider: "openai-chat", profile: "strict" });
    bridge.request(writeRequest("anthropic", { tools: [tool], turns: TURNS }));
    const stream = bridge.stream();
    const calls = [
      { id: "call_1", name: "forecast", arguments: '{"city":"Oslo","days":null,"unit":null,"list":null}' },
    ];
    const bytes = writeStream("openai-chat", { calls })
      .map((frame) => stream.push(frame))
      .join("");
    const partial = [...(bytes + stream.end()).matchAll(/"partial_json":("(?:[^"\\]|\\.)*")/g)];
    const text = partial.map(([, json = '""']) => JSON.parse(json) as string).join("");
    expect(JSON.parse(text)).not.toHaveProperty("days");
    expect(legality.anthropic?.stream(bytes)).toEqual([]);
  });

  it("and the history of a client goes back in the strict form", () => {
    const bridge = createBridge({ client: "anthropic", provider: "openai-chat", profile: "strict" });
    const calls = [{ id: "call_1", name: "forecast", arguments: '{"city":"Oslo"}' }];
    const turns = [
      ...TURNS,
      { assistant: { calls } },
      { results: [{ id: "call_1", name: "forecast", content: "Sun" }] },
    ];
    const { value } = bridge.request(writeRequest("anthropic", { tools: [tool], turns }));
    expect(comparableCalls(callsIn("openai-chat", value))).toEqual([
      { name: "forecast", input: { city: "Oslo", days: null, unit: null, list: null } },
    ]);
  });
});

describe("what the peers lose in schemas", () => {
  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))(
    "allOf is merged, not emptied, for %s",
    (provider) => {
      const schema = object({
        a: {
          allOf: [
            object({ b: { type: "string", description: "Bee" } }),
            object({ c: { type: "integer", description: "Sea" } }),
          ],
        },
      });
      const text = JSON.stringify(
        schemaIn(provider, translateRequest("anthropic", provider, asking([["tool", schema]])).value),
      );
      expect(text).toContain("Bee");
      expect(text).toContain("Sea");
    },
  );

  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))(
    "maps keep the schema of their values, or report it, for %s",
    (provider) => {
      const schema = object({ labels: { type: "object", additionalProperties: { type: "integer" } } });
      for (const profile of ["native", "strict"]) {
        const bridge = createBridge({ client: "anthropic", provider, profile });
        const { value, losses } = bridge.request(asking([["tool", schema]]));
        const reported = losses.some(({ path }) => path.startsWith("/tools/0/input_schema/properties/labels"));
        const kept = JSON.stringify(schemaIn(provider, value)).match(/"integer"/i) !== null;
        expect(kept || reported, `${provider} ${profile}`).toBe(true);
      }
    },
  );

  const exact = '{"id":12345678901234567890,"price":1.10,"tiny":1e-400,"big":123456789012345678901234567890}';

  it.each(PAIRS)("integers beyond 2^53 keep their digits for a client of %s from %s", (client, provider) => {
    const id = "call_1";
    const wire = stringifyJson(writeResponse(provider, { calls: [{ id, name: "f", arguments: '{"id":"@"}' }] }));
    const spelled = wire.replace('{"id":"@"}', exact).replace('{\\"id\\":\\"@\\"}', exact.replaceAll('"', '\\"'));
    const { value } = createBridge({ client, provider }).response(parseJson(spelled));
    const [call] = callsIn(client, withResponse(client, {}, value));
    expect(call?.arguments.replaceAll(" ", "")).toBe(exact);
  });

  // The others send arguments as text, in pieces that pass as they are.
  const WHOLE = PAIRS.filter(([, provider]) => provider === "gemini" || provider === "ollama");

  it.each(WHOLE)("and in a stream, for a client of %s from %s", async (client, provider) => {
    const wire = writeStream(provider, { calls: [{ id: "call_1", name: "f", arguments: '{"id":"@"}' }] }).join("");
    const { bytes } = await readTranslatedStream(client, provider, wire.replace('{"id":"@"}', exact));
    expect(bytes.replaceAll("\\", "").replaceAll(" ", "")).toContain(exact);
  });
});

describe("38: what Codex sends", () => {
  const patch = "*** Begin Patch\n*** Add File: a.txt\n+Hi\n*** End Patch\n";
  const grammar = { type: "grammar", syntax: "lark", definition: "start: /.+/s" };
  const tools: Json[] = [
    { type: "custom", name: "apply_patch", description: "Edits files", format: grammar },
    {
      type: "namespace",
      name: "crm",
      description: "Customers",
      tools: [{ type: "function", name: "find", parameters: object({ q: { type: "string" } }), strict: false }],
    },
    { type: "function", name: "shell", parameters: object({ command: { type: "string" } }), strict: false },
  ];
  const request = writeRequest("openai-responses", { turns: TURNS }, { tools });
  const others = DIALECTS.filter((provider) => provider !== "openai-responses");

  it.each(others)("custom tools and namespaces are usable with %s", async (provider) => {
    const bridge = createBridge({ client: "openai-responses", provider, providerModel: MODELS[provider] });
    const { value } = bridge.request(request);
    expect(legality[provider]?.request(value)).toEqual([]);
    const names = toolNames(provider, value);
    const [custom, find] = [names[0] ?? "", names[1] ?? ""];
    expect(names).toHaveLength(3);
    const calls = [
      { id: "call_1", name: custom, arguments: JSON.stringify({ input: patch }) },
      { id: "call_2", name: find, arguments: '{"q":"Ann"}' },
    ];
    const response =
      provider === "openai-chat"
        ? withCustom(writeResponse(provider, { calls }), custom, patch)
        : writeResponse(provider, { calls });
    const back = bridge.response(response).value;
    expect(legality["openai-responses"]?.response(back)).toEqual([]);
    expect(back.output).toMatchObject([
      { type: "custom_tool_call", name: "apply_patch", input: patch },
      { type: "function_call", name: "find", namespace: "crm", arguments: '{"q":"Ann"}' },
    ]);
    const outputs = [
      { type: "custom_tool_call_output", call_id: "call_1", output: "Done" },
      { type: "function_call_output", call_id: "call_2", output: "Ann" },
    ];
    const input = [...(request.input as Json[]), ...(back.output as Json[]), ...outputs];
    const again = bridge.request({ ...request, input });
    expect(legality[provider]?.request(again.value)).toEqual([]);
    expect(callsIn(provider, again.value).map(({ name }) => name)).toEqual([custom, find]);
    expect(JSON.stringify(again.value)).toContain("Begin Patch");
  });

  it.each(others.filter((provider) => provider !== "openai-chat"))("and in a stream of %s", async (provider) => {
    const bridge = createBridge({ client: "openai-responses", provider, providerModel: MODELS[provider] });
    const [custom = "", find = ""] = toolNames(provider, bridge.request(request).value);
    const calls = [
      { id: "call_1", name: custom, arguments: JSON.stringify({ input: patch }) },
      { id: "call_2", name: find, arguments: '{"q":"Ann"}' },
    ];
    const read = await readTranslatedStream("openai-responses", provider, writeStream(provider, { calls }), request);
    expect((read.raw as { output: Json[] }).output).toMatchObject([
      { type: "custom_tool_call", name: "apply_patch", input: patch },
      { type: "function_call", name: "find", namespace: "crm" },
    ]);
  });
});

function withCustom(response: Fields, name: string, input: string): Fields {
  const copy = structuredClone(response) as { choices: { message: { tool_calls: Json[] } }[] };
  const calls = copy.choices[0]?.message.tool_calls ?? [];
  calls[0] = { id: "call_1", type: "custom", custom: { name, input } };
  return copy as unknown as Fields;
}
