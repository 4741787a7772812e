import { detectDialect, dialects, isObject, type Json, jsonIn, parseJson, profileNames } from "@toolglot/core";
import {
  type IdentifiedInput,
  type InputProblem,
  PLAYGROUND_KINDS,
  type PlaygroundInput,
  type PlaygroundKind,
} from "./views.ts";

/** An input that was read: its kind, its dialect and its value. A stream stays text. */
export interface ReadInput {
  readonly what: PlaygroundKind;
  readonly from: string;
  readonly value: Json;
}

/** More than this is no text that somebody pastes. */
const LONGEST = 8 * 1024 * 1024;

/** Finds out what a text is, and where it can be translated to. */
export function identifyInput(input: PlaygroundInput): IdentifiedInput | InputProblem {
  const read = readInput(input);
  if ("problem" in read) return read;
  const { what, from } = read;
  const targets = dialects
    .filter(({ id, profile }) => id !== from && (what === "tools" || profile.conversation.messages))
    .map(({ id, title }) => ({ id, title }));
  return { what, from, targets, profiles: profileNames };
}

/** Reads a text as what it is. */
export function readInput({ text, what, from }: PlaygroundInput): ReadInput | InputProblem {
  if (text.length > LONGEST) return { problem: "This is longer than 8 million characters: use toolglot convert." };
  if (isStreamText(text) || what === "stream") return readStream(text, from);
  const json = parsed(text);
  if ("problem" in json) return json;
  const value = json.value;
  const kind = what ?? kindOf(value);
  const inside = kind === "tools" ? toolsIn(value) : value;
  const dialect = from ?? dialectIn(inside, kind);
  if (dialect === undefined) return { problem: UNKNOWN };
  return { what: kind, from: dialect, value: inside };
}

const UNKNOWN =
  "No dialect is recognized in this text: choose one. Tools, a request, a response or a stream can be translated.";

function parsed(text: string): { readonly value: Json } | InputProblem {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    return { problem: `This is no JSON, and no stream of events: ${error instanceof Error ? error.message : error}` };
  }
}

// The first event tells the dialect.
function readStream(text: string, from: string | undefined): ReadInput | InputProblem {
  const first = /^data: ?(.*)$/m.exec(text)?.[1] ?? text.slice(0, text.indexOf("\n") + 1 || text.length);
  const event = jsonIn(first);
  const dialect = from ?? (event === undefined ? undefined : detectDialect(event, { what: "stream" })?.dialect);
  return dialect === undefined ? { problem: UNKNOWN } : { what: "stream", from: dialect, value: text };
}

// Server-sent events, or several lines of JSON.
function isStreamText(text: string): boolean {
  if (/^\s*(?:event|data|id|retry)?: ?\S/.test(text)) return true;
  const [first = "", second = ""] = text.trim().split("\n", 2);
  return first.startsWith("{") && second.startsWith("{") && jsonIn(first) !== undefined;
}

function kindOf(value: Json): PlaygroundKind {
  const found = detectDialect(value)?.what;
  if (found !== "response" && isRequest(value)) return "request";
  return PLAYGROUND_KINDS.find((kind) => kind === found) ?? (Array.isArray(toolsIn(value)) ? "tools" : "request");
}

function isRequest(value: Json): boolean {
  return (
    isObject(value) && (Array.isArray(value.messages) || Array.isArray(value.contents) || value.input !== undefined)
  );
}

// A request with messages alone has the shape of Chat Completions, which most servers speak.
function dialectIn(value: Json, what: PlaygroundKind): string | undefined {
  const found = detectDialect(value, { what })?.dialect;
  return found ?? (what === "request" && isObject(value) && Array.isArray(value.messages) ? "openai-chat" : undefined);
}

/** The list of tools in the answer to MCP's `tools/list`, or in a body that has nothing else. */
function toolsIn(value: Json): Json {
  if (!isObject(value)) return value;
  const body = isObject(value.result) ? value.result : value;
  return Array.isArray(body.tools) ? body.tools : value;
}
