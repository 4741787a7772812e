import { array, assert, constantFrom, json, jsonValue, nat, oneof, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../test/support/dynamic.ts";
import { runs } from "../../../test/support/extent.ts";
import { BodyReader } from "../src/body-reader.ts";
import { ToolMemory } from "../src/fast/tool-memory.ts";
import { isConstant } from "../src/json/constant.ts";
import { JsonError } from "../src/json/error.ts";
import { parseJson } from "../src/json/parse.ts";
import { stringifyJson } from "../src/json/stringify.ts";
import type { Json, JsonObject } from "../src/model/json.ts";

const LIMIT = '{"type":"integer","maximum":12345678901234567890,"default":1.10}';
const TOOL = `{"name":"read","description":"${"Reads. ".repeat(1200)}","input_schema":{"type":"object","properties":{"limit":${LIMIT}}}}`;
const TOOLS = `[${TOOL}]`;

const output: Json[] = [
  { role: "user", content: `Please read ${"it all ".repeat(1300)}` },
  { role: "assistant", content: [{ type: "text", text: 'I "do": [{' }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: '{"tools":[{}]}' }] },
  { role: "assistant", content: [{ type: "tool_use", id: "b", name: "read", input: { tools: [{ messages: [{}] }] } }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "b", content: "12" }] },
  { role: "assistant", content: "\ud83d\ude00 Done." },
];

function bodyOf(messages: readonly Json[]): string {
  return JSON.stringify({ model: "m", messages });
}

/** A reader that has seen some texts: what it sees for the second time, it remembers. */
function readerOf(...seen: string[]): BodyReader {
  const reader = new BodyReader();
  for (const text of seen) reader.read(text);
  return reader;
}

function readTwice(...texts: string[]): { values: Json[]; last: Json } {
  const reader = readerOf(...new Set(texts));
  const values = [...texts, ...texts].map((text) => reader.read(text));
  return { values, last: values.at(-1) as Json };
}

function toolsOf(body: Json): Json {
  return (body as JsonObject).tools as Json;
}

describe("BodyReader", () => {
  it("returns repeated tools as the identical value, with all digits", () => {
    const reader = new BodyReader();
    const [, second, third, fourth] = [1, 2, 3, 4].map((turn) =>
      reader.read(`{"turn":${turn},"tools":${TOOLS},"stream":true}`),
    );
    expect(isConstant(toolsOf(second as Json))).toBe(false);
    expect(toolsOf(fourth as Json)).toBe(toolsOf(third as Json));
    expect(stringifyJson(fourth as Json)).toBe(`{"turn":4,"tools":${TOOLS},"stream":true}`);
  });

  it("remembers what follows a little that is known", () => {
    const reader = readerOf(
      bodyOf([
        { role: "user", content: "Hi" },
        { role: "user", content: "y".repeat(9_000) },
      ]),
    );
    const known = { role: "user", content: "Hi" };
    const long = { role: "assistant", content: "x".repeat(40_000) };
    const first = bodyOf([known, { role: "user", content: "y".repeat(9_000) }]);
    const next = [bodyOf([known, long]), bodyOf([known, long]), bodyOf([known, long, known])];
    const [, , once, again] = [first, ...next].map((text) => (reader.read(text) as { messages: Json[] }).messages);
    expect(again?.[1]).toBe(once?.[1]);
    expect(once).toEqual([known, long]);
  });

  it("returns values that cannot be changed", () => {
    const { last } = readTwice(`{"tools":${TOOLS}}`);
    const [tool] = toolsOf(last) as { input_schema: { properties: Record<string, unknown> } }[];
    expect(() => Object.assign(tool?.input_schema.properties ?? {}, { more: {} })).toThrow(TypeError);
  });

  it.each([
    ["a list of the same name deeper down", `{"input":{"tools":${TOOLS}},"tools":[]}`],
    ["a list that a later key replaces", `{"tools":${TOOLS},"tools":[1]}`],
    ["a list that a later key replaces, written otherwise", `{"tools":${TOOLS},"t\\u006fols":[1]}`],
    ["the words of a list in a text", JSON.stringify({ text: `{"tools":${TOOLS}}`, tools: [] })],
    ["one quoted and one real", `{"quoted":${JSON.stringify(TOOLS)},"more":{"tools":${TOOLS}},"tools":${TOOLS}}`],
    ["white space around it", `{ "tools" :\n ${TOOLS} , "x": 1 }`],
    ["an array for a body", `[{"tools":${TOOLS}}]`],
    ["half a character", `{"tools":[${JSON.stringify("x".repeat(2000))},"\\ud800"]}`],
    ["half a character in an object", `{"tools":[{"x":"${"x".repeat(2000)}","y":"\\ud800"}]}`],
    ["a byte order mark", `\ufeff{"tools":${TOOLS}}`],
    ["text after an object", `{"messages":[{"a":"${"x".repeat(2000)}"},"b",{"c":1}]}`],
    ["no list at all", `{"tools":{"tools":${TOOLS}}}`],
  ])("reads %s correctly", (_, text) => {
    const { values } = readTwice(`{"tools":${TOOLS}}`, text, text);
    for (const value of [values[1], values[2], values[4], values[5]])
      expect(stringifyJson(value as Json)).toBe(stringifyJson(parseJson(text)));
  });

  it.each([
    ["ends too early", `{"tools":${TOOLS}`],
    ["goes on too long", `{"tools":${TOOLS}}}`],
    ["is broken after the tools", `{"tools":${TOOLS},"x":}`],
    ["is broken before them", `{"x":,"tools":${TOOLS}}`],
    ["has a text without an end", `{"tools":["${"x".repeat(2000)}`],
    ["is nested too deep", `{"tools":${TOOLS},"x":${"[".repeat(300)}${"]".repeat(300)}}`],
    [
      "is nested too deep in the tools",
      `{"tools":[${JSON.stringify("x".repeat(2000))},${"[".repeat(255)}${"]".repeat(255)}]}`,
    ],
  ])("reports the same error as parseJson for a text that %s", (_, text) => {
    const reader = readerOf(`{"tools":${TOOLS}}`, `{"tools":${TOOLS}}`);
    const problem = problemOf(() => parseJson(text));
    for (let turn = 0; turn < 3; turn++) expect(problemOf(() => reader.read(text))).toEqual(problem);
  });

  it("recognises earlier messages when a conversation continues, is truncated or forks", () => {
    const reader = readerOf(bodyOf(output.slice(0, 2)));
    const turns = [2, 3, 5, 4, 6].map((length) => reader.read(bodyOf(output.slice(0, length)))) as JsonObject[];
    const [, , third, fourth, fifth] = turns.map(({ messages }) => messages as Json[]);
    expect(third?.[1]).toBe(fifth?.[1]);
    expect(fourth?.[3]).toBe(third?.[3]);
    const forked = reader.read(bodyOf([...output.slice(0, 3), { role: "user", content: "No." }])) as {
      messages: Json[];
    };
    expect(forked.messages[2]).toBe(third?.[2]);
    expect(forked.messages[3]).toEqual({ role: "user", content: "No." });
  });

  it("reads every turn of conversations as parseJson does, whatever changes between them", () => {
    const reader = new BodyReader();
    const key = constantFrom("messages", "input", "contents");
    const message = oneof(constantFrom<Json[]>(...output), jsonValue());
    assert(
      property(
        key,
        array(message, { maxLength: 8 }),
        nat(8),
        array(message, { maxLength: 3 }),
        (name, first, kept, more) => {
          for (const messages of [first, [...first, ...more], [...first.slice(0, kept), ...more], first]) {
            const text = `{"model":"m","${name}":${JSON.stringify(messages)},"tools":${TOOLS}}`;
            expect(stringifyJson(reader.read(text))).toBe(stringifyJson(parseJson(text)));
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it("reads any body as parseJson does, whatever it has read before", () => {
    const lists = [TOOLS, `[${TOOL},${TOOL}]`, `[${TOOL},{"tools":${TOOLS}}]`, "[]"];
    const reader = new BodyReader();
    const body = tuple(jsonValue(), constantFrom(...lists), json(), constantFrom("tools", "other", "messages"));
    assert(
      property(body, ([before, list, after, key]) => {
        const text = `{"before":${JSON.stringify(before)},"${key}":${list},"after":${after}}`;
        expect(stringifyJson(reader.read(text))).toBe(stringifyJson(parseJson(text)));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("BodyReader.readInSteps", () => {
  const bodyOf = (turn: number) => {
    const tools = Array.from({ length: 900 }, (_, index) => ({
      name: `t${index}`,
      input_schema: { title: "x".repeat(300) },
    }));
    return JSON.stringify({ turn, tools, messages: [{ role: "user", content: `turn ${turn}` }] });
  };

  it("takes a step for each piece of a long body, and few where the body repeats", () => {
    const reader = readerOf(bodyOf(1));
    const steps = [1, 2, 3].map((turn) => {
      const work = reader.readInSteps(bodyOf(turn));
      for (let count = 1; ; count++) if (work.next().done) return count;
    });
    // The first body is parsed; with the second, its elements are parsed and frozen.
    expect(steps.map((count) => count > bodyOf(1).length / 100_000)).toEqual([true, true, false]);
    expect(steps[2]).toBe(1);
  });

  it("reads bodies as parseJson does while others are read", () => {
    const reader = new BodyReader();
    const texts = [1, 2, 3, 4, 5, 6].map(bodyOf);
    const values = new Map<string, Json>();
    const works = new Map(texts.map((text) => [text, reader.readInSteps(text)]));
    while (works.size > 0)
      for (const [text, work] of works) {
        const next = work.next();
        if (next.done && works.delete(text)) values.set(text, next.value);
      }
    expect(texts.map((text) => values.get(text))).toEqual(texts.map((text) => parseJson(text)));
  });
});

describe("A bridge for a repeated body", () => {
  it("reports a lone surrogate each time", () => {
    const text = `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"${"x".repeat(2000)}\\ud800"}]}`;
    for (const body of readTwice(text, text).values) {
      const { losses, value } = createBridge({ client: "anthropic", provider: "openai-chat" }).request(body);
      expect(losses.map(({ code, path }) => [code, path])).toEqual([["half-character", "/messages/0/content"]]);
      expect(stringifyJson(value)).toContain("x\ufffd");
    }
  });

  it.each(["openai-chat", "openai-responses", "gemini", "ollama", "anthropic"])(
    "writes the same for %s as without the cache",
    (provider) => {
      const memory = new ToolMemory();
      const text = `{"model":"m","max_tokens":9,"tools":${TOOLS},"messages":[{"role":"user","content":"Hi"}]}`;
      const translated = (body: Json) => {
        const { value, losses, changes } = createBridge({ client: "anthropic", provider, memory }).request(body);
        return { text: stringifyJson(value), losses, changes };
      };
      const { values } = readTwice(text, text);
      expect(values.map((body) => isConstant(toolsOf(body)))).toEqual([false, true, true, true]);
      for (const body of values) expect(translated(body)).toEqual(translated(parseJson(text)));
    },
  );

  it.each(["known", "new"])("does not share %s tools between providers with one cache", (kind) => {
    const memory = new ToolMemory();
    const text = `{"model":"m","max_tokens":9,"tools":${TOOLS},"messages":[{"role":"user","content":"Hi"}]}`;
    const body = kind === "known" ? readTwice(text).last : parseJson(text);
    for (const provider of ["openai-chat", "gemini", "openai-chat", "ollama", "gemini"]) {
      const alone = createBridge({ client: "anthropic", provider }).request(body).value;
      const { value } = createBridge({ client: "anthropic", provider, memory }).request(body);
      expect(stringifyJson(value)).toBe(stringifyJson(alone));
    }
  });

  it("tells whether tools were remembered, also where they are known to be the same", () => {
    const told: boolean[] = [];
    const memory = new ToolMemory((isKnown) => told.push(isKnown));
    const text = `{"model":"m","max_tokens":9,"tools":${TOOLS},"messages":[{"role":"user","content":"Hi"}]}`;
    const { values } = readTwice(text, text);
    const none = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] };
    for (const body of [...values, none])
      createBridge({ client: "anthropic", provider: "gemini", memory }).request(body);
    expect(told).toEqual([false, false, true, true]);
  });

  it("remembers new tools when they are seen for the second time", () => {
    const told: boolean[] = [];
    const memory = new ToolMemory((isKnown) => told.push(isKnown));
    // A template would be for all descriptions.
    const ends = { client: "anthropic", provider: "gemini", fast: { templates: false } } as const;
    const bodyWith = (description: string) =>
      parseJson(`{"model":"m","max_tokens":9,"tools":[{"name":"f","description":"${description}"}],"messages":[]}`);
    for (const description of ["Reads.", "Reads.", "Reads.", "Writes.", "Writes.", "Writes.", "Reads."])
      createBridge({ ...ends, memory }).request(bodyWith(description));
    expect(told).toEqual([false, false, true, false, false, true, true]);
  });

  it("does not encode the tools again", () => {
    const { last } = readTwice(
      `{"model":"m","max_tokens":9,"tools":${TOOLS},"messages":[{"role":"user","content":"Hi"}]}`,
    );
    const { value } = createBridge({ client: "anthropic", provider: "openai-chat" }).request(last);
    expect(isConstant(value.tools)).toBe(true);
  });
});

function problemOf(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    if (error instanceof JsonError) return { message: error.message, offset: error.offset, code: error.code };
    throw error;
  }
  return undefined;
}
