import type { Place } from "./place.ts";
import { expectKind, expectOneOf, expectUnique } from "./shape.ts";

/** A call as its deltas have made it so far. */
export interface CallState {
  readonly opener: Place;
  readonly kind: string;
  text: string;
}

/** A6.1: one entry of `delta.tool_calls`. */
export function checkCallDelta(delta: Place, calls: CallState[]): void {
  const index = delta.at("index");
  if (!expectKind(index, "stream.call-index", "integer")) return;
  const call = calls[Number(index.value)];
  if (call !== undefined) continueCall(delta, call, call === calls.at(-1));
  else if (index.value === calls.length && calls.length < 128) calls.push(openCall(delta));
  else index.fail("stream.call-index", `expected ${calls.length}, got ${index.value}`);
}

// G5: id, type and name together.
function openCall(delta: Place): CallState {
  expectKind(delta.at("id"), "stream.call-opener", "non-empty string");
  expectOneOf(delta.at("type"), "stream.call-opener", ["function", "custom"]);
  const kind = delta.at("type").value === "custom" ? "custom" : "function";
  expectKind(delta.at(kind).at("name"), "stream.call-opener", "non-empty string");
  return { opener: delta, kind, text: fragment(delta, kind) };
}

function continueCall(delta: Place, call: CallState, last: boolean): void {
  if (!last) delta.at("index").fail("stream.call-order", "a later call had begun");
  checkSame(delta.at("id"), call.opener.at("id"));
  checkSame(delta.at("type"), call.opener.at("type"));
  checkSame(delta.at(call.kind).at("name"), call.opener.at(call.kind).at("name"));
  call.text += fragment(delta, call.kind);
}

function checkSame(place: Place, opener: Place): void {
  if (place.given && place.value !== opener.value)
    place.fail("stream.call-opener", `${opener.text} became ${place.text}`);
}

function fragment(delta: Place, kind: string): string {
  const place = delta.at(kind).at(kind === "custom" ? "input" : "arguments");
  if (place.present) expectKind(place, "call.arguments", "string");
  return place.text;
}

/** What the calls of a choice have become when it finishes. */
export function checkCalls(calls: readonly CallState[], cut: boolean): void {
  for (const { opener, kind, text } of calls) {
    if (kind === "function" && text === "" && !cut) opener.fail("response.empty-arguments", "no arguments are {}");
  }
  expectUnique(
    calls.map(({ opener }) => opener.at("id")),
    "call.duplicate",
  );
}
