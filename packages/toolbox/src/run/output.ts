import { isObject, type Json, JsonError, type JsonObject, JsonProgress, parseJson } from "@toolglot/core";
import type { Captured } from "./capture.ts";
import type { ProcessResult } from "./process-types.ts";
import { headText, lossyText, strictText, tailText } from "./text.ts";

/** The parsed output of a tool. */
export type Output =
  | { readonly type: "value"; readonly value: Json }
  /** The tool printed an error envelope itself. */
  | { readonly type: "error"; readonly error: string }
  | { readonly type: "invalid"; readonly problem: string; readonly text: string };

/**
 * Parses the output of a tool with exact numbers. JSON beyond the limit becomes an object that says so; anything else is
 * refused, however long it is.
 */
export function readOutput({ stdout, stdoutJson }: Pick<ProcessResult, "stdout" | "stdoutJson">): Output {
  if (stdoutJson === "not-utf8") return invalid("printed something that is not UTF-8", lossyText(stdout));
  if (stdout.omitted > 0)
    return stdoutJson === "complete" ? { type: "value", value: truncatedValue(stdout) } : invalidTruncated(stdout);
  const text = strictText(stdout);
  if (text === undefined) return invalid("printed something that is not UTF-8", lossyText(stdout));
  if (text.trim() === "") return invalid("printed nothing", "");
  try {
    return unwrapEnvelope(parseJson(text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return invalid(`printed invalid JSON (${error.message})`, text.trim());
  }
}

/** An excerpt of a text that is short enough for a message. */
export function excerpt(text: string, part: "start" | "end"): string {
  if (text.length <= MAX_EXCERPT) return text;
  return part === "start" ? `${text.slice(0, MAX_EXCERPT)}…` : `…${text.slice(-MAX_EXCERPT)}`;
}

const MAX_EXCERPT = 2000;

function invalid(problem: string, said: string): Output {
  const text = excerpt(said, "start");
  return { type: "invalid", problem: text === "" ? problem : `${problem}: ${text}`, text };
}

// The kept beginning has the same error as the whole, unless the whole goes wrong after it.
function invalidTruncated({ head }: Captured): Output {
  const text = headText(head);
  const progress = new JsonProgress();
  progress.push(text);
  const reason = progress.state === "invalid" ? jsonErrorIn(text) : "it is not one complete value";
  return invalid(`printed invalid JSON (${reason})`, `${text.trim()}…`);
}

function jsonErrorIn(text: string): string {
  try {
    parseJson(text);
    return "it is not one value";
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return error.message;
  }
}

function truncatedValue({ head, tail, omitted }: Captured): JsonObject {
  return { truncated: true, omitted_bytes: omitted, head: headText(head), tail: tailText(tail) };
}

// Tools may print the envelope themselves; it must not be wrapped twice.
function unwrapEnvelope(value: Json): Output {
  if (!isObject(value)) return { type: "value", value };
  if (value.tool_success === true && Object.hasOwn(value, "result"))
    return { type: "value", value: value.result ?? null };
  if (value.tool_success !== false || typeof value.error !== "string") return { type: "value", value };
  const code = typeof value.error_code === "string" ? ` (${value.error_code})` : "";
  return { type: "error", error: `${value.error}${code}` };
}
