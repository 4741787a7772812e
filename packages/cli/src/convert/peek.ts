import type { Json } from "@toolglot/core";
import { isObject, JsonError, parseJson } from "@toolglot/core/base";

/** The beginning of an input that may be a stream. */
export interface Peeked {
  /** The first event, if the input is a stream of server-sent events or of JSON lines. */
  readonly event: Json | undefined;
  /** Whether the first event is a line of JSON, not a server-sent event. */
  readonly isLine: boolean;
  /** All bytes of the input, those that were read already included. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Reads as much of an input as it takes to see whether it is a stream. */
export async function peekEvent(source: AsyncIterable<Buffer>): Promise<Peeked> {
  const chunks = source[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let found: Found | typeof UNDECIDED = UNDECIDED;
  for (let length = 0; found === UNDECIDED && length < MAX_PEEK; ) {
    const { value, done } = await chunks.next();
    if (done !== true) {
      read.push(value);
      length += value.length;
    }
    found = firstEvent(Buffer.concat(read).toString("utf8"), done === true);
    if (done === true) break;
  }
  const { event, isLine } = found === UNDECIDED ? NOTHING : found;
  return { event, isLine, bytes: resumed(read, chunks) };
}

/** How much is read at most; an event that is larger is not recognized. */
const MAX_PEEK = 1_048_576;

type Found = Omit<Peeked, "bytes">;

const NOTHING: Found = { event: undefined, isLine: false };

const UNDECIDED: unique symbol = Symbol("undecided");

async function* resumed(read: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* read;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

// The first field of an event that holds data, or the first of several lines of JSON.
function firstEvent(text: string, isAll: boolean): Found | typeof UNDECIDED {
  const start = text.replace(/^\uFEFF?\s*/, "");
  if (start === "") return isAll ? NOTHING : UNDECIDED;
  return SSE_FIELD.test(start) ? sseEvent(start, isAll) : jsonLine(start, isAll);
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
const SSE_FIELD = /^(?:(?:data|event|id|retry)\s*:|:)/;

function sseEvent(text: string, isAll: boolean): Found | typeof UNDECIDED {
  for (const [, data = "", end] of text.matchAll(/^data: ?(.*?)(\r?\n|$)/gm)) {
    const value = end === "" && !isAll ? undefined : parsed(data);
    if (isObject(value)) return { event: value, isLine: false };
  }
  // A stream without a readable event is still a stream.
  return isAll ? { event: null, isLine: false } : UNDECIDED;
}

// One line is a JSON text like any other; a second line makes it a stream.
function jsonLine(text: string, isAll: boolean): Found | typeof UNDECIDED {
  const [, line, more] = /^(\{.*\})\r?\n\s*(\S?)/.exec(text) ?? [];
  if (line === undefined) return text.includes("\n") || isAll || !text.startsWith("{") ? NOTHING : UNDECIDED;
  if (more === "") return isAll ? NOTHING : UNDECIDED;
  const value = more === "{" ? parsed(line) : undefined;
  return isObject(value) ? { event: value, isLine: true } : NOTHING;
}

/** The value of a JSON text; `undefined` if it is none. */
export function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
