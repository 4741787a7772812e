import { jsonIn } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isObject } from "../../json/value.ts";
import type { CallInput } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

/** What a call's arguments are once they have been read. */
export interface ParsedInput {
  /** The arguments; `undefined` where the text is not JSON. */
  readonly value: Json | undefined;
  /** The text as it was sent, or as it would be. */
  readonly text: string;
  readonly problem?: "invalid-json" | "not-an-object";
}

/** The key under which arguments that are no JSON object travel through dialects whose arguments are objects. */
const INVALID = "INVALID_JSON";

/** Reads a call's arguments; nothing, an empty text and `null` mean that there are none. */
export function parseInput(input: CallInput): ParsedInput {
  if (input.type === "text") return { value: input.text, text: input.text };
  if (isNone(input)) return { value: {}, text: NO_ARGUMENTS };
  if (input.type === "value")
    return { value: input.value, text: stringifyJson(input.value), ...problemOf(input.value) };
  const value = jsonIn(input.text);
  if (value === undefined) return { value, text: input.text, problem: "invalid-json" };
  return { value, text: input.text, ...problemOf(value) };
}

/** What is wrong with a call's arguments; the native parser tells most that are right at a third of the cost. */
export function inputProblem(input: CallInput): ParsedInput["problem"] {
  return input.type === "json" && isObjectText(input.text) ? undefined : parseInput(input).problem;
}

/** Whether a text stands for no arguments. Groq sends `null` for a call without: https://console.groq.com/docs/tool-use */
export function meansNoArguments(text: string): boolean {
  return text.length < SHORT && NONE.test(text);
}

/** Whether arguments are there, and say that there are none. */
export function isNullInput(input: CallInput): boolean {
  return isNone(input) && !(input.type === "json" && input.text.trim() === "");
}

/** What arguments are where there are none. */
export const NO_ARGUMENTS = "{}";

/** Arguments that are not there are seldom longer. */
const SHORT = 64;
const NONE = /^\s*(?:null)?\s*$/;

function isNone(input: CallInput): boolean {
  if (input.type === "text") return false;
  const said = input.type === "json" ? input.text : input.value;
  return said === null || (typeof said === "string" && meansNoArguments(said));
}

function isObjectText(text: string): boolean {
  try {
    return isObject(JSON.parse(text) as Json);
  } catch {
    // Whoever reads it with care says whether it is JSON.
    return false;
  }
}

/** A call's arguments as JSON text, for dialects that send them so. What is not JSON stays as it is. */
export function inputAsText(input: CallInput): string {
  if (isNone(input)) return NO_ARGUMENTS;
  return input.type === "value" ? stringifyJson(input.value) : input.text;
}

/** A call's arguments as an object, for dialects that send them so. What is none is kept raw under a key that says so. */
export function inputAsObject(input: CallInput, report?: () => Report): JsonObject {
  if (input.type === "value" && isObject(input.value)) return input.value;
  if (isNone(input)) return {};
  const value = input.type === "json" ? jsonIn(input.text, { onDuplicate: report && duplicatesTo(report) }) : undefined;
  return isObject(value) ? value : { [INVALID]: parseInput(input).text };
}

// Of two values under one key an object holds the last.
function duplicatesTo(report: () => Report): (pointer: string) => void {
  return (pointer) => report().lose("duplicate-key", { feature: pointer });
}

/** Reads arguments that a dialect sends as an object; raw text that `inputObject` kept is itself again. */
export function inputFromObject(value: Json): CallInput {
  const raw = isObject(value) && Object.keys(value).length === 1 ? value[INVALID] : undefined;
  return typeof raw === "string" ? { type: "json", text: raw } : { type: "value", value };
}

function problemOf(value: Json): { problem?: "not-an-object" } {
  return isObject(value) ? {} : { problem: "not-an-object" };
}
