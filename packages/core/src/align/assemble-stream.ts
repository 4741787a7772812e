import { ResponseAssembler } from "../conversation/response/response-assembler.ts";
import { isUnreadable } from "../conversation/stream/provider-stream.ts";
import type { DialectName } from "../dialects/names.ts";
import { Ledger } from "../ledger.ts";
import type { Dialect } from "../model/dialect.ts";
import type { Json } from "../model/json.ts";
import { Report } from "../report.ts";
import { eventReader } from "../stream/events.ts";
import { ndjsonReader } from "../stream/ndjson.ts";
import { linesOf } from "./lines.ts";
import { dialectOf } from "./recorded-bridge.ts";
import { WireFields } from "./wire-fields.ts";

/** A frame of a stream. */
export interface StreamFrame {
  /** The byte at which it begins. */
  readonly offset: number;
  /** The name of its event, where it has one. */
  readonly event?: string;
  /** Its payload, as it was sent. */
  readonly data: string;
}

/** A stream as a whole. */
export interface AssembledStream {
  /** The response in the stream's own dialect, with fields that the stream has; missing where the stream has failed or is incomplete. */
  readonly response?: Json;
  /** Why there is no response: the stream's own error, in its dialect, or why it cannot be read. */
  readonly error?: Json;
  readonly frames: readonly StreamFrame[];
}

/**
 * Assembles the response that a stream has, and lists its frames with the bytes at which they begin.
 *
 * @example
 * assembleStream("ollama", '{"message":{"content":"Hi"},"done":true,"done_reason":"stop"}\n').frames[0]?.offset; // 0
 */
export function assembleStream(dialect: DialectName, bytes: Uint8Array | string): AssembledStream {
  const source = dialectOf(dialect);
  const frames: StreamFrame[] = [];
  const assembler = new ResponseAssembler();
  const problem = readFrames(textOf(bytes, source), source, { frames, assembler });
  if (assembler.failure !== undefined) return { error: source.errors.encode(assembler.failure).value, frames };
  const response = assembler.response();
  if (response === undefined) return { error: problem ?? "the stream ended before its answer was complete", frames };
  const report = new Report(new Ledger({ from: dialect, to: dialect }), "from_canonical");
  const context = { created: response.created ?? 0, id: response.id ?? "", includeUsage: true };
  const fields = new WireFields();
  for (const { data } of frames) fields.addFrame(data);
  fields.addContent(response);
  return { response: fields.only(source.response.encode(response, report, context)), frames };
}

// Frames of a binary stream are listed with their offsets in its text.
function textOf(bytes: Uint8Array | string, { streamSource }: Dialect): Uint8Array | string {
  const source = typeof bytes === "string" ? undefined : streamSource?.();
  return source === undefined ? bytes : source.push(bytes) + source.end();
}

interface Reading {
  readonly frames: StreamFrame[];
  readonly assembler: ResponseAssembler;
}

// Reads what can be read: the frames are listed although the stream is broken.
function readFrames(bytes: Uint8Array | string, dialect: Dialect, { frames, assembler }: Reading): string | undefined {
  const report = new Report(new Ledger({ from: dialect.id, to: dialect.id }), "to_canonical");
  const events = dialect.stream.decode((event) => assembler.take(event), report);
  try {
    for (const frame of framesOf(bytes, dialect)) {
      frames.push(frame);
      if (!assembler.isOver) events.read(frame.data, frame.event);
    }
    if (!assembler.isOver) events.end();
    return undefined;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return error.message;
  }
}

// A frame begins with the first line after the one that ended the last frame.
function* framesOf(bytes: Uint8Array | string, { profile }: Dialect): Generator<StreamFrame> {
  const makeReader = profile.conversation.framing === "sse" ? eventReader : ndjsonReader;
  let start: number | undefined;
  let read: StreamFrame[] = [];
  const reader = makeReader((data, event) =>
    read.push({ offset: start ?? 0, ...(event === undefined ? {} : { event }), data }),
  );
  for (const { offset, text } of linesOf(bytes)) {
    if (text.trim() !== "") start ??= offset;
    reader.read(text);
    yield* read;
    if (read.length > 0 || text.trim() === "") start = undefined;
    read = [];
  }
  reader.finish();
  yield* read;
}
