import { createBridge, type FastOption, type Json, type JsonObject, ToolMemory } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "../conversations/dialects.ts";
import type { DialectName } from "../properties/dialects.ts";
import { byExtent, isDrawn } from "../support/extent.ts";
import { switchesThatMatter } from "./fast-paths.ts";
import { knownTexts } from "./known-texts.ts";

// A template takes it that no text, id or argument is treated in a way of its own, but for those that `fast/templates/` leaves to
// the reference path. Nobody has to keep that list complete: here each text that the code knows takes every free place.

/** Every how many of the texts is tried in each place of each pair. */
const EVERY = byExtent({ quick: 4000, sample: 100, all: 1 });

const TEXTS = knownTexts();

const pairs = DIALECTS.flatMap((client, row) =>
  DIALECTS.filter((provider, column) => provider !== client && isDrawn(3, row, column + 1)).map((provider) => ({
    client,
    provider,
  })),
);

const SWITCHES = [{ name: "templates", fast: { templates: false } }];

it("finds the texts of the code", () => {
  expect(TEXTS.length).toBeGreaterThan(2000);
  expect(TEXTS).toContain("[Error] ");
});

describe("requests with a text that the code knows are the same without templates", () => {
  it.each(pairs)("from $client to $provider", (ends) => {
    const sample = requestIn(ends.client);
    for (const body of variantsOf(sample, ends))
      expect(
        switchesThatMatter((fast) => requested(body, sample, ends, fast), SWITCHES),
        JSON.stringify(body),
      ).toEqual([]);
  });
});

describe("responses with a text that the code knows are the same without templates", () => {
  it.each(pairs)("to $client from $provider", (ends) => {
    const asked = requestIn(ends.client);
    const sample = responseIn(ends.provider);
    for (const body of variantsOf(sample, ends))
      expect(
        switchesThatMatter((fast) => answered(body, { asked, sample }, ends, fast), SWITCHES),
        JSON.stringify(body),
      ).toEqual([]);
  });
});

interface Ends {
  readonly client: DialectName;
  readonly provider: DialectName;
}

/** Texts that stand in for others, each once in a body. */
const PLACES = [
  ...["The system says", "The user asks", "The model says", "The tool returns", "The path"],
  ...["The tool reads", "The path to read", "The lines to read"],
] as const;
const KEY = "the key of an argument";
const ID = "call_A1b2C3d4E5f6G7h8J9k0L1m2";

const ARGUMENTS = JSON.stringify({ path: "The path", [KEY]: 1 });
const CALL = { id: ID, type: "function", function: { name: "read", arguments: ARGUMENTS } };
const PARAMETERS = {
  type: "object",
  properties: {
    path: { type: "string", description: "The path to read" },
    lines: { description: "The lines to read", anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] },
  },
  required: ["path"],
};
const TOOL = {
  type: "function",
  function: { name: "read", description: "The tool reads", parameters: PARAMETERS },
};

const REQUEST = {
  model: "gpt-4.1",
  messages: [
    { role: "system", content: "The system says" },
    { role: "user", content: "The user asks" },
    { role: "assistant", content: "The model says", tool_calls: [CALL] },
    { role: "tool", tool_call_id: ID, content: "The tool returns" },
  ],
  tools: [TOOL],
};

const MESSAGE = { role: "assistant", content: "The model says", tool_calls: [CALL] };
const RESPONSE = {
  id: "chatcmpl-A1b2C3d4E5f6G7h8J9k0L1m2",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "gpt-4.1",
  choices: [{ index: 0, message: MESSAGE, finish_reason: "tool_calls" }],
  usage: { prompt_tokens: 20, completion_tokens: 9, total_tokens: 29 },
};

function requestIn(dialect: DialectName): JsonObject {
  if (dialect === "openai-chat") return REQUEST;
  return createBridge({ client: "openai-chat", provider: dialect }).request(REQUEST as never)
    .value as unknown as JsonObject;
}

function responseIn(dialect: DialectName): JsonObject {
  if (dialect === "openai-chat") return RESPONSE;
  const bridge = createBridge({ client: dialect, provider: "openai-chat" });
  bridge.request(requestIn(dialect) as never);
  return bridge.response(RESPONSE as never).value as JsonObject;
}

/** Bodies in which a text of the code, alone or with others around it, takes the place of another one. */
function* variantsOf(sample: JsonObject, { client, provider }: Ends): Generator<Json> {
  const json = JSON.stringify(sample);
  const places = [...PLACES, KEY].filter((text) => json.includes(text));
  const first = DIALECTS.indexOf(client) * DIALECTS.length + DIALECTS.indexOf(provider);
  for (const [number, place] of places.entries())
    for (let index = (first + number) % EVERY; index < TEXTS.length; index += EVERY)
      for (const text of formsOf(TEXTS[index] as string)) yield withText(json, place, text);
}

function formsOf(text: string): string[] {
  return [text, `${text} and more`, `More ${text}`];
}

/** The JSON with another text, also where it stands in JSON within a string. */
function withText(json: string, place: string, text: string): Json {
  const spelled = JSON.stringify(text).slice(1, -1);
  const inner = JSON.stringify(spelled).slice(1, -1);
  return JSON.parse(json.replace(`\\"${place}\\"`, () => `\\"${inner}\\"`).replace(`"${place}"`, () => `"${spelled}"`));
}

/** How often a body is translated until it has a template. */
const REPEATS = 3;

const memories = new Map<string, ToolMemory>();

/** A memory that has the template of a sample, and is used for all of its variants. */
function memoryOf(name: string, fast: FastOption, prepare: (memory: ToolMemory) => void): ToolMemory {
  const key = `${name} ${JSON.stringify(fast)}`;
  const known = memories.get(key);
  if (known !== undefined) return known;
  const memory = new ToolMemory();
  memories.set(key, memory);
  for (let turn = 0; turn < REPEATS; turn++) prepare(memory);
  return memory;
}

function requested(body: Json, sample: JsonObject, ends: Ends, fast: FastOption): unknown {
  const ask = (asked: Json, memory: ToolMemory) => createBridge({ ...ends, fast, memory }).request(asked as never);
  const memory = memoryOf(`requests ${ends.client} ${ends.provider}`, fast, (each) => ask(sample, each));
  return ask(body, memory);
}

interface Exchanged {
  readonly asked: JsonObject;
  readonly sample: JsonObject;
}

function answered(body: Json, { asked, sample }: Exchanged, ends: Ends, fast: FastOption): unknown {
  const answer = (answered: Json, memory: ToolMemory) => {
    const bridge = createBridge({ ...ends, fast, memory, ids: () => "id0000000000000000000000", now: () => 1 });
    bridge.request(asked as never);
    const { value, losses, changes } = bridge.response(answered as never);
    return { value, losses, changes };
  };
  const prepare = (each: ToolMemory) => {
    answer(sample, each);
    answer(sample, each);
  };
  return answer(body, memoryOf(`responses ${ends.client} ${ends.provider}`, fast, prepare));
}
