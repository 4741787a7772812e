import { ResponseAssembler } from "../conversation/response/response-assembler.ts";
import { isUnreadable } from "../conversation/stream/damaged-stream.ts";
import type { DialectName } from "../dialects/names.ts";
import { Ledger } from "../ledger.ts";
import type { Dialect } from "../model/dialect.ts";
import { ConversionError } from "../model/error.ts";
import type { Json } from "../model/json.ts";
import type { CanonicalResponse } from "../model/response.ts";
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
  /** What a stream without a response has said so far: a response without its end. Missing where it has said nothing. */
  readonly partial?: Json;
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
  const reading: Reading = { frames: [], assembler: new ResponseAssembler(), soFar: new ResponseAssembler() };
  const { frames, assembler } = reading;
  const problem = readFrames(textOf(bytes, source), source, reading);
  const response = assembler.response();
  if (response !== undefined && assembler.failure === undefined)
    return { response: onTheWire(response, source, frames), frames };
  const error = errorOf(assembler, source) ?? problem ?? "the stream ended before its answer was complete";
  return { error, ...partialOf(reading, source), frames };
}

function errorOf({ failure }: ResponseAssembler, source: Dialect): Json | undefined {
  return failure === undefined ? undefined : source.errors.encode(failure).value;
}

// The reason why it ended is not on the wire, and so not in what is shown of it.
function partialOf({ soFar, frames }: Reading, source: Dialect): { partial?: Json } {
  soFar.take({ type: "response-end", finishReason: { reason: "other" } });
  const response = soFar.response();
  if (response === undefined || response.candidates.every(({ parts }) => parts.length === 0)) return {};
  try {
    return { partial: onTheWire(response, source, frames) };
  } catch (error) {
    // The arguments of a call may end in the middle.
    if (error instanceof ConversionError) return {};
    throw error;
  }
}

// A response as its dialect writes it, with the fields that its frames have.
function onTheWire(response: CanonicalResponse, source: Dialect, frames: readonly StreamFrame[]): Json {
  const report = new Report(new Ledger({ from: source.id, to: source.id }), "from_canonical");
  const context = { created: response.created ?? 0, id: response.id ?? "", includeUsage: true };
  const fields = new WireFields();
  for (const { data } of frames) fields.addFrame(data);
  fields.addContent(response);
  return fields.only(source.response.encode(response, report, context));
}

// Frames of a binary stream are listed with their offsets in its text.
function textOf(bytes: Uint8Array | string, { streamSource }: Dialect): Uint8Array | string {
  const source = typeof bytes === "string" ? undefined : streamSource?.();
  return source === undefined ? bytes : source.push(bytes) + source.end();
}

interface Reading {
  readonly frames: StreamFrame[];
  readonly assembler: ResponseAssembler;
  /** Takes what comes before an error, which makes the other one forget it. */
  readonly soFar: ResponseAssembler;
}

// Reads what can be read: the frames are listed although the stream is broken.
function readFrames(bytes: Uint8Array | string, dialect: Dialect, reading: Reading): string | undefined {
  const { frames, assembler, soFar } = reading;
  const report = new Report(new Ledger({ from: dialect.id, to: dialect.id }), "to_canonical");
  const events = dialect.stream.decode((event) => {
    assembler.take(event);
    if (event.type !== "failure") soFar.take(event);
  }, report);
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
