import { jsonIn } from "../json/parse.ts";
import { stringifyJson } from "../json/stringify.ts";
import { isObject } from "../json/value.ts";
import type { CallInput } from "../model/call.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Report } from "../report.ts";

/** What a call's arguments are once they have been read. */
export interface ReadInput {
  /** The arguments; `undefined` where the text is not JSON. */
  readonly value: Json | undefined;
  /** The text as it was sent, or as it would be. */
  readonly text: string;
  readonly problem?: "invalid-json" | "not-an-object";
}

/** The key under which arguments that are no JSON object travel through dialects whose arguments are objects. */
const INVALID = "INVALID_JSON";

/** Reads a call's arguments; an empty text means that there are none. */
export function readInput(input: CallInput): ReadInput {
  if (input.type === "text") return { value: input.text, text: input.text };
  if (input.type === "value")
    return { value: input.value, text: stringifyJson(input.value), ...problemOf(input.value) };
  const value = parsed(input.text);
  if (value === undefined) return { value, text: input.text, problem: "invalid-json" };
  return { value, text: input.text, ...problemOf(value) };
}

/** A call's arguments as JSON text, for dialects that send them so. What is not JSON stays as it is. */
export function inputText(input: CallInput): string {
  if (input.type === "value") return stringifyJson(input.value);
  return input.type === "json" && input.text.trim() === "" ? "{}" : input.text;
}

/** A call's arguments as an object, for dialects that send them so. What is none is kept raw under a key that says so. */
export function inputObject(input: CallInput, report?: () => Report): JsonObject {
  if (input.type === "value" && isObject(input.value)) return input.value;
  const value = input.type === "json" ? parsed(input.text, report && duplicatesTo(report)) : undefined;
  return isObject(value) ? value : { [INVALID]: readInput(input).text };
}

// Of two values under one key an object holds the last.
function duplicatesTo(report: () => Report): (pointer: string) => void {
  return (pointer) => report().lose("duplicate-key", { feature: pointer });
}

/** Reads arguments that a dialect sends as an object; raw text that `inputObject` kept is itself again. */
export function objectInput(value: Json): CallInput {
  const raw = isObject(value) && Object.keys(value).length === 1 ? value[INVALID] : undefined;
  return typeof raw === "string" ? { type: "json", text: raw } : { type: "value", value };
}

function parsed(text: string, onDuplicate?: (pointer: string) => void): Json | undefined {
  return text.trim() === "" ? {} : jsonIn(text, { onDuplicate });
}

function problemOf(value: Json): { problem?: "not-an-object" } {
  return isObject(value) ? {} : { problem: "not-an-object" };
}
