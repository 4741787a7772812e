import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convertTools } from "../../../test/support/dynamic.ts";
import { runs } from "../../../test/support/extent.ts";
import { dialectNames, dialects, findDialect } from "../src/dialects/index.ts";
import { equalJson } from "../src/json/value.ts";
import { Ledger } from "../src/ledger.ts";
import type { Json, JsonObject } from "../src/model/json.ts";
import type { Loss } from "../src/model/loss.ts";
import type { FunctionFields, ToolDraft, ToolFields } from "../src/model/tool.ts";
import { parsePointer } from "../src/place.ts";
import { Report } from "../src/report.ts";
import { toolFieldPlace } from "../src/tool-place.ts";
import { toolArbitraries } from "./tool-arbitraries.ts";

const ids = dialects.map(({ id }) => id);
const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

describe.each(ids)("the tools of %s", (id) => {
  const wires = toolArbitraries[id] as fc.Arbitrary<Json[]>;

  test("come back as they were, with nothing lost", () => {
    fc.assert(
      fc.property(wires, (wire) => {
        const { value, losses } = convert(wire, id, id);
        expect(equalJson(value, wire), JSON.stringify({ wire, value })).toBe(true);
        expect(losses).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });

  test("share nothing that can be changed with what they become", () => {
    fc.assert(
      fc.property(wires, fc.constantFrom(...ids), fc.constantFrom("native", "passthrough"), (wire, to, profile) => {
        const given = new Set(objectsIn(wire));
        const { value } = convertTools(wire, { from: id, to, profile, onInvalid: "skip" });
        expect(objectsIn(value).filter((each) => given.has(each))).toEqual([]);
      }),
      { numRuns: runs(250) },
    );
  });

  test("know where each of their fields stands in the source", () => {
    fc.assert(
      fc.property(wires, (wire) => {
        for (const tool of read(wire, id)) {
          for (const field of Object.keys(tool.origin?.fields ?? {})) {
            const found = pointed(wire, toolFieldPlace(tool, field).pointer);
            if (saysSomething(found)) expect(found).toEqual(canonical(tool, field) ?? found);
          }
        }
      }),
      { numRuns: runs(250) },
    );
  });

  test("lose nothing that is not in the source", () => {
    fc.assert(
      fc.property(wires, fc.constantFrom(...ids), (wire, target) => {
        for (const { path } of convert(wire, id, target).losses) expect(pointed(wire, path), path).toBeDefined();
      }),
      { numRuns: runs(250) },
    );
  });

  test("keep every field that the profile promises", () => {
    const promised = findDialect(id)?.profile.toolFields ?? new Set();
    const [back] = read(write([draftOf(FULL)], id), id);
    for (const field of promised) expect(canonical(back as ToolFields, field), field).toEqual(canonical(FULL, field));
  });
});

describe("a dialect", () => {
  test("is found by its id and its aliases", () => {
    expect(dialectNames().map((name) => findDialect(name)?.id)).not.toContain(undefined);
    expect(findDialect("claude")?.id).toBe("anthropic");
    expect(findDialect("esperanto")).toBeUndefined();
  });
});

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

describe("a custom tool", () => {
  const chat = {
    type: "custom",
    custom: { name: "sql", format: { type: "grammar", grammar: { syntax: "lark", definition: "start: X" } } },
  };
  const responses = {
    type: "custom",
    name: "sql",
    format: { type: "grammar", syntax: "lark", definition: "start: X" },
  };

  test("has its grammar nested in Chat and flat in Responses", () => {
    expect(convert([chat], "openai", "responses").value).toEqual([responses]);
    expect(convert([responses], "responses", "openai").value).toEqual([chat]);
  });

  test.each(["anthropic", "gemini", "ollama", "openrouter", "mcp", "executable"])(
    "is never turned into a function for %s",
    (target) => {
      const { value, losses } = convert([chat], "openai", target);
      expect(value).toEqual([]);
      expect(losses).toMatchObject([{ code: "tool", feature: "custom", path: "/0", action: "dropped" }]);
    },
  );
});

describe("a hosted tool", () => {
  const search = { type: "web_search_20260318", name: "web_search", allowed_domains: ["a.org"], max_uses: 3 };

  test("becomes its equal, with the settings that the target has", () => {
    expect(convert([search], "anthropic", "responses").value).toEqual([
      { type: "web_search", filters: { allowed_domains: ["a.org"] } },
    ]);
    expect(lost([search], "anthropic", "responses")).toEqual(["max_uses /0/max_uses"]);
    expect(convert([search], "anthropic", "openrouter").value).toEqual([
      { type: "openrouter:web_search", parameters: { allowed_domains: ["a.org"], max_uses: 3 } },
    ]);
    expect(convert([search], "anthropic", "gemini").value).toEqual([{ googleSearch: {} }]);
  });

  test("brings along what its equal requires", () => {
    expect(convert([{ codeExecution: {} }], "gemini", "responses").value).toEqual([
      { type: "code_interpreter", container: { type: "auto" } },
    ]);
    expect(convert([{ urlContext: {} }], "gemini", "anthropic").value).toEqual([
      { type: "web_fetch_20260318", name: "web_fetch" },
    ]);
  });

  test("is none where its field is null", () => {
    const wire = [{ functionDeclarations: [{ name: "f" }], codeExecution: null }, { googleSearch: null }];
    expect(convert(wire, "gemini", "anthropic").value).toMatchObject([{ name: "f" }]);
    expect(lost(wire, "gemini", "anthropic")).toEqual(["functionDeclarations /1"]);
  });

  test("has no equal where the client does the work", () => {
    const { value, losses } = convert([{ type: "tool_search", execution: "client" }], "responses", "anthropic");
    expect(value).toEqual([]);
    expect(losses).toMatchObject([{ code: "tool", feature: "tool_search", path: "/0" }]);
  });

  test("is dropped if it has no equivalent", () => {
    const { value, losses } = convert([{ type: "bash_20250124", name: "bash" }, search], "anthropic", "ollama");
    expect(value).toEqual([]);
    expect(losses).toMatchObject([
      { code: "tool", feature: "bash_20250124", path: "/0" },
      { code: "tool", path: "/1" },
    ]);
  });

  test("stands after the functions, in an object of its own", () => {
    const wire = [
      search,
      { name: "f", input_schema: schema },
      { type: "code_execution_20260521", name: "code_execution" },
      { name: "g", input_schema: schema },
    ];
    expect(convert(wire, "anthropic", "gemini").value).toMatchObject([
      { functionDeclarations: [{ name: "f" }, { name: "g" }] },
      { googleSearch: {} },
      { codeExecution: {} },
    ]);
  });
});

describe("a tool that cannot be read", () => {
  test.each([
    ["mcp", ["text"], "wrong-type", "/0", "mcp adapter to_canonical: expected an MCP tool object, got a string"],
    [
      "mcp",
      [{ name: "f" }],
      "missing-schema",
      "/0",
      "mcp adapter to_canonical: expected a tool with a schema for its arguments",
    ],
    ["mcp", [{ inputSchema: {} }], "missing-name", "/0", "mcp adapter to_canonical: expected a function with a name"],
    [
      "openai",
      [{ name: "f", parameters: "{}" }],
      "wrong-type",
      "/0/parameters",
      "openai adapter to_canonical: expected a JSON Schema, got a string",
    ],
    [
      "gemini",
      [{ functionDeclarations: [{ name: "f" }, 7] }],
      "wrong-type",
      "/0/functionDeclarations/1",
      "gemini adapter to_canonical: expected a Gemini function declaration, got a number",
    ],
    [
      "openai",
      [{ name: "t", inputSchema: schema }],
      "wrong-dialect",
      "/0",
      "openai adapter to_canonical: expected the schema of the arguments in function/parameters, but it is in inputSchema",
    ],
    [
      "mcp",
      [{ name: "t", parameters: schema }],
      "wrong-dialect",
      "/0",
      "mcp adapter to_canonical: expected the schema of the arguments in inputSchema, but it is in parameters",
    ],
    [
      "gemini",
      [{ name: "t", input_schema: schema }],
      "wrong-dialect",
      "/0",
      "gemini adapter to_canonical: expected the schema of the arguments in parametersJsonSchema, but it is in input_schema",
    ],
    [
      "anthropic",
      [{ type: "function", function: { name: "t", parameters: schema } }],
      "wrong-dialect",
      "/0",
      "anthropic adapter to_canonical: expected a tool of this dialect, but it is a function",
    ],
    [
      "executable",
      [{ name: "f", description: "d" }],
      "missing-schema",
      "/0",
      "executable adapter to_canonical: expected a tool with a schema for its arguments",
    ],
    [
      "executable",
      [{ name: "f", parameters: schema }],
      "missing-description",
      "/0",
      "executable adapter to_canonical: expected a tool with a description",
    ],
    [
      "responses",
      [{ type: "namespace", name: "n", tools: [null] }],
      "wrong-type",
      "/0/tools/0",
      "responses adapter to_canonical: expected an OpenAI Responses tool object, got null",
    ],
  ])("is refused by %s with its place", (id, wire, code, path, message) => {
    const refusal = expect.objectContaining({ code, path, message }) as Error;
    expect(() => read(wire as Json[], id)).toThrow(refusal);
  });
});

describe("the examples of ikigai and AI-Gents", () => {
  const content = { name: "file_edit", description: "Edit a file by replacing exact text matches." };
  const parameters = {
    type: "object",
    properties: {
      file_path: { type: "string", description: "Absolute or relative path to file" },
      old_string: { type: "string", description: "Exact text to find and replace" },
      new_string: { type: "string", description: "Text to replace old_string with" },
      replace_all: { type: "boolean", description: "Replace all occurrences (default: false)" },
    },
    required: ["file_path", "old_string", "new_string"],
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
  const weather = { name: "get_weather", description: "Get current weather" };

  test.each([
    [
      "ikigai: Anthropic",
      { ...content, parameters },
      "executable",
      "anthropic",
      { ...content, input_schema: parameters },
    ],
    [
      "ikigai: Google",
      { ...content, parameters },
      "executable",
      "gemini",
      { functionDeclarations: [{ ...content, parameters }] },
    ],
    [
      "AI-Gents: OpenAI to Anthropic",
      wrapped({ ...weather, parameters: schema }),
      "openai",
      "anthropic",
      { ...weather, input_schema: schema },
    ],
    ["AI-Gents: OpenAI to Ollama", wrapped(add), "openai", "ollama", wrapped(add)],
    ["AI-Gents: OpenAI to OpenRouter", wrapped(add), "openai", "openrouter", wrapped(add)],
  ])("%s is written as they say", (_, wire, from, to, expected) => {
    const { value, losses } = convert([wire], from, to, "parameters");
    expect(value).toEqual([expected]);
    expect(losses).toEqual([]);
  });

  test("ikigai: OpenAI is written as the document shows it, once the schema is strict", () => {
    const strict = { ...parameters, required: Object.keys(parameters.properties), additionalProperties: false };
    const [tool] = read([{ ...content, parameters }], "executable") as [FunctionFields];
    const draft = { tool, name: tool.name, inputSchema: strict, strict: true };
    expect(write([draft], "openai")).toEqual([wrapped({ ...content, strict: true, parameters: strict })]);
  });

  test("003: a function that is doubled is read once, and comes back doubled", () => {
    const flat = { name: "get_weather", description: "Get current weather for a location", parameters: schema };
    const doubled = { type: "function", ...flat, function: { ...flat, strict: false } };
    expect(read([doubled], "responses")).toMatchObject([{ name: "get_weather", strict: false, inputSchema: schema }]);
    expect(lost([doubled], "responses", "anthropic")).toEqual([]);
    expect(convert([doubled], "responses", "responses").value).toEqual([doubled]);
  });

  test("002: settings that only a library has are reported if the target lacks them", () => {
    const hints = { version: "1.0.0", category: "files", tags: ["a"], timeoutMs: 5, requiredScopes: ["read"] };
    const ledger = new Ledger({ from: "canonical", to: "mcp" });
    write([draftOf({ type: "function", name: "f", inputSchema: schema, ...hints })], "mcp", ledger);
    expect(ledger.losses().map(({ feature }) => feature)).toEqual(Object.keys(hints));
  });
});

const FULL: FunctionFields = {
  type: "function",
  name: "f",
  inputSchema: schema,
  outputSchema: schema,
  title: "F",
  strict: true,
  annotations: { readOnlyHint: true },
  icons: [{ src: "https://example.org/i.png" }],
  meta: { a: 1 },
  namespace: "n",
  deferLoading: true,
  allowedCallers: ["direct"],
  inputExamples: [{ city: "Paris" }],
  eagerInputStreaming: true,
  cacheControl: { type: "ephemeral" },
};

function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

function convert(wire: readonly Json[], from: string, to: string, variant?: string): { value: Json[]; losses: Loss[] } {
  const ledger = new Ledger({ from, to });
  const drafts = read(wire, from).map(draftOf);
  const value = write(variant === undefined ? drafts : drafts.map((draft) => ({ ...draft, variant })), to, ledger);
  return { value, losses: ledger.losses() };
}

function write(
  drafts: readonly ToolDraft[],
  to: string,
  ledger: Ledger = new Ledger({ from: "canonical", to }),
): Json[] {
  return findDialect(to)?.tools.encode(drafts, new Report(ledger, "from_canonical")) ?? [];
}

function wrapped(definition: JsonObject): JsonObject {
  return { type: "function", function: definition };
}

function read(wire: readonly Json[], from: string): ToolFields[] {
  return findDialect(from)?.tools.decode(wire, new Report(new Ledger({ from, to: from }), "to_canonical")) ?? [];
}

function lost(wire: readonly Json[], from: string, to: string): string[] {
  return convert(wire, from, to).losses.map(({ feature, path }) => `${feature} ${path}`);
}

function draftOf(tool: ToolFields): ToolDraft {
  if (tool.type !== "function") return { tool, name: tool.name };
  const { name, inputSchema, outputSchema, strict } = tool;
  return {
    tool,
    name,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    ...(strict !== undefined && { strict }),
  };
}

function canonical(tool: ToolFields, field: string): unknown {
  return (tool as unknown as Record<string, unknown>)[field];
}

/** `null` and an empty object may mean the canonical value. */
function saysSomething(value: Json | undefined): boolean {
  return value !== undefined && value !== null && !equalJson(value, {});
}

/** What a pointer names, through lists too. */
function pointed(wire: Json, pointer: string): Json | undefined {
  let value: Json | undefined = wire;
  for (const key of parsePointer(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}
