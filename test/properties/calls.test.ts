import { type Json, stringifyJson } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge, parseToolCalls } from "../support/dynamic.ts";
import { DIALECTS, type DialectName, type Fields, MODELS, PAIRS } from "./dialects.ts";
import { holds } from "./runs.ts";
import { typedArguments } from "./schemas.ts";
import { canonicalJson, canonicalJsonOf, json, object } from "./values.ts";
import { answers, callsIn, histories } from "./wire-calls.ts";

const TEXTUAL: readonly DialectName[] = ["openai-chat", "openai-responses", "openrouter"];

/** Ids as servers make them, and unusual ones. */
const id: fc.Arbitrary<string> = fc.oneof(
  fc.string({ minLength: 1, maxLength: 70 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  fc
    .tuple(
      fc.array(fc.constantFrom("call_", "toolu_", "fc_", "tg_", "tgh_", "chatcmpl-tool-", "functions.f:"), {
        maxLength: 3,
      }),
      fc.stringMatching(/^[a-z0-9_]{0,50}$/),
    )
    .map(([prefixes, rest]) => prefixes.join("") + rest)
    .filter((each) => each !== ""),
);

const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 4 });

describe.each(PAIRS)("ids of calls from %s to %s", (client, provider) => {
  it("are legal there, stay apart and lead back", () =>
    holds(ids, 30, (each) => {
      const bridge = bridgeOf(client, provider);
      const { value } = bridge.request(histories[client](each.map((name) => ({ id: name, name: "f", input: {} }))));
      const sent = callsIn[provider](value as Fields).map((call) => call.id);
      expect(violations(provider, value)).toEqual([]);
      expect(new Set(sent).size).toBe(each.length);
      const answer = bridge.response(answers[provider](sent.map((name) => ({ id: name, name: "f", input: {} }))));
      expect(parseToolCalls(answer.value, { from: client }).map((call) => call.id)).toEqual(each);
    }));

  it("that the provider makes are legal here, stay apart and lead back", () =>
    holds(ids, 30, (each) => {
      const bridge = bridgeOf(client, provider);
      const answer = bridge.response(answers[provider](each.map((name) => ({ id: name, name: "f", input: {} }))));
      const got = parseToolCalls(answer.value, { from: client }).map((call) => call.id);
      expect(new Set(got).size).toBe(each.length);
      const body = histories[client](got.map((name) => ({ id: name, name: "f", input: {} })));
      expect(violations(client, body)).toEqual([]);
      expect(callsIn[provider](bridge.request(body).value as Fields).map((call) => call.id)).toEqual(each);
    }));
});

describe.each(DIALECTS)("a list of responses of %s", (dialect) => {
  it("has the calls of each, as Gemini streams them without SSE", () =>
    holds(fc.array(ids, { minLength: 1, maxLength: 3 }), 20, (responses) => {
      const body = responses.map((each) => answers[dialect](each.map((name) => ({ id: name, name: "f", input: {} }))));
      expect(parseToolCalls(body, { from: dialect }).map((call) => call.id)).toEqual(responses.flat());
    }));
});

/** Texts that stand where JSON arguments should: whole, cut short, put into JSON twice, and nothing of the kind. */
const argumentText: fc.Arbitrary<string> = fc.oneof(
  object.map((value) => stringifyJson(value)),
  json.map((value) => stringifyJson(value)),
  fc.tuple(object, fc.nat()).map(([value, place]) => cut(stringifyJson(value), place)),
  object.map((value) => stringifyJson(stringifyJson(value))),
  fc.constantFrom("", " ", "{", '{"a":', "{'a':1}", "undefined", "{}{}", '{"a":1,}', "NaN", "[]", '""', "null"),
  fc.string({ maxLength: 12 }),
);

// Only some dialects can say what is no JSON: the others have objects.
describe.each(PAIRS.filter(([client]) => TEXTUAL.includes(client)))(
  "arguments of calls from %s to %s",
  (client, provider) => {
    it("reach the provider as they are, or raw", () =>
      holds(argumentText, 40, (text) => {
        const { value, losses } = bridgeOf(client, provider).request(
          histories[client]([{ id: "call_1", name: "f", input: text }]),
        );
        expect(violations(provider, value)).toEqual([]);
        const whole = inWholeCharacters(text);
        expect(kept(callsIn[provider](value as Fields)[0]?.input)).toBe(wanted(whole));
        expect(losses.some(({ code }) => code === "half-character")).toBe(whole !== text);
      }));
  },
);

describe.each(PAIRS.filter(([, provider]) => TEXTUAL.includes(provider)))(
  "arguments of calls to %s from %s",
  (client, provider) => {
    it("reach the client as they are, or raw", () =>
      holds(argumentText, 40, (text) => {
        const answer = bridgeOf(client, provider).response(
          answers[provider]([{ id: "call_1", name: "f", input: text }]),
        );
        expect(answer.status).toBeUndefined();
        const [call] = parseToolCalls(answer.value, { from: client });
        expect(kept(call?.raw)).toBe(repaired(text));
      }));
  },
);

describe.each(PAIRS)("arguments with a lens from %s to %s", (client, provider) => {
  it("come back through the lens that they went out by", () =>
    holds(typedArguments, 30, ({ schema, value }) => {
      const bridge = createBridge({ client, provider, providerModel: MODELS[provider], profile: "strict" });
      const call = { id: "call_1", name: "f", input: value as Fields };
      const { value: sent } = bridge.request({ ...histories[client]([call]), ...toolsOf(client, schema) });
      expect(violations(provider, sent)).toEqual([]);
      const [lowered] = callsIn[provider](sent as Fields);
      const answer = bridge.response(answers[provider]([{ id: "call_1", name: "f", input: asValue(lowered?.input) }]));
      const [lifted] = parseToolCalls(answer.value, { from: client });
      expect(canonicalJsonOf(lifted?.arguments ?? "")).toBe(canonicalJson(value));
    }));
});

describe.each(DIALECTS)("arguments in answers of %s", (dialect) => {
  it("are read to the digit", () =>
    holds(object, 30, (input) => {
      const [call] = parseToolCalls(answers[dialect]([{ id: "call_1", name: "f", input }]), { from: dialect });
      expect(canonicalJsonOf(call?.arguments ?? "")).toBe(canonicalJson(input));
    }));
});

function bridgeOf(client: DialectName, provider: DialectName) {
  return createBridge({ client, provider, providerModel: MODELS[provider] });
}

function violations(dialect: DialectName, body: Json): string[] {
  const addressed = dialect === "gemini" ? { ...(body as Fields), model: MODELS.gemini } : body;
  return (legality[dialect]?.request(addressed) ?? []).map(({ path, rule, message }) => `${path} ${rule} ${message}`);
}

function toolsOf(client: DialectName, schema: Fields): Fields {
  const tools: Readonly<Record<DialectName, Json>> = {
    "openai-chat": { type: "function", function: { name: "f", parameters: schema } },
    "openai-responses": { type: "function", name: "f", parameters: schema, strict: false },
    anthropic: { name: "f", input_schema: schema },
    gemini: { functionDeclarations: [{ name: "f", parametersJsonSchema: schema }] },
    "gemini-interactions": { type: "function", name: "f", parameters: schema },
    ollama: { type: "function", function: { name: "f", parameters: schema } },
    openrouter: { type: "function", function: { name: "f", parameters: schema } },
    bedrock: { toolSpec: { name: "f", inputSchema: { json: schema } } },
  };
  return client === "bedrock" ? { toolConfig: { tools: [tools[client]] } } : { tools: [tools[client]] };
}

function asValue(input: Json | undefined): Json {
  return typeof input === "string" ? input : (input ?? {});
}

function cut(text: string, place: number): string {
  return text.slice(0, place % text.length);
}

/** What is kept of arguments: their meaning, or, where they are no object of JSON, the text itself. */
function kept(input: Json | undefined): string {
  if (typeof input === "string") return wanted(input);
  const fields = input as Fields;
  const raw = Object.keys(fields).length === 1 ? fields.INVALID_JSON : undefined;
  return typeof raw === "string" ? wanted(raw) : canonicalJson(fields);
}

/** Half of a character cannot be sent as UTF-8: the replacement character stands in its place. */
function inWholeCharacters(text: string): string {
  return Buffer.from(text).toString();
}

// No text, and a text that says null, mean no arguments.
function wanted(text: string): string {
  return /^\s*(?:null)?\s*$/.test(text) ? "{}" : canonicalJsonOf(text);
}

// An object that was put into JSON twice is taken out again on its way to the client.
function repaired(text: string): string {
  const once = wanted(text);
  const inner = once.startsWith('"') ? canonicalJsonOf(JSON.parse(once) as string) : once;
  return inner.startsWith("{") ? inner : once;
}
