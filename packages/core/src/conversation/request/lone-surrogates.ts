// A lone surrogate is half of a character outside of the Basic Multilingual Plane, left over where a program has cut a
// text in the middle of an emoji.

import type { Budget } from "../../budget.ts";
import { isConstant } from "../../json/constant.ts";
import { isReadWellFormed } from "../../json/source-text.ts";
import { isWellFormed, isWellFormedText, LONE_SURROGATE } from "../../json/surrogates.ts";
import { isArray, isObject, setKey } from "../../json/value.ts";
import type { CallInput } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Eventually, Steps } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";

/** Replaces a lone surrogate: most providers refuse a whole request for one. */
const REPLACEMENT = "\ufffd";

/** A body without lone surrogates; each that was replaced is a loss. */
export function replaceLoneSurrogates(body: Json, report: Report): Eventually<Json> {
  return after(isWellFormedBody(body, report.ledger.budget), (isFine) => (isFine ? body : replaceIn(body, report, 0)));
}

/** JSON text without escaped lone surrogates. */
export function replaceLoneSurrogateEscapes(input: CallInput, report: () => Report): CallInput {
  if (input.type !== "json" || !SURROGATE_ESCAPE.test(input.text)) return input;
  const text = input.text.replace(ESCAPE, (escaped, lone) => (lone === undefined ? escaped : "\\ufffd"));
  if (text === input.text) return input;
  report().lose("half-character", { feature: "arguments", action: "weakened" });
  return { type: "json", text };
}

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** An escape in JSON text: a surrogate pair, a lone surrogate, or any other. */
const ESCAPE = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)/gs;

// Constants were checked when they were made, and some bodies as texts.
function isWellFormedBody(body: Json, budget: Budget): Eventually<boolean> {
  if (!isObject(body)) return isWellFormed(body, 0);
  if (isReadWellFormed(body)) return true;
  if (hasLongList(body, 2)) return hasWellFormedMembers(body, 1, budget);
  for (const key in body) if (!isWellFormedText(key) || !isWellFormedMember(body[key] as Json)) return false;
  return true;
}

function isWellFormedMember(value: Json): boolean {
  if (isConstant(value)) return true;
  return isArray(value) ? value.every((item) => isConstant(item) || isWellFormed(item, 2)) : isWellFormed(value, 1);
}

/** Whether a list in an object is long, or one in the items of its lists, down to a depth. */
function hasLongList(object: Json, depth: number): boolean {
  if (!isObject(object) || depth === 0) return false;
  for (const key in object) {
    const value = object[key] as Json;
    if (!isArray(value) || isConstant(value)) continue;
    if (value.length > MANY || value.some((item) => hasLongList(item, depth - 1))) return true;
  }
  return false;
}

function* hasWellFormedMembers(object: JsonObject, depth: number, budget: Budget): Steps<boolean> {
  for (const key in object) {
    const value = object[key] as Json;
    if (!isWellFormedText(key)) return false;
    if (isConstant(value)) continue;
    if (!(isArray(value) ? yield* isWellFormedList(value, depth + 1, budget) : isWellFormed(value, depth)))
      return false;
  }
  return true;
}

function* isWellFormedList(list: readonly Json[], depth: number, budget: Budget): Steps<boolean> {
  for (const item of list) {
    if (isConstant(item)) continue;
    const isLong = isObject(item) && hasLongList(item, 1);
    if (!(isLong ? yield* hasWellFormedMembers(item, depth + 1, budget) : isWellFormed(item, depth))) return false;
    if (budget.isPauseDue(workOf(item))) yield;
  }
  return true;
}

/** Longer lists inside of the items of a list are checked with pauses too. */
const MANY = 64;

// The schema of a tool takes longer than the texts of a message.
function workOf(item: Json): number {
  return isObject(item) && Object.values(item).some(isObject) ? 1 / 2 : 1 / 32;
}

function replaceIn(value: Json, report: Report, depth: number): Json {
  if (isWellFormed(value, depth)) return value;
  if (typeof value === "string") {
    report.lose("half-character", { action: "weakened" });
    return value.replace(LONE_SURROGATE, REPLACEMENT);
  }
  if (isArray(value)) return value.map((item, index) => replaceIn(item, report.at(index), depth + 1));
  return isObject(value) ? replaceInObject(value, report, depth) : value;
}

function replaceInObject(object: JsonObject, report: Report, depth: number): JsonObject {
  const copy: Record<string, Json> = {};
  for (const [key, value] of Object.entries(object)) {
    if (!isWellFormedText(key)) report.at(key).lose("half-character", { action: "weakened" });
    setKey(copy, key.replace(LONE_SURROGATE, REPLACEMENT), replaceIn(value, report.at(key), depth + 1));
  }
  return copy;
}
