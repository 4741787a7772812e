// The arguments of a call. Chat Completions and Responses have them as JSON text, the others as an object; models write
// invalid JSON at times, which must survive the way through a dialect with objects, and be reported.

import { jsonIn } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isObject } from "../../json/value.ts";
import type { CallInput, CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../provenance.ts";

/** The arguments of a call, parsed. */
export interface ParsedInput {
  /** The value; `undefined` where the text is not JSON. */
  readonly value: Json | undefined;
  /** The JSON text. */
  readonly text: string;
  readonly problem?: "invalid-json" | "not-an-object";
}

/** The key of an object that stands for arguments which are no JSON object: `{ "INVALID_JSON": "{\"city\": \"Par" }`. */
export const INVALID_INPUT = "INVALID_JSON";

/** Parses a call's arguments; an empty text and `null` mean no arguments. */
export function parseInput(input: CallInput): ParsedInput {
  if (input.type === "text") return { value: input.text, text: input.text };
  if (isNone(input)) return { value: {}, text: NO_ARGUMENTS };
  if (input.type === "value")
    return { value: input.value, text: stringifyJson(input.value), ...problemOf(input.value) };
  const value = jsonIn(input.text);
  if (value === undefined) return { value, text: input.text, problem: "invalid-json" };
  return { value, text: input.text, ...problemOf(value) };
}

/** What is wrong with a call's arguments; valid ones are recognized by `JSON.parse`, at a third of the cost. */
export function inputProblem(input: CallInput): ParsedInput["problem"] {
  return input.type === "json" && isObjectText(input.text) ? undefined : parseInput(input).problem;
}

/** Whether a text means no arguments. Groq sends `null` for a call without: https://console.groq.com/docs/tool-use */
export function meansNoArguments(text: string): boolean {
  return text.length < SHORT && NONE.test(text);
}

/** Whether the arguments are `null`. */
export function isNullInput(input: CallInput): boolean {
  return isNone(input) && !(input.type === "json" && input.text.trim() === "");
}

/** The arguments of a call without arguments. */
export const NO_ARGUMENTS = "{}";

/** Longer texts cannot mean no arguments. */
const SHORT = 64;
const NONE = /^\s*(?:null)?\s*$/;

function isNone(input: CallInput): boolean {
  if (input.type === "text") return false;
  const content = input.type === "json" ? input.text : input.value;
  return content === null || (typeof content === "string" && meansNoArguments(content));
}

function isObjectText(text: string): boolean {
  try {
    return isObject(JSON.parse(text) as Json);
  } catch {
    // The exact parser decides whether it is JSON.
    return false;
  }
}

/** A call's arguments as JSON text; invalid JSON is kept. */
export function inputAsText(input: CallInput): string {
  if (isNone(input)) return NO_ARGUMENTS;
  return input.type === "value" ? stringifyJson(input.value) : input.text;
}

/**
 * A call's arguments as an object; anything else is kept as text under the key `INVALID_JSON`. `onDuplicate` gets the pointers of keys
 * that stand twice, of whose values an object keeps the last.
 */
export function inputAsObject(input: CallInput, onDuplicate?: (pointer: string) => void): JsonObject {
  if (input.type === "value" && isObject(input.value)) return input.value;
  if (isNone(input)) return {};
  const value = input.type === "json" ? jsonIn(input.text, { onDuplicate }) : undefined;
  return isObject(value) ? value : { [INVALID_INPUT]: parseInput(input).text };
}

/** The arguments of a call as an object. Keys that stand twice are reported. */
export function argumentsAsObject(call: CallPart, report: Report): JsonObject {
  return inputAsObject(call.input, (feature) => argumentsReport(call, report).lose("duplicate-key", { feature }));
}

/** The report at a call's arguments in the source. */
export function argumentsReport(call: CallPart, report: Report): Report {
  return fieldReport(call, call.origin?.fields.arguments === undefined ? "input" : "arguments", report);
}

/** Reads arguments from an object, and restores the text that `inputAsObject` kept. */
export function inputFromObject(value: Json): CallInput {
  const raw = isObject(value) && Object.keys(value).length === 1 ? value[INVALID_INPUT] : undefined;
  return typeof raw === "string" ? { type: "json", text: raw } : { type: "value", value };
}

function problemOf(value: Json): { problem?: "not-an-object" } {
  return isObject(value) ? {} : { problem: "not-an-object" };
}
