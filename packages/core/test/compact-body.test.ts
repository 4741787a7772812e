import { array, assert, constantFrom, jsonValue, nat, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../test/support/dynamic.ts";
import { runs } from "../../../test/support/extent.ts";
import { BodyReader } from "../src/body-reader.ts";
import { forgetSourceText, readCompact } from "../src/compact.ts";
import { parseJson } from "../src/json/parse.ts";
import { sourceText } from "../src/json/source-text.ts";
import { stringifyJson } from "../src/json/stringify.ts";
import type { Json, JsonObject } from "../src/model/json.ts";

/** A request that is long enough to be searched for lists. */
function requestWith(schema: string, rest = ""): string {
  const tool = `{"name":"read","description":"Reads \\"it\\".\\n","input_schema":${schema}}`;
  const tools = `[{"name":"first","input_schema":{"type":"object","properties":{}}},${tool}]`;
  const messages = `[{"role":"user","content":"${"Go on. ".repeat(1300)}"}]`;
  return `{"model":"m","max_tokens":9,"messages":${messages},"tools":${tools}${rest}}`;
}

/** The text of the last schema of a request, if it is known. */
function textIn(text: string): string | undefined {
  const body = new BodyReader({ readCompact }).read(text) as { readonly tools: readonly JsonObject[] };
  return textOf(body.tools.at(-1)?.input_schema);
}

function textOf(schema: Json | undefined): string | undefined {
  return typeof schema === "object" && schema !== null ? sourceText(schema) : undefined;
}

/** The text of the last schema of a translation, if it is known. */
function lastText({ tools }: JsonObject): string | undefined {
  const { function: wrapped, input_schema = wrapped?.parameters } = (tools as unknown as Tool[]).at(-1) ?? {};
  return textOf(input_schema);
}

interface Tool {
  readonly function?: JsonObject;
  readonly input_schema?: Json;
}

function translated(body: Json, fast: boolean): JsonObject {
  return createBridge({ client: "anthropic", provider: "openai-chat", fast }).request(body).value as JsonObject;
}

const SCHEMA =
  '{"type":"object","properties":{"a\\\\b":{"type":"string","description":"\\t\\"é\\""},"n":{"type":"number","maximum":1000,"minimum":-0.5}},"required":["n"]}';

describe("schemas of bodies that nobody changes", () => {
  it("are written as they were read", () => {
    const text = requestWith(SCHEMA);
    const value = translated(new BodyReader({ readCompact }).read(text), true);
    expect(textIn(text)).toBe(SCHEMA);
    expect(lastText(value)).toBe(SCHEMA);
    expect(stringifyJson(value)).toBe(stringifyJson(translated(parseJson(text), false)));
  });

  it("are not copied", () => {
    const body = new BodyReader({ readCompact }).read(requestWith(SCHEMA)) as never;
    const { tools } = translated(body, true) as never as { tools: { function: JsonObject }[] };
    const source = body as { readonly tools: readonly JsonObject[] };
    expect(tools[1]?.function.parameters).toBe(source.tools[1]?.input_schema);
  });

  it("are copied where the caller may change them", () => {
    const value = translated(new BodyReader().read(requestWith(SCHEMA)), true);
    expect(lastText(value)).toBeUndefined();
    const [, tool] = value.tools as unknown as { function: { parameters: { title?: string } } }[];
    Object.assign(tool?.function.parameters ?? {}, { title: "changed" });
    expect(stringifyJson(value)).toContain('"title":"changed"');
  });

  it("are written as they were read beside messages that are known", () => {
    const reader = new BodyReader({ readCompact });
    for (const title of ["one", "two", "three"]) {
      const schema = SCHEMA.replace("{", `{"title":"${title}",`);
      const text = requestWith(schema);
      const value = translated(reader.read(text), true);
      expect(lastText(value)).toBe(schema);
      expect(stringifyJson(value)).toBe(stringifyJson(translated(parseJson(text), false)));
    }
  });

  it("are written and copied as others once their text is forgotten", () => {
    const text = requestWith(SCHEMA);
    const body = new BodyReader({ readCompact }).read(text) as { readonly tools: readonly JsonObject[] };
    const kept = translated(body as never, true);
    forgetSourceText(body);
    const value = translated(body as never, true);
    expect([lastText(kept), lastText(value)]).toEqual([undefined, undefined]);
    expect(value.tools).not.toBe(kept.tools);
    const expected = stringifyJson(translated(parseJson(text), false));
    expect([kept, value].map((each) => stringifyJson(each))).toEqual([expected, expected]);
  });

  it("have marks for the prompt cache beside them", () => {
    const schema = '{"type":"object","properties":{"path":{"type":"string","description":"\\t\\"é\\""}}}';
    const chat = { type: "function", function: { name: "read", parameters: parseJson(schema) } };
    const text = JSON.stringify({ messages: [{ role: "user", content: "Go on. ".repeat(3000) }], tools: [chat] });
    const translate = (fast: boolean) => {
      const bridge = createBridge({ client: "openai-chat", provider: "anthropic", caching: {}, fast });
      return bridge.request(new BodyReader({ readCompact, fast }).read(text)).value as JsonObject;
    };
    expect(lastText(translate(true))).toBe(schema);
    expect(stringifyJson(translate(true))).toContain(`${schema},"cache_control":`);
    expect(stringifyJson(translate(true))).toBe(stringifyJson(translate(false)));
  });
});

describe("the text of a schema", () => {
  const deep = `${'{"a":'.repeat(70)}1${"}".repeat(70)}`;
  it.each([
    ["with spaces", '{"type":"object", "properties":{}}', ""],
    ["where there are spaces elsewhere", SCHEMA, ' ,"stream":true'],
    ["with numbers that are shorter than doubles print them", '{"type":"object","maxProperties": 1e3}', ""],
    ["with numbers that are as long as doubles print them", '{"type":"object","maxProperties":1e2}', ""],
    ["with such numbers in lists", '{"type":"object","enum":[1e2]}', ""],
    ["with a zero that has a sign", '{"type":"object","minimum":-0}', ""],
    ["with numbers that no double has", '{"type":"object","minimum":9007199254740993}', ""],
    ["with numbers that are no doubles", '{"type":"object","minimum":1e400}', ""],
    ["with other escapes", '{"type":"object","description":"a\\/b"}', ""],
    ["with characters that are escaped without need", '{"type":"object","description":"\\u00e9"}', ""],
    ["with a lone surrogate that is escaped", '{"type":"object","description":"\\ud800"}', ""],
    ["with integer keys, which objects have in another order", '{"type":"object","properties":{"b":{},"1":{}}}', ""],
    ["with keys that are repeated", '{"type":"object","title":"a","title":"b"}', ""],
    ["that is nested deeply", `{"type":"object","default":${deep}}`, ""],
  ])("is not used %s", (_, schema, rest) => {
    const text = requestWith(schema, rest);
    expect(textIn(text)).toBeUndefined();
    expectSame(text);
  });

  it("is not written where it has a lone surrogate", () => {
    expectSame(requestWith('{"type":"object","description":"\ud800"}'));
  });

  it("does not hide a lone surrogate in what was read from an earlier text", () => {
    const reader = new BodyReader({ readCompact });
    for (const title of ["one", "two", "three", "four"]) {
      const schema = SCHEMA.replace("{", `{"title":"${title}",`);
      const text = requestWith(schema).replace("Go on. ", "\\ud800");
      expect(stringifyJson(translated(reader.read(text), true))).toBe(
        stringifyJson(translated(parseJson(text), false)),
      );
    }
  });

  it.each(["__proto__", "constructor", "toJSON", "é"])("is used with the key %s", (key) => {
    const schema = `{"type":"object","properties":{"${key}":{"type":"string"}}}`;
    expect(textIn(requestWith(schema))).toBe(schema);
    expectSame(requestWith(schema));
  });
});

function expectSame(text: string): void {
  const constant = new BodyReader({ readCompact }).read(text);
  const parsed = parseJson(text, { noteDuplicates: true });
  expect(stringifyJson(translated(constant, true))).toBe(stringifyJson(translated(parsed, false)));
}

describe("a body is read by its length", () => {
  it.each(['{"a":1e3 }', '{"a":1e14,"b":1,"b":100000000}', '{"a":[0.10,1E3]}', '{"a,\\"b":100,"c":[",\\"b\\":100,"]}'])(
    "not %s",
    (text) => expect(readCompact(text)).toBeUndefined(),
  );

  it("not where another member looks like a number that is written otherwise", () => {
    const exponents = '{"m":1e14}';
    const text = `{"x":{"m":100000000000000},"y":${exponents}${" ".repeat(11)}}`;
    expect(text.length).toBe(stringifyJson(parseJson(text.replace("1e14", "1".padEnd(15, "0")))).length);
    expect(readCompact(text)).toBeUndefined();
  });

  it("only where that is the text that would be written", () => {
    const number = constantFrom("0", "-0", "1e3", "1E2", "1000", "100", "1.0", "0.1", "1e-3", "0.001", "1e14", "5e-7");
    const key = constantFrom("a", "b", "é", "2", "__proto__", '\\"', "\\n", ",");
    const member = record({ key, number, spaces: nat(3) });
    const random = record({ members: array(member, { maxLength: 8 }), other: jsonValue(), spaces: nat(12) });
    const isExact = ({ members, other, spaces }: Written) => {
      const own = members.map((each) => `"${each.key}":${" ".repeat(each.spaces % 2)}${each.number}`);
      const schema = `{${['"type":"object"', ...own, `"other":${JSON.stringify(other)}`].join(",")}}`;
      const text = `{"one":1,"schema":${schema}${" ".repeat(spaces % 3)},"list":[${members.map((each) => each.number)}]}`;
      const value = readCompact(text);
      const reference = parseJson(text);
      expect(value ?? reference).toEqual(reference);
      expect(value === undefined ? text : stringifyJson(reference)).toBe(text);
      expect(textOf(value?.schema) ?? schema).toBe(schema);
    };
    assert(property(random, isExact), { numRuns: runs(2000) });
  });
});

interface Written {
  readonly members: readonly { readonly key: string; readonly number: string; readonly spaces: number }[];
  readonly other: unknown;
  readonly spaces: number;
}
