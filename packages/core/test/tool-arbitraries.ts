import fc from "fast-check";
import type { Json, JsonObject } from "../src/model/json.ts";

type Entry = fc.Arbitrary<JsonObject>;
type Parts = Record<string, fc.Arbitrary<Json>>;

const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const name = fc.string({ minLength: 1, maxLength: 8 });
const schema = fc.oneof(
  fc.constant<Json>({ type: "object", properties: {} }),
  fc.dictionary(fc.constantFrom("type", "properties", "x"), json),
  fc.boolean(),
) as fc.Arbitrary<Json>;
const unknownKey = fc.constantFrom(
  "x",
  "__proto__",
  "a/b",
  "m~n",
  "constructor",
  "title",
  "group",
  "silent",
  "at",
  "absent",
);

/** Tools as each dialect may hold them: with what is unknown, misplaced, null or missing at every level. */
export const toolArbitraries: Readonly<Record<string, fc.Arbitrary<Json[]>>> = {
  "openai-chat": some(chatFunction(), flatFunction(), doubledFunction(), chatCustom(), flatCustom(), vendorTool()),
  "openai-responses": some(
    flatFunction(),
    chatFunction(),
    doubledFunction(),
    flatCustom(),
    chatCustom(),
    vendorTool(),
    namespace(),
  ),
  anthropic: some(anthropicFunction(), vendorTool()),
  gemini: some(geminiTool(), geminiTool(), geminiFunction()),
  "gemini-interactions": some(interactionsFunction(), vendorTool()),
  ollama: some(chatFunction(), flatFunction(), doubledFunction(), vendorTool()),
  openrouter: some(chatFunction(), flatFunction(), doubledFunction(), vendorTool()),
  bedrock: some(toolSpec(), toolSpec(), systemTool(), cachePoint()),
  mcp: some(mcpTool()),
  executable: some(loose({ name, description: fc.string(), parameters: schema })),
};

function some(...entries: Entry[]): fc.Arbitrary<Json[]> {
  return fc.array(fc.oneof(...entries), { maxLength: 5 });
}

/** An object with these fields, and with unknown ones. */
function loose(required: Parts, optional: Parts = {}): Entry {
  const known = fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
  const entries = fc.array(fc.tuple(unknownKey, json), { maxLength: 2 });
  return fc.tuple(known, entries).map(([fields, extra]) => ({ ...Object.fromEntries(extra), ...fields }) as JsonObject);
}

function nullable(value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
}

/** Mostly what is expected, at times null or anything else. */
function odd(value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.oneof(
    { weight: 6, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: json },
  );
}

function functionParts(): Parts {
  return {
    description: odd(fc.string()),
    parameters: nullable(schema),
    strict: odd(fc.boolean()),
    defer_loading: odd(fc.boolean()),
    allowed_callers: odd(fc.array(fc.constantFrom("direct", "programmatic"))),
    output_schema: odd(schema),
    cache_control: odd(fc.constant({ type: "ephemeral" })),
  };
}

function toolSpec(): Entry {
  const fields = { description: odd(fc.string()), strict: odd(fc.boolean()) };
  return loose({ toolSpec: loose({ name, inputSchema: loose({ json: schema }) }, fields) });
}

function systemTool(): Entry {
  return loose({ systemTool: loose({ name: fc.constantFrom("nova_grounding", "nova_code_interpreter", "other") }) });
}

function cachePoint(): Entry {
  return fc.oneof(
    fc.constant({ cachePoint: { type: "default" } }),
    fc.constant({ cachePoint: { type: "default", ttl: "1h" } }),
    loose({ cachePoint: loose({ type: odd(fc.constant("default")) }, { ttl: odd(fc.constant("5m")) }) }),
  );
}

function chatFunction(): Entry {
  return loose({ function: loose({ name }, functionParts()) }, { ...functionParts(), type: fc.constant("function") });
}

function flatFunction(): Entry {
  return loose(
    { name },
    { ...functionParts(), type: fc.constantFrom("function", null), function: odd(fc.constant({})).filter(isNameless) },
  );
}

// One with a name is a function of its own, and an empty name is refused.
function isNameless(value: Json): boolean {
  return typeof value !== "object" || value === null || !("name" in value);
}

function doubledFunction(): Entry {
  const parts = { type: fc.constant("function"), function: loose({ name }, functionParts()) };
  return fc.tuple(loose({ name }, functionParts()), loose({}, parts)).map(([flat, nested]) => {
    const copy = Object.hasOwn(nested, "function") ? nested.function : { ...flat };
    return { ...flat, ...nested, function: copy ?? {} } as JsonObject;
  });
}

function chatCustom(): Entry {
  const grammar = loose({}, { syntax: odd(fc.string()), definition: odd(fc.string()) });
  const format = loose({}, { type: odd(fc.constantFrom("text", "grammar", "json")), grammar: odd(grammar) });
  return loose({
    type: fc.constant("custom"),
    custom: loose({ name }, { description: odd(fc.string()), format: odd(format) }),
  });
}

function flatCustom(): Entry {
  const parts = {
    type: odd(fc.constantFrom("text", "grammar")),
    syntax: odd(fc.string()),
    definition: odd(fc.string()),
  };
  return loose({ type: fc.constant("custom"), name }, { description: odd(fc.string()), format: odd(loose({}, parts)) });
}

function vendorTool(): Entry {
  const type = fc.constantFrom(
    "web_search",
    "web_search_20260318",
    "openrouter:web_search",
    "code_interpreter",
    "mcp",
    "bash_20250124",
    "z",
  );
  const domains = odd(fc.array(fc.string()));
  const settings = { name: odd(name), filters: odd(loose({}, { allowed_domains: domains })), max_uses: odd(fc.nat()) };
  return loose(
    { type },
    { ...settings, parameters: odd(loose({}, { allowed_domains: domains })), user_location: json },
  );
}

function namespace(): Entry {
  const members = fc.array(fc.oneof(flatFunction(), flatCustom(), vendorTool()), { maxLength: 3 });
  return loose({ type: fc.constant("namespace"), name, tools: members }, { description: odd(fc.string()) });
}

function anthropicFunction(): Entry {
  const { parameters, ...parts } = functionParts();
  const own = { input_schema: nullable(schema), input_examples: json, eager_input_streaming: odd(fc.boolean()) };
  return loose({ name }, { ...parts, ...own, type: fc.constantFrom("custom", null) });
}

function geminiFunction(): Entry {
  const parts = {
    parameters: nullable(schema),
    parametersJsonSchema: nullable(schema),
    parameters_json_schema: nullable(schema),
  };
  return loose(
    { name },
    { ...parts, description: odd(fc.string()), response: odd(schema), responseJsonSchema: odd(schema), behavior: json },
  );
}

function interactionsFunction(): Entry {
  return loose(
    { type: fc.constant("function"), name },
    { description: odd(fc.string()), parameters: nullable(schema) },
  );
}

function geminiTool(): Entry {
  const functions = nullable(fc.array(geminiFunction(), { maxLength: 3 }) as fc.Arbitrary<Json>);
  const builtIns = {
    googleSearch: odd(loose({})),
    codeExecution: odd(fc.constant({})),
    google_search: odd(fc.constant({})),
    mcpServers: json,
  };
  return loose({}, { functionDeclarations: functions, function_declarations: functions, ...builtIns });
}

function mcpTool(): Entry {
  const own = {
    title: odd(fc.string()),
    icons: odd(fc.array(json)),
    annotations: odd(loose({})),
    _meta: odd(loose({})),
    execution: json,
  };
  return loose({ name, inputSchema: schema }, { description: odd(fc.string()), outputSchema: odd(schema), ...own });
}
