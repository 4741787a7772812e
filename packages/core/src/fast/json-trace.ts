// Comparing a list of tools with one of an earlier request, without keeping the earlier one: a program may change its
// objects in place.

import { JsonError } from "../json/error.ts";
import { HARD_DEPTH_LIMIT } from "../json/limits.ts";
import { isJsonNumber } from "../json/number.ts";
import { isArray } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Steps } from "../model/steps.ts";

/** The tokens of a value in the order of a walk: another value is compared with them in one walk, without allocation. */
export type Trace = readonly unknown[];

/** Tokens that are no JSON values. */
const LIST = Symbol("list");
const OBJECT = Symbol("object");
const DIGITS = Symbol("digits");
const END = Symbol("end");

/** How many tokens are compared before a pause, in which other requests have a turn. */
const PAUSE = 5_000;

/**
 * The trace of a list, which keeps nothing of it that can be changed.
 *
 * @example
 * followsTrace(traceOf([{ a: 1 }]), [{ a: 1 }]); // true, after the steps of both
 */
export function* traceOf(list: readonly Json[]): Steps<Trace> {
  const trace: unknown[] = [];
  let pause = PAUSE;
  for (const item of list) {
    leave(trace, item, 1);
    if (trace.length < pause) continue;
    pause = trace.length + PAUSE;
    yield;
  }
  return trace;
}

/** Whether a list equals the traced one. The order of keys counts, because models read them in order. */
export function* followsTrace(trace: Trace, list: readonly Json[]): Steps<boolean> {
  let at = 0;
  let pause = PAUSE;
  for (const item of list) {
    at = follow(trace, at, item);
    if (at === NOWHERE) return false;
    if (at < pause) continue;
    pause = at + PAUSE;
    yield;
  }
  return at === trace.length;
}

function leave(trace: unknown[], value: Json, depth: number): void {
  if (depth > HARD_DEPTH_LIMIT) throw new JsonError("too_deep", `nested deeper than ${HARD_DEPTH_LIMIT} levels`);
  if (typeof value !== "object" || value === null) trace.push(value);
  else if (isArray(value)) {
    trace.push(LIST, value.length);
    for (const item of value) leave(trace, item, depth + 1);
  } else if (isJsonNumber(value)) trace.push(DIGITS, value.lexeme);
  else leaveObject(trace, value as JsonObject, depth);
}

function leaveObject(trace: unknown[], object: JsonObject, depth: number): void {
  trace.push(OBJECT);
  for (const key in object) {
    trace.push(key);
    leave(trace, object[key] as Json, depth + 1);
  }
  trace.push(END);
}

// The index after the value in the trace; NOWHERE where the values differ.
function follow(trace: Trace, at: number, value: Json): number {
  if (typeof value !== "object" || value === null) return trace[at] === value ? at + 1 : NOWHERE;
  if (isArray(value)) return followList(trace, at, value);
  if (!isJsonNumber(value)) return followObject(trace, at, value as JsonObject);
  return trace[at] === DIGITS && trace[at + 1] === value.lexeme ? at + 2 : NOWHERE;
}

const NOWHERE = -1;

function followList(trace: Trace, at: number, list: readonly Json[]): number {
  if (trace[at] !== LIST || trace[at + 1] !== list.length) return NOWHERE;
  let next = at + 2;
  for (let index = 0; index < list.length && next !== NOWHERE; index++) next = follow(trace, next, list[index] as Json);
  return next;
}

// `for in` is twice as fast as `Object.keys`; what is inherited has left its trace too.
function followObject(trace: Trace, at: number, object: JsonObject): number {
  if (trace[at] !== OBJECT) return NOWHERE;
  let next = at + 1;
  for (const key in object) {
    if (trace[next] !== key) return NOWHERE;
    next = follow(trace, next + 1, object[key] as Json);
    if (next === NOWHERE) return NOWHERE;
  }
  return trace[next] === END ? next + 1 : NOWHERE;
}
