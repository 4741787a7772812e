import { type Json, type JsonObject, parseJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import { providersOf } from "../../matrix/pairs.ts";
import { writeStream } from "../../support/provider-wire.ts";
import { type Run, useMemory } from "./harness.ts";
import { expectAnswered } from "./outcomes.ts";
import { streamOf } from "./responses.ts";

const schema = {
  type: "object" as const,
  properties: { city: { type: "string" }, days: { type: "integer" } },
  required: ["city", "days"],
};
const TOOLS = [
  { name: "get_weather", schema },
  { name: "get_time", schema },
];

/** Faults of calls that do not change their meaning. */
const DISORDERS = [
  ...["interleave", "same-index", "no-index", "index-one", "repeat-id", "late-name", "split-name"],
  ...["args-object", "double-encoded"],
];

/** White space, invisible characters, and a character outside of the BMP. */
const TEXTS = ["  \n\t \n  x \n\n", "a\u200b\u200d\u202eb\u2066c\u2069\ufeffd\u00ad", "xx😀yy"];

const harness = useMemory(({ simulator }) => {
  for (const dialect of DIALECTS)
    simulator.define(`text-${dialect}`, (n) => {
      const all = writeStream(dialect, { text: TEXTS[n] ?? "" });
      // A surrogate pair, split over two frames.
      const split = all.map((frame) => frame.replace("xx\ud83d", "xx\\ud83d").replace("\ude00yy", "\\ude00yy"));
      return streamOf(dialect, split);
    });
  return {};
});

function meaning(run: Run): Json {
  return expectAnswered(run).calls.map(({ name, arguments: text }) => ({ name, input: JSON.parse(text) as Json }));
}

describe.each(DIALECTS)("a client of %s", (client) => {
  it.each(DISORDERS)("F34 (praxis-ai #266, Switchyard #760, any-llm #970): gets its calls despite %s", async (name) => {
    const providers = providersOf(client).filter((provider) => provider !== client);
    for (const provider of name === "interleave" ? providers : (["openai-chat"] as const)) {
      // Calls pass unchanged to a client of the same dialect.
      if (provider === client) continue;
      for (const streams of [true, false]) {
        const request = { client, streams, prompt: "parallel", tools: TOOLS };
        const [defaults, odd] = await Promise.all(
          ["sim-1", `fault-${name}`].map((model) => harness.run({ ...request, model: `${provider}/${model}` })),
        );
        if (defaults === undefined || odd === undefined) throw new Error("there are two runs");
        expect(meaning(odd)).toEqual(meaning(defaults));
        expect(meaning(odd)).toHaveLength(2);
        const ids = odd.answer?.calls.map(({ id }) => id) ?? [];
        if (client !== "ollama") expect(new Set(ids).size).toBe(2);
      }
    }
  });

  it.each(providersOf(client))("F39, F41: gets all white space and invisible characters of %s", async (provider) => {
    for (const [n, text] of TEXTS.entries()) {
      const run = await harness.run({ client, streams: true, model: `${provider}/text-${provider}@${n}` });
      expect(expectAnswered(run).text).toBe(text);
    }
  });

  it.each(providersOf(client))("F36 (pi #8943): gets the numbers of a call of %s with all digits", async (provider) => {
    for (const streams of [true, false]) {
      const call = parseJson(`{"name":"get_weather","arguments":${NUMBERS}}`);
      harness.network.simulator.expect({ responses: [{ tool_calls: [call] }], reset: true } as JsonObject);
      const run = await harness.run({ client, streams, model: `${provider}/sim-1`, tools: TOOLS });
      expect(expectAnswered(run).calls).toHaveLength(1);
      expect(argumentsIn(client, run.text ?? "")).toContain(NUMBERS);
    }
  });
});

const NUMBERS =
  '{"a":9007199254740993,"b":18446744073709551617,"c":1e400,"d":-0,"e":1.10,"f":0.1234567890123456789,"g":1E5}';

/** The arguments as sent over the wire, which no SDK exposes. */
function argumentsIn(client: ClientDialect, text: string): string {
  const pieces = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, piece]) => JSON.parse(`"${piece}"`)).join("");
  const content = pieces(/"(?:partial_json|arguments|input)":"((?:[^"\\]|\\.)*)"/g);
  return client === "gemini" || client === "ollama" ? text.replaceAll(" ", "") : `${content}${text}`;
}

const LONE = "a\ud800b";

/** Requests with exact numbers and lone surrogates in all places. */
const REQUEST = {
  "openai-chat": ["/v1/chat/completions", (model: string) => chatRequest(model)],
  anthropic: ["/v1/messages", (model: string) => messagesRequest(model)],
} as const;

function chatRequest(model: string): string {
  const input = JSON.stringify(NUMBERS);
  return `{"model":"${model}","messages":[{"role":"user","content":${JSON.stringify(LONE)}},
    {"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":${input}}}]},
    {"role":"tool","tool_call_id":"call_1","content":${JSON.stringify(LONE)}}]}`;
}

function messagesRequest(model: string): string {
  return `{"model":"${model}","max_tokens":99,"messages":[{"role":"user","content":${JSON.stringify(LONE)}},
    {"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"f","input":${NUMBERS}}]},
    {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":${JSON.stringify(LONE)}}]}]}`;
}

describe.each(Object.entries(REQUEST))("a request of a client of %s", (client, [path, write]) => {
  it.each(DIALECTS.filter((provider) => provider !== client))(
    "F36, F39 (claude-code #1709, opencode #13988): comes to %s to the digit, and without half characters",
    async (provider) => {
      const body = write(`${provider}/sim-1`);
      const headers = { "content-type": "application/json" };
      const response = await harness.network.fetch(`${harness.network.gatewayUrl}${path}`, {
        method: "POST",
        headers,
        body,
      });
      const reported = await response.text();
      expect(response.status, reported).toBe(200);
      expect(response.headers.get("x-toolglot-losses")).not.toBe("0");
      const { body: sent = "" } = harness.network.requests.at(-1) ?? {};
      expect(sent.replaceAll("\\", "").replaceAll(" ", "")).toContain(NUMBERS);
      expect(sent).toContain("a\uFFFDb");
      expect(sent).not.toMatch(/\\ud800/i);
    },
  );
});
