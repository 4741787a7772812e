import { isObject, type Json, JsonError, type JsonObject, parseJson } from "@toolglot/core";
import type { Captured } from "./capture.ts";
import { headText, lossyText, strictText, tailText } from "./text.ts";

/** The parsed output of a tool. */
export type Output =
  | { readonly type: "value"; readonly value: Json }
  /** The tool printed an error envelope itself. */
  | { readonly type: "error"; readonly error: string }
  | { readonly type: "invalid"; readonly problem: string; readonly text: string };

/** Parses the output of a tool with exact numbers. Truncated output becomes an object that says so. */
export function readOutput(captured: Captured): Output {
  if (captured.omitted > 0) return { type: "value", value: truncatedValue(captured) };
  const text = strictText(captured);
  if (text === undefined) return invalid("printed something that is not UTF-8", lossyText(captured));
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
