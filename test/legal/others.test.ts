import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { isObject, own } from "../support/json.ts";
import { legality as anthropic } from "./anthropic.ts";
import { legality as bedrock } from "./bedrock.ts";
import { legality as gemini, legalityOf } from "./gemini.ts";
import { legality as geminiInteractions } from "./gemini-interactions.ts";
import { ILLEGAL as ANTHROPIC } from "./illegal/anthropic.ts";
import { ILLEGAL as BEDROCK } from "./illegal/bedrock.ts";
import { ILLEGAL as BEDROCK_ANSWERS } from "./illegal/bedrock-answers.ts";
import { ILLEGAL as BEDROCK_STREAMS } from "./illegal/bedrock-streams.ts";
import { ILLEGAL as GEMINI } from "./illegal/gemini.ts";
import { ILLEGAL as INTERACTIONS } from "./illegal/gemini-interactions.ts";
import { ILLEGAL as MCP } from "./illegal/mcp.ts";
import { ILLEGAL as OLLAMA } from "./illegal/ollama.ts";
import type { WireKind } from "./illegal/sample.ts";
import { LEGAL } from "./legal.ts";
import { legality as mcp } from "./mcp.ts";
import { legality as ollama } from "./ollama.ts";
import { examplesOf, type Recording, readLines, recordingsIn } from "./recordings.ts";
import type { Legality, Violation } from "./types.ts";

const checkers: Readonly<Record<string, Legality>> = {
  anthropic,
  gemini,
  "gemini-interactions": geminiInteractions,
  ollama,
  bedrock,
  mcp,
};

/** Recordings that break a rule which stands all the same. */
const EXCEPTIONS: Readonly<Record<string, { readonly rules: readonly string[]; readonly why: string }>> = {
  "3f774b82ad90b6ee request": {
    rules: ["first-user"],
    why: "the API took a history that opens with the assistant's call; the documents still ask for a user turn",
  },
  "152df08fa8229c0d stream": {
    rules: ["block-index", "block-order", "event-order", "input-json", "thinking-signature"],
    why: "made by hand: a second message_start inside a first message that breaks off",
  },
  "dc69280b47d8c452 stream": {
    rules: ["block-order"],
    why: "shortened by hand: the block that max_tokens cut has no content_block_stop",
  },
  "680de5888dbc70a4 stream": {
    rules: ["finish-once"],
    why: "the server runs calls to mcpServers inside the stream and finishes each step",
  },
  "214aa5cbcfdfd0d0 stream": {
    rules: ["finish-once"],
    why: "the server runs calls to mcpServers inside the stream and finishes each step",
  },
  "77f5b6733093531f response": {
    rules: ["finish-reason"],
    why: "the request asked for enums as integers ($alt=json;enum-encoding=int)",
  },
  "b0ebf75da3fde865 response": {
    rules: ["content-role", "finish-reason"],
    why: "made by hand: a candidate of one text part and nothing else",
  },
  "1ce3d6dbcaa3cdac stream": { rules: ["finish-last"], why: "made by hand: one chunk that finishes nothing" },
};

const traffic = recordingsIn("traffic.dev.jsonl");
const failures = recordingsIn("provider-errors.jsonl");

describe.skipIf(traffic.length === 0)("recorded traffic", () => {
  const DIALECTS = { "anthropic-messages": "anthropic", gemini: "gemini", "ollama-chat": "ollama" };
  const checkerOf = ({ api, model }: Recording): Legality => {
    const dialect = DIALECTS[api as keyof typeof DIALECTS];
    return dialect === "gemini" ? legalityOf(model ?? undefined) : (checkers[dialect] as Legality);
  };
  const recorded = traffic.filter(({ api }) => api in DIALECTS);
  const accepted = recorded.filter(({ response }) => (response.status ?? 200) < 300);

  it.each(Object.keys(DIALECTS))("holds legal requests of %s", (api) => {
    const sent = accepted.filter((each) => each.api === api && isObject(each.request?.body));
    expect(sent.length).toBeGreaterThan(10);
    for (const each of sent) expectLegal(`${each.id} request`, checkerOf(each).request(each.request?.body as Json));
  });

  it.each(Object.keys(DIALECTS))("holds legal responses of %s", (api) => {
    const given = accepted.filter((each) => each.api === api && isObject(each.response.json));
    expect(given.length).toBeGreaterThan(5);
    for (const each of given) expectLegal(`${each.id} response`, checkerOf(each).response(each.response.json as Json));
  });

  it.each(Object.keys(DIALECTS))("holds legal streams of %s", (api) => {
    const streams = accepted.flatMap((each) => (each.api === api ? streamsOf(each) : []));
    expect(streams.length).toBeGreaterThan(3);
    for (const { id, text, checker } of streams) expectLegal(`${id} stream`, checker.stream(text));
  });

  it("holds legal errors", () => {
    const failed = [...recorded, ...failures].filter(
      ({ api, response }) => api in DIALECTS && (response.status ?? 200) >= 400 && isObject(response.json),
    );
    expect(failed.length).toBeGreaterThan(40);
    for (const each of failed)
      expectLegal(
        `${each.id ?? each.message} error`,
        checkerOf(each).error(each.response.status ?? 0, each.response.json as Json),
      );
  });

  it("holds legal calls and results of MCP tools", () => {
    const [session] = traffic.filter(({ api }) => api === "mcp-stdio");
    const messages = readLines(session?.response.text ?? "").map((line) => own(line, "msg") as Json);
    const calls = messages.filter((message) => own(message, "method") === "tools/call");
    const ids = calls.map((call) => own(call, "id"));
    const answers = messages.filter((message) => own(message, "result") && ids.includes(own(message, "id")));
    expect([calls.length, answers.length]).toEqual([2, 2]);
    expect(calls.flatMap(mcp.request)).toEqual([]);
    expect(answers.flatMap(mcp.response)).toEqual([]);
  });

  it("has no exception that nothing needs", () => {
    const ids = new Set(traffic.map(({ id }) => id));
    expect(Object.keys(EXCEPTIONS).filter((key) => !ids.has(key.split(" ")[0] ?? ""))).toEqual([]);
  });

  function expectLegal(name: string, violations: readonly Violation[]): void {
    const allowed = EXCEPTIONS[name]?.rules ?? [];
    const found = [...new Set(violations.map(({ rule }) => rule))].toSorted();
    expect(found, `${name} ${JSON.stringify(violations)}`).toEqual(allowed);
  }

  function streamsOf(each: Recording): { id: string; text: string; checker: Legality }[] {
    const texts = textsOf(each);
    return texts.map((text) => ({ id: each.id, text, checker: checkerOf(each) }));
  }
});

describe.skipIf(traffic.length === 0)("examples of the MCP specification", () => {
  const folder = "mcp/2026-07-28/examples";

  it("are legal", () => {
    const requests = examplesOf(`${folder}/CallToolRequest`);
    const results = ["CallToolResult", "CallToolResultResponse", "InputRequiredResult"].flatMap((name) =>
      examplesOf(`${folder}/${name}`),
    );
    expect([requests.length > 0, results.length > 5]).toEqual([true, true]);
    expect(requests.flatMap(mcp.request)).toEqual([]);
    expect(results.flatMap(mcp.response)).toEqual([]);
  });
});

describe.skipIf(failures.length === 0)("requests that a provider refused", () => {
  // The provider's message, and the rule that covers it here.
  const CONTENT: readonly (readonly [message: string, rule: string])[] = [
    ["messages.0: Input does not match the expected shape.", "message-shape"],
    ["Please use a valid role: user, model.", "role"],
    ["Unable to submit request because it has a temperature value of 1000", "temperature-range"],
    ["This model does not support effort level 'xhigh'", "effort-model"],
    ["temperature: range: 0..1", "temperature-range"],
    ["Too many strict tools (21)", "tools-strict"],
    ["tools.0.custom.input_schema.type: Field required", "tool-schema"],
    ["tools.0.custom.input_schema.type: Input should be 'object'", "tool-schema"],
    ["tools.0.custom.input_schema: Input does not match the expected shape.", "tool-schema"],
  ];

  it.each(CONTENT)("are found: %s", (content, rule) => {
    const refused = failures.filter(({ message }) => String(message).startsWith(content));
    expect(refused.length).toBeGreaterThan(0);
    for (const { api, request } of refused) {
      const checker = api === "gemini" ? gemini : anthropic;
      expect(checker.request(request?.body as Json).map((violation) => violation.rule)).toContain(rule);
    }
  });
});

describe("hand-made samples", () => {
  const illegal = [
    ...ANTHROPIC,
    ...GEMINI,
    ...INTERACTIONS,
    ...OLLAMA,
    ...BEDROCK,
    ...BEDROCK_ANSWERS,
    ...BEDROCK_STREAMS,
    ...MCP,
  ];
  const named = illegal.map(([dialect, kind, rule, sample]) => ({ dialect, kind, rule, sample }));

  it.each(named)("$dialect $kind breaks $rule", ({ dialect, kind, rule, sample }) => {
    expect(judged(dialect, kind, sample).map((violation) => violation.rule)).toContain(rule);
  });

  it.each(LEGAL)("are legal: %s", (_name, dialect, kind, sample) => {
    expect(judged(dialect, kind, sample)).toEqual([]);
  });

  it("break a rule for which there is a sample", () => {
    const known = new Set(named.map(({ dialect, kind, rule }) => `${dialect} ${kind} ${rule}`));
    const found = named.flatMap(({ dialect, kind, sample }) =>
      judged(dialect, kind, sample).map(({ rule }) => `${dialect} ${kind} ${rule}`),
    );
    expect([...new Set(found)].filter((each) => !known.has(each))).toEqual([]);
  });
});

function judged(dialect: string, kind: WireKind, sample: Json): Violation[] {
  const checker = checkers[dialect] as Legality;
  if (kind === "stream") return checker.stream(sample as string);
  if (kind !== "error") return checker[kind](sample);
  const [status, body] = sample as readonly [number, Json];
  return checker.error(status, body);
}

/** The streams of a recording: its text, its events, or the array that Gemini gives without `alt=sse`. */
function textsOf({ api, kind, response: { text, events, json } }: Recording): string[] {
  if (kind.startsWith("recorded-by-sdk")) return readLines(text ?? "").flatMap(chunksOf);
  if (text !== undefined) return [text];
  if (events !== undefined) return [events.map((event) => frameOf(api, event)).join("")];
  return Array.isArray(json) ? [json.map((chunk) => frameOf(api, JSON.stringify(chunk))).join("")] : [];
}

function chunksOf(line: Json): string[] {
  const chunks = own(line, "response");
  if (!Array.isArray(chunks)) return [];
  return [chunks.map((chunk) => frameOf("gemini", JSON.stringify(chunk))).join("")];
}

function frameOf(api: string, data: string): string {
  const name = api === "gemini" ? "" : `event: ${(JSON.parse(data) as { type: string }).type}\n`;
  return `${name}data: ${data}\n\n`;
}
