import { type Json, parseJson, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import {
  callsIn,
  comparableCalls,
  failed,
  readTranslatedStream,
  resultsIn,
  translateStream,
} from "../known-failures/translate.ts";
import {
  chatCall,
  DIALECTS,
  type DialectName,
  type Fields,
  PAIRS,
  PARIS,
  WEATHER,
  withResponse,
  writeRequest,
} from "../known-failures/wire.ts";
import { completion, writeResponse } from "../known-failures/wire-responses.ts";
import { writeStream } from "../known-failures/wire-streams.ts";
import { createBridge } from "../support/dynamic.ts";
import { TURNS } from "./content.ts";

const NUMBERS =
  '{"a":9007199254740993,"b":18446744073709551616,"c":1e400,"d":-0,"e":1.10,"f":0.1234567890123456789,"g":1E5}';

/** A wire text in which a marked object is replaced by exact JSON, both where it stands as a value and as text in a string. */
function exactly(wire: Json, json: string): Json {
  const text = stringifyJson(wire);
  const inText = JSON.stringify(json).slice(1, -1);
  return parseJson(
    text.replaceAll('{\\"@\\":0}', inText.replaceAll("$", "$$$$")).replaceAll('{"@":0}', json.replaceAll("$", "$$$$")),
  );
}

const ARGUMENT_FIELDS: Readonly<Partial<Record<DialectName, string>>> = {
  anthropic: "partial_json",
  "openai-responses": "delta",
};

/** The arguments that a stream says, in its own spelling. */
function argumentsIn(client: DialectName, bytes: string): string {
  if (client === "gemini" || client === "ollama") return bytes;
  const field = ARGUMENT_FIELDS[client] ?? "arguments";
  const pieces = [...bytes.matchAll(new RegExp(`"${field}":("(?:[^"\\\\]|\\\\.)*")`, "g"))];
  return pieces.map(([, text = '""']) => JSON.parse(text) as string).join("");
}

const MARKED = { ...PARIS, arguments: '{"@":0}' };

describe("F36: numbers keep their spelling", () => {
  it.each(PAIRS)("in the arguments of an answer, for a client of %s from %s", (client, provider) => {
    const { value } = createBridge({ client, provider }).response(
      exactly(writeResponse(provider, { calls: [MARKED] }), NUMBERS),
    );
    expect(callsIn(client, withResponse(client, {}, value))[0]?.arguments.replaceAll(" ", "")).toBe(NUMBERS);
  });

  it.each(PAIRS)("in the arguments of a stream, for a client of %s from %s", (client, provider) => {
    const whole = provider === "gemini" || provider === "ollama";
    const wire = whole
      ? writeStream(provider, { calls: [MARKED] })
          .join("")
          .replace('{"@":0}', NUMBERS)
      : writeStream(provider, { calls: [{ ...PARIS, arguments: NUMBERS }] }).join("");
    const bytes = translateStream(client, provider, [wire]);
    expect(failed(client, bytes), bytes).toBe(false);
    expect(argumentsIn(client, bytes).replaceAll(" ", "")).toContain(NUMBERS);
  });

  it.each(PAIRS)("in the history from a client of %s to %s", (client, provider) => {
    const turns = [...TURNS, { assistant: { calls: [MARKED] } }, { results: [{ ...PARIS, content: '{"@":0}' }] }];
    const request = exactly(writeRequest(client, { tools: [WEATHER], turns }), NUMBERS);
    const { value } = createBridge({ client, provider }).request(request);
    expect(callsIn(provider, value)[0]?.arguments.replaceAll(" ", "")).toBe(NUMBERS);
    expect(stringifyJson(resultsIn(provider, value)[0]?.body ?? null).replaceAll("\\", "")).toContain(NUMBERS);
  });

  it("in a result that is an object at Gemini", () => {
    const functionResponse = { id: PARIS.id, name: PARIS.name, response: { "@": 0 } };
    const turns = [...TURNS, { assistant: { calls: [PARIS] } }];
    const request = writeRequest("gemini", { tools: [WEATHER], turns });
    const contents = [...(request.contents as Json[]), { role: "user", parts: [{ functionResponse }] }];
    const body = exactly({ ...request, contents }, NUMBERS);
    for (const provider of DIALECTS) {
      if (provider === "gemini") continue;
      const { value } = createBridge({ client: "gemini", provider }).request(body);
      expect(stringifyJson(resultsIn(provider, value)[0]?.body ?? null).replaceAll("\\", ""), provider).toContain(
        NUMBERS,
      );
    }
  });

  it.each(PAIRS)("in the schemas from a client of %s to %s", (client, provider) => {
    const inputSchema = parseJson(
      '{"type":"object","properties":{"n":{"type":"integer","minimum":9007199254740993,"default":9007199254740995}}}',
    );
    const tools = [{ name: "f", inputSchema }];
    const { value, losses } = createBridge({ client, provider }).request(writeRequest(client, { tools, turns: TURNS }));
    const text = stringifyJson(value);
    for (const [keyword, lexeme] of [
      ["minimum", "9007199254740993"],
      ["default", "9007199254740995"],
    ] as const) {
      const reported = losses.some(({ path }) => path.endsWith(`/${keyword}`));
      if (!reported && stringifyJson(writeRequest(client, { tools, turns: TURNS })).includes(lexeme))
        expect(text).toContain(lexeme);
    }
  });
});

describe("F37: keys that come twice", () => {
  it.each(["openai-responses", "openrouter"] as const)(
    "pass as they are where %s takes arguments as text",
    async (client) => {
      const twice = { ...PARIS, arguments: '{"city":"Rome","city":"Paris"}' };
      const { value } = createBridge({ client, provider: "openai-chat" }).response(answerWith(twice.arguments));
      expect(callsIn(client, withResponse(client, {}, value))[0]?.arguments).toBe(twice.arguments);
    },
  );

  it.each(["anthropic", "gemini", "ollama"] as const)(
    "are the last of the two for a client of %s, with a report",
    (client) => {
      const { value, losses } = createBridge({ client, provider: "openai-chat" }).response(
        answerWith('{"city":"Rome","city":"Paris"}'),
      );
      expect(comparableCalls(callsIn(client, withResponse(client, {}, value)))).toEqual([
        { name: "get_weather", input: { city: "Paris" } },
      ]);
      expect(losses).not.toEqual([]);
    },
  );
});

function answerWith(text: string): Fields {
  return completion(
    { role: "assistant", content: null, tool_calls: [chatCall({ ...PARIS, arguments: text })] },
    "tool_calls",
  );
}

const HOSTILE =
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}},"prototype":1,"toString":"x","hasOwnProperty":0,"":"empty","b":1,"a":2}';

describe("F38: keys that mean something elsewhere are data", () => {
  it.each(PAIRS)("in an answer, for a client of %s from %s", (client, provider) => {
    const { value } = createBridge({ client, provider }).response(
      exactly(writeResponse(provider, { calls: [MARKED] }), HOSTILE),
    );
    expect(callsIn(client, withResponse(client, {}, value))[0]?.arguments.replaceAll(" ", "")).toBe(HOSTILE);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each(PAIRS)("in a stream, for a client of %s from %s", async (client, provider) => {
    const call = { ...PARIS, arguments: '{"x":0}' };
    const text = writeStream(provider, { calls: [call] }).join("");
    const wire =
      provider === "gemini" || provider === "ollama"
        ? text.replace('{"x":0}', HOSTILE)
        : writeStream(provider, { calls: [{ ...PARIS, arguments: HOSTILE }] }).join("");
    const read = await readTranslatedStream(client, provider, wire);
    expect(read.calls).toHaveLength(1);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each(PAIRS)("in the history and the schemas from a client of %s to %s", (client, provider) => {
    const schema = parseJson(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}',
    );
    const turns = [...TURNS, { assistant: { calls: [MARKED] } }, { results: [{ ...PARIS, content: "ok" }] }];
    const request = exactly(writeRequest(client, { tools: [WEATHER], turns }), HOSTILE);
    const { value } = createBridge({ client, provider }).request(request);
    expect(callsIn(provider, value)[0]?.arguments.replaceAll(" ", "")).toBe(HOSTILE);
    const listed = writeRequest(client, { tools: [{ name: "f", inputSchema: schema }], turns: TURNS });
    expect(stringifyJson(createBridge({ client, provider }).request(listed).value)).toContain('"__proto__"');
  });

  it("ten thousand keys are ten thousand keys", () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index]));
    const { value } = createBridge({ client: "anthropic", provider: "openai-chat" }).response(
      answerWith(JSON.stringify(many)),
    );
    expect(JSON.parse(callsIn("anthropic", withResponse("anthropic", {}, value))[0]?.arguments ?? "")).toEqual(many);
  });
});
