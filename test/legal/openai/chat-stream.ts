import type { Violation } from "../types.ts";
import { checkUsage } from "./chat-response.ts";
import { type CallState, checkCallDelta, checkCalls } from "./chat-stream-calls.ts";
import type { Place } from "./place.ts";
import { expectEqual, expectKind, expectOneOf } from "./shape.ts";
import { readStream, type Stream } from "./stream-events.ts";

/** How exactly a Chat dialect ends its streams. */
export interface StreamRules {
  readonly reasons: readonly string[];
  /** An empty delta with the finish, usage apart from choices, no end mark after an error (A6, G5); OpenRouter is looser (D3). */
  readonly exact: boolean;
}

interface Choice {
  finish?: string;
  readonly calls: CallState[];
}

interface State {
  readonly rules: StreamRules;
  readonly choices: Map<number, Choice>;
  first?: Place;
  usages: number;
}

/** A6, A6.1, G5: a stream of chunks. */
export function checkChatStream(text: string, rules: StreamRules): Violation[] {
  const stream = readStream(text);
  const state: State = { rules, choices: new Map(), usages: 0 };
  checkNames(stream);
  for (const event of stream.events) if (!isError(event)) checkChunk(event, state);
  if (stream.events.some(isError)) checkFailure(stream, state);
  else checkEnd(stream, state);
  return stream.found;
}

function isError(event: Place): boolean {
  return event.at("error").given;
}

// A6: only data lines; an error may have its name.
function checkNames(stream: Stream): void {
  stream.names.forEach((name, index) => {
    if (name !== undefined && name !== "error") stream.events[index]?.fail("stream.syntax", `an event named ${name}`);
  });
}

function checkChunk(chunk: Place, state: State): void {
  state.first ??= chunk;
  expectEqual(chunk.at("object"), "stream.shape", "chat.completion.chunk");
  for (const key of ["id", "created", "model"]) checkConstant(chunk.at(key), state.first.at(key));
  if (!expectKind(chunk.at("choices"), "stream.shape", "array")) return;
  for (const choice of chunk.at("choices").items) checkChoice(choice, state);
  if (chunk.at("usage").given) checkUsageChunk(chunk, state);
}

function checkConstant(place: Place, first: Place): void {
  if (!place.given) place.fail("stream.shape", "missing");
  else if (place.value !== first.value) place.fail("stream.constant", `${first.value} became ${place.value}`);
}

function checkChoice(place: Place, state: State): void {
  const delta = place.at("delta");
  if (!expectKind(place.at("index"), "stream.shape", "integer") || !expectKind(delta, "stream.shape", "object")) return;
  const index = Number(place.at("index").value);
  const choice = state.choices.get(index) ?? openChoice(place, state);
  if (choice.finish !== undefined && (state.rules.exact || !repeats(place, choice.finish))) {
    place.fail("stream.finish", "the choice had finished");
  }
  for (const key of ["content", "refusal"]) {
    if (delta.at(key).present) expectKind(delta.at(key), "stream.shape", "string", "null");
  }
  for (const call of delta.at("tool_calls").items) checkCallDelta(call, choice.calls);
  if (place.at("finish_reason").given) checkFinish(place, choice, state.rules);
}

// A6.1: without a role anywhere the helper throws; G5: it is in the first chunk.
function openChoice(place: Place, state: State): Choice {
  const choice: Choice = { calls: [] };
  state.choices.set(Number(place.at("index").value), choice);
  expectEqual(place.at("delta").at("role"), "stream.role", "assistant");
  if (state.choices.size > 128) place.fail("stream.shape", "more than 128 choices");
  return choice;
}

function checkFinish(place: Place, choice: Choice, rules: StreamRules): void {
  const reason = place.at("finish_reason");
  choice.finish = reason.text;
  expectOneOf(reason, "response.finish", rules.reasons);
  if (reason.value === "tool_calls" && choice.calls.length === 0)
    reason.fail("response.finish", "tool_calls without a call");
  if (rules.exact && place.at("delta").keys.length > 0)
    place.at("delta").fail("stream.finish", "a delta with the finish");
  checkCalls(choice.calls, reason.value === "length");
}

// Recorded of OpenRouter: the chunk with the usage says the same finish_reason once more.
function repeats(place: Place, finish: string): boolean {
  const delta = place.at("delta");
  const empty = delta.keys.every((key) => key === "role" || isBlank(delta.at(key)));
  return empty && (!place.at("finish_reason").given || place.at("finish_reason").value === finish);
}

function isBlank({ value }: Place): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

// A6: apart from the choices, after them, once.
function checkUsageChunk(chunk: Place, state: State): void {
  const usage = chunk.at("usage");
  checkUsage(usage);
  state.usages += 1;
  if (state.usages > 1) usage.fail("stream.usage", "usage was there before");
  if (!state.rules.exact) return;
  if (chunk.at("choices").items.length > 0) usage.fail("stream.usage", "usage beside choices");
  if (![...state.choices.values()].every(({ finish }) => finish !== undefined))
    usage.fail("stream.usage", "usage before the finish");
}

function checkEnd(stream: Stream, state: State): void {
  if (stream.done.count !== 1 || !stream.done.last) stream.whole.fail("stream.end", "the stream ends with one [DONE]");
  if (state.choices.size === 0) stream.whole.fail("stream.role", "no choice");
  for (const [index, { finish }] of state.choices) {
    if (finish === undefined) stream.whole.fail("stream.finish", `choice ${index} has no finish_reason`);
  }
}

// A6, G5: the error is the end, nothing had succeeded. D3: OpenRouter sends its end mark all the same.
function checkFailure(stream: Stream, state: State): void {
  const at = stream.events.findIndex(isError);
  const error = stream.events[at]?.at("error");
  if (error === undefined) return;
  if (expectKind(error, "stream.error", "object")) expectKind(error.at("message"), "stream.error", "string");
  if (at !== stream.events.length - 1) error.fail("stream.error", "events after the error");
  if (state.rules.exact && stream.done.count > 0) error.fail("stream.error", "[DONE] after an error");
  if ([...state.choices.values()].some(({ finish }) => finish !== undefined))
    error.fail("stream.error", "an error after the finish");
}
