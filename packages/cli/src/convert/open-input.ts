import { detectDialect, type Json, stringifyJson } from "@toolglot/core";
import { UsageError } from "../failure.ts";
import { isObject } from "../input/json.ts";
import { bytesOf } from "../input/read.ts";
import { dialectNamed } from "../names.ts";
import { hasTools } from "./identify.ts";
import type { Job } from "./job.ts";
import { type Peeked, peekEvent } from "./peek.ts";

/** An input that is a stream if it begins with an event, and one JSON text otherwise, or one in each line. */
export interface OpenInput extends Pick<Peeked, "event" | "bytes"> {
  /** Whether each line is a whole response. */
  readonly isLines?: true;
}

/** Opens the input of a job, and finds out whether it is a stream. */
export async function openInput({ file, what, kinds, checkStream }: Job): Promise<OpenInput> {
  const { event, isLine, bytes } = await peekEvent(bytesOf(file));
  if (what === "stream" || event === undefined) return { event, bytes };
  if (isLine && kinds.includes("response") && isWholeResponse(event)) return { event: undefined, bytes, isLines: true };
  const mayBeStream = kinds.includes("stream");
  if (mayBeStream && isStreamEvent(event)) return { event, bytes };
  if (isLine) throw severalTexts(mayBeStream ? ", or with --what stream if they are events" : "");
  if (isStreamEvent(event)) checkStream();
  if (hasTools(event)) return { event: undefined, bytes: resultIn(event) };
  return { event: mayBeStream ? event : undefined, bytes };
}

/** The error for an input of which each line is a JSON text of its own, where that is not possible. */
export function severalTexts(more = ""): UsageError {
  return new UsageError(`each line of the input is a JSON text of its own: translate them with --jsonl${more}`);
}

// A line of a stream whose dialect streams lines is no whole response, and neither is a chunk.
function isWholeResponse(line: Json): boolean {
  const streamed = detectDialect(line, { what: "stream" })?.dialect;
  const isStreamLine = streamed !== undefined && dialectNamed(streamed).profile.conversation.framing !== "sse";
  if (isStreamLine || (isObject(line) && /\.chunk$/.test(String(line.object)))) return false;
  return detectDialect(line, { what: "response" }) !== undefined;
}

function isStreamEvent(event: Json): boolean {
  return detectDialect(event, { what: "stream" }) !== undefined;
}

// MCP servers may answer with one event, which holds all of the result:
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
async function* resultIn(event: Json): AsyncGenerator<Buffer> {
  yield Buffer.from(stringifyJson(event));
}
