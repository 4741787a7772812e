import { type DetectKind, type DialectId, type DialectName, detectDialect, type Json } from "@toolglot/core";
import { UsageError } from "../failure.ts";
import { requireDialect, requireToolDialect } from "../input/detect.ts";
import { isList, isObject } from "../input/json.ts";
import { findTools } from "../input/tools.ts";
import type { InputKind } from "./input-kind.ts";

/** What an input is, and in which dialect. */
export interface Identity {
  readonly what: InputKind;
  readonly from: DialectName;
  /** Whether other dialects have inputs of this shape as well. */
  readonly isGuess?: true;
}

/**
 * What an input is: one of these kinds. What is not recognized counts as tools, if it may be tools, so that the error says
 * what is wrong with them.
 */
export function identifyKind(input: Json, kinds: readonly InputKind[]): InputKind {
  if (isStreamArray(input) && kinds.includes("stream")) return "stream";
  const detected = DETECTED.find((kind) => kinds.includes(kind) && detectDialect(input, { what: kind }) !== undefined);
  // Responses of the Responses API repeat the tools and more fields of their requests.
  if (detected === "response") return detected;
  const fallback = kinds.includes("tools") ? "tools" : (kinds[0] ?? "tools");
  if (isRequest(input)) return kinds.includes("request") ? "request" : fallback;
  return hasTools(input) ? fallback : (detected ?? fallback);
}

/** The dialect of an input of this kind. */
export function identifyDialect(input: Json, what: InputKind): Identity {
  if (what === "tools") return { what, from: requireToolDialect(findTools(input)) };
  if (what === "stream") return { what, from: requireStreamDialect(isList(input) ? input[0] : input) };
  const isGuess = what === "request" && isChatRequest(input) && detectDialect(input, { what }) === undefined;
  return isGuess ? { what, from: CHAT, isGuess } : { what, from: requireDialect(input, what) };
}

/** Whether an input is the body of a request, complete or not. */
export function isRequest(input: Json): boolean {
  if (!isObject(input)) return false;
  const { model, input: items } = input;
  return (
    isList(input.messages) || isList(input.contents) || isList(items) || (model !== undefined && items !== undefined)
  );
}

/** The dialect of a stream, by one of its events. */
function requireStreamDialect(event: Json | undefined): DialectId {
  const found = event === undefined ? undefined : detectDialect(event, { what: "stream" });
  if (found !== undefined) return found.dialect;
  throw new UsageError("--from is required: the dialect of this stream cannot be detected");
}

/** The kinds that are recognized by their shape, the most telling first. A choice may be nearly anything. */
const DETECTED: readonly Exclude<DetectKind, "request" | "choice">[] = [
  "response",
  "stream",
  "tools",
  "results",
  "calls",
];

/** The dialect of messages that several dialects have in common. */
const CHAT = "openai-chat";

// A request with messages and nothing that only one dialect has, such as `{ model, messages }`.
function isChatRequest(input: Json): boolean {
  return isObject(input) && isList(input.messages) && input.messages.length > 0;
}

/** Whether an input has a list of tools: a `tools/list` result, or a body with or without messages. */
export function hasTools(input: Json): boolean {
  if (!isObject(input) || typeof input.type === "string") return false;
  const body = isObject(input.result) ? input.result : input;
  return isList(body.tools) || isList(body.functions);
}

// Gemini streams without `alt=sse` are one array of responses: https://ai.google.dev/api/generate-content
function isStreamArray(input: Json): boolean {
  const [first] = isList(input) ? input : [];
  return first !== undefined && detectDialect(first, { what: "response" })?.dialect === "gemini";
}
