import { existsSync, readFileSync } from "node:fs";
import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { CORPUS } from "../support/corpus.ts";
import { edit } from "./openai/edit.ts";
import { ANSWER_ROWS, STREAM_ROWS } from "./openai/illegal-answers.ts";
import { CHAT_ROWS, OPENROUTER_ROWS, RESPONSES_ROWS } from "./openai/illegal-requests.ts";
import { RULES } from "./openai/rules.ts";
import * as samples from "./openai/samples.ts";
import { legality as chat } from "./openai-chat.ts";
import { legality as responses } from "./openai-responses.ts";
import { legality as openrouter } from "./openrouter.ts";
import { splitSse } from "./sse.ts";
import type { Legality } from "./types.ts";

const ROWS = [...CHAT_ROWS, ...OPENROUTER_ROWS, ...RESPONSES_ROWS, ...ANSWER_ROWS, ...STREAM_ROWS];
const { CHAT_CHUNKS, RESPONSES_EVENTS, chatText, responsesText } = samples;

describe("what is legal in the OpenAI family", () => {
  const failed = {
    type: "response.failed",
    response: edit(samples.RESPONSES_RESPONSE, {
      "/status": "failed",
      "/error": { code: "server_error", message: "No." },
      "/output": [],
    }),
  };
  it.each([
    ["a Chat request", () => chat.request(samples.CHAT_REQUEST)],
    ["a Chat request to a model that reasons", () => chat.request(samples.REASONING_REQUEST)],
    ["an OpenRouter request", () => openrouter.request(samples.OPENROUTER_REQUEST)],
    ["a Responses request", () => responses.request(samples.RESPONSES_REQUEST)],
    ["a Chat answer", () => chat.response(samples.CHAT_RESPONSE)],
    ["an OpenRouter answer", () => openrouter.response(samples.CHAT_RESPONSE)],
    ["an OpenRouter failure of status 200", () => openrouter.response(samples.OPENROUTER_ERROR)],
    ["a Responses answer", () => responses.response(samples.RESPONSES_RESPONSE)],
    ["an error", () => chat.error(400, samples.ERROR)],
    ["an OpenRouter error", () => openrouter.error(429, samples.OPENROUTER_ERROR)],
    ["a Chat stream", () => chat.stream(chatText(CHAT_CHUNKS))],
    ["a Chat stream without usage", () => chat.stream(chatText(CHAT_CHUNKS.slice(0, 7)))],
    ["a Chat stream that fails", () => chat.stream(chatText([...CHAT_CHUNKS.slice(0, 3), samples.ERROR], ""))],
    ["an OpenRouter stream", () => openrouter.stream(`: OPENROUTER PROCESSING\n\n${chatText(CHAT_CHUNKS)}`)],
    ["a Responses stream", () => responses.stream(responsesText(RESPONSES_EVENTS))],
    [
      "a Responses stream that fails",
      () => responses.stream(responsesText([...RESPONSES_EVENTS.slice(0, 11), samples.FAILURE, failed])),
    ],
    ["a Responses stream that only fails", () => responses.stream(responsesText([samples.FAILURE]))],
  ])("is %s", (_, found) => {
    expect(found()).toEqual([]);
  });
});

describe("what is illegal in the OpenAI family", () => {
  it.each(ROWS)("is found as %s: %s", (rule, _, found) => {
    expect(found().map((violation) => violation.rule)).toContain(rule);
  });

  it("has a sample for every rule", () => {
    const shown = new Set<string>(ROWS.map(([rule]) => rule));
    expect(Object.keys(RULES).filter((rule) => !shown.has(rule))).toEqual([]);
  });
});

describe("an event stream", () => {
  it("is split at blank lines of any kind, without its comments", () => {
    const text = "\uFEFF: hi\r\n\r\nevent: a\r\ndata: 1\r\ndata:2\r\n\r\n\r\nid: 7\n\ndata: {}";
    expect(splitSse(text)).toEqual([{ event: "a", data: "1\n2" }, { data: "{}" }]);
  });
});

interface Recording {
  readonly id: string;
  readonly provider: string;
  readonly api: string;
  readonly streaming: boolean;
  readonly request?: { readonly body?: Json };
  readonly response: {
    readonly status?: number | null;
    readonly json?: Json;
    readonly text?: string;
    readonly events?: readonly string[];
  };
}

/** Recordings whose answers deviate, and why that is not the rules' fault. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "6cc851656436de2e": "no model of OpenAI's: an id and fields of OpenRouter's, and an id that says it was made up",
  "55022819f94989e3": "llama.cpp, by the name of its model",
  "9c16f7fa059237c2": "written by hand: its status is `complete` and its id resp_test_verbosity_simple",
  f8dd968befed88e4: "Azure of 2024: a filtered choice has no message at all",
  "2a9ade139a74e157": "of spring 2025, when events had no sequence_number yet",
  "1c46d5674eb91ad9": "of spring 2025, when events had no sequence_number yet",
  "8fc480c511f4560b": "of spring 2025, when events had no sequence_number yet",
  "5b117a3782adbf52": "OpenRouter finishes with `length` and then sends an error for it",
};

const recordings = readRecordings("traffic.dev.jsonl");
const accepted = recordings.filter(({ response }) => (response.status ?? 200) < 300);
const successes = accepted.filter(({ id }) => EXCEPTIONS[id] === undefined);

describe.skipIf(recordings.length === 0)("recordings of the OpenAI family", () => {
  it("have legal requests", () => {
    const sent = accepted.filter(({ request }) => request?.body);
    for (const recording of sent)
      expect(judgeOf(recording).request(recording.request?.body ?? null), recording.id).toEqual([]);
    expect(sent.length).toBeGreaterThan(150);
  });

  it("have legal answers", () => {
    const answered = successes.filter(({ streaming, response }) => !streaming && response.json);
    for (const recording of answered)
      expect(judgeOf(recording).response(recording.response.json ?? null), recording.id).toEqual([]);
    expect(answered.length).toBeGreaterThan(100);
  });

  it("have legal streams", () => {
    const streamed = successes.filter(
      ({ provider, api }) => provider === "openai" || (api === "openai-chat" && provider === "openrouter"),
    );
    const texts = streamed.flatMap((recording) => textsOf(recording).map((text) => ({ recording, text })));
    for (const { recording, text } of texts) expect(judgeOf(recording).stream(text), recording.id).toEqual([]);
    expect(texts.length).toBeGreaterThan(60);
  });

  it("have legal errors", () => {
    const errors = recordings.filter(
      ({ provider, response }) => (response.status ?? 200) >= 400 && provider !== "azure",
    );
    for (const recording of errors) {
      const { status, json } = recording.response;
      expect(judgeOf(recording).error(status ?? 0, json ?? null), recording.id).toEqual([]);
    }
    expect(errors.length).toBeGreaterThan(5);
  });

  it.each([
    ["'max_tokens' is not supported", "model.max-tokens"],
    ["'stop' is not supported", "model.stop"],
    ["'messages': empty array", "parameter.required"],
    ["decimal below minimum value", "parameter.range"],
    ["decimal above maximum value", "parameter.range"],
    ["without its required following item", "reasoning.follower"],
  ])("were refused for %s by the rule %s", (message, rule) => {
    const refused = readRecordings("provider-errors.jsonl").filter(({ response }) =>
      JSON.stringify(response.json)?.includes(message),
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const recording of refused) {
      expect(
        judgeOf(recording)
          .request(recording.request?.body ?? null)
          .map((violation) => violation.rule),
      ).toContain(rule);
    }
  });
});

function judgeOf({ api, provider }: Recording): Legality {
  if (api === "openai-responses") return responses;
  return provider === "openrouter" ? openrouter : chat;
}

/** The streams of a recording: a list of events may be those of several turns. */
function textsOf({ streaming, response: { text, events } }: Recording): string[] {
  if (!streaming) return [];
  if (events === undefined) return text === undefined ? [] : [text];
  const turns: string[] = [];
  for (const event of events) {
    const { type } = JSON.parse(event) as { type?: string };
    if (type === "response.created" || turns.length === 0) turns.push("");
    turns[turns.length - 1] += `${type === undefined ? "" : `event: ${type}\n`}data: ${event}\n\n`;
  }
  return turns;
}

function readRecordings(file: string): Recording[] {
  const path = `${CORPUS}/${file}`;
  if (!existsSync(path)) {
    console.warn(`*** ${path} is absent: recordings of the OpenAI family are skipped ***`);
    return [];
  }
  const all = readFileSync(path, "utf8").trim().split("\n");
  return all
    .map((line) => JSON.parse(line) as Recording)
    .filter(({ api, provider }) => api?.startsWith("openai-") && ["openai", "azure", "openrouter"].includes(provider));
}
