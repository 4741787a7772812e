import { isArray, isObject } from "../../json/value.ts";
import type { Answering } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Candidate, Response, Stop, StopReason, Usage } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { expectObject } from "../forms/expect.ts";
import { readNode, writeNode } from "../forms/node.ts";
import { decodeFailure } from "./errors.ts";
import type { ChatFacts } from "./facts.ts";
import { decodeMessage, encodeMessage } from "./messages.ts";

/** Reads an answer. */
export function decodeResponse(facts: ChatFacts, wire: Json, report: Report): Response {
  const body = expectObject(wire, "a response", report);
  if (isObject(body.error) && !isArray(body.choices)) return { candidates: [], failure: decodeFailure(body, 502) };
  const { values, noted } = readNode(facts.response, body, report);
  const { choices, usage, ...rest } = values;
  const candidates = (isArray(choices) ? choices : []).map((choice, index) =>
    decodeCandidate(facts, choice, report.at("choices").at(index)),
  );
  const used = isObject(usage) ? { usage: decodeUsage(facts, usage, report.at("usage")) } : {};
  return { ...rest, candidates, ...used, ...noted } as Response;
}

/** Writes an answer. */
export function encodeResponse(facts: ChatFacts, response: Response, report: Report, answering: Answering): JsonObject {
  const { id, model, created, candidates, usage, serviceTier } = response;
  const own = response.origin?.dialect === facts.dialect;
  const values = {
    candidates: undefined,
    id: id ?? (own ? undefined : `chatcmpl-${answering.id}`),
    created: created ?? (own ? undefined : answering.created),
    model: model ?? (own ? undefined : (answering.model ?? "")),
    choices: candidates.map((candidate, index) => encodeCandidate(facts, candidate, { index, report })),
    usage: usage && encodeUsage(facts, usage, report),
    serviceTier,
  };
  return writeNode(facts.response, response, values, report);
}

/** Reads what an answer cost. */
export function decodeUsage(facts: ChatFacts, wire: JsonObject, report: Report): Usage {
  const { values, noted } = readNode(facts.usage, wire, report);
  return { ...values, ...noted } as Usage;
}

/** Writes what an answer cost. */
export function encodeUsage(facts: ChatFacts, usage: Usage, report: Report): JsonObject {
  if (usage.origin?.dialect === facts.dialect)
    return writeNode(facts.usage, usage, { ...usage, origin: undefined, extras: undefined }, report);
  const { input = 0, output = 0, cacheRead, cacheWrite, reasoning } = usage;
  const total = usage.total ?? input + output;
  return writeNode(facts.usage, usage, { input, output, total, cacheRead, cacheWrite, reasoning }, report);
}

/** Why an answer ends, by the family's word for it. */
export function stopOf(word: string): Stop {
  return { reason: REASONS[word] ?? "other", word };
}

/** The family's word for why an answer ends. */
export function stopWord({ reason }: Stop): string {
  return WORDS[reason];
}

const REASONS: Readonly<Record<string, StopReason>> = {
  stop: "end",
  length: "length",
  tool_calls: "tool",
  function_call: "tool",
  content_filter: "filter",
};

const WORDS: Readonly<Record<StopReason, string>> = {
  end: "stop",
  length: "length",
  tool: "tool_calls",
  "stop-sequence": "stop",
  filter: "content_filter",
  refusal: "content_filter",
  pause: "stop",
  malformed: "content_filter",
  other: "stop",
};

function decodeCandidate(facts: ChatFacts, wire: Json, report: Report): Candidate {
  const { values, noted } = readNode(facts.candidate, expectObject(wire, "a choice", report), report);
  const message = isObject(values.message)
    ? decodeMessage(facts, { role: "assistant", ...values.message }, report.at("message"))
    : undefined;
  const stop = typeof values.stop === "string" ? stopOf(values.stop) : { reason: "other" as const };
  const own = message === undefined ? {} : { message };
  return { parts: message?.parts ?? [], stop, ...noted, ...own } as Candidate;
}

function encodeCandidate(
  facts: ChatFacts,
  candidate: Candidate,
  { index, report }: { index: number; report: Report },
): JsonObject {
  const own = candidate.origin?.dialect === facts.dialect;
  const { parts, stop } = candidate;
  const source = (candidate as { message?: object }).message;
  const silent = own && source === undefined;
  const [message] = silent ? [] : encodeMessage(facts, { ...source, role: "assistant", parts }, report);
  const word = own ? stop.word : stopWord(stop);
  if (!own) tellStop(candidate, report);
  return writeNode(facts.candidate, candidate, { parts: undefined, message, index, stop: word }, report);
}

function tellStop({ stop, origin }: Candidate, report: Report): void {
  if (stop.sequence !== undefined && origin !== undefined)
    report.on(origin.place).lose("field", { feature: "stop_sequence" });
}
