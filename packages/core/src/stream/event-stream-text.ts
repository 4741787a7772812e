import { parseJson } from "../json/parse.ts";
import { stringifyJson } from "../json/stringify.ts";
import { isObject } from "../json/value.ts";
import type { StreamSource } from "../model/dialect.ts";
import type { Json } from "../model/json.ts";
import { ByteQueue } from "./byte-queue.ts";
import {
  type EventStreamFraming,
  type EventStreamMessage,
  encodeEventStreamMessage,
  eventStreamFraming,
} from "./event-stream.ts";
import { type FrameReader, StreamError } from "./framing.ts";
import { ndjsonReader } from "./ndjson.ts";
import { TextSource } from "./text.ts";

// The text of an event stream is NDJSON: each line has one message, as the union that AWS's SDKs yield, such as
// `{"messageStart":{"role":"assistant"}}`.

/**
 * Turns the bytes of an event stream into its text. Strings, and bytes that are no event stream, are taken as text already:
 * a server may answer with JSON where a stream was asked for.
 */
export class EventStreamSource implements StreamSource {
  private readonly text = new TextSource();
  private framing: EventStreamFraming | undefined;
  private lines = "";
  private error: StreamError | undefined;
  private started = false;
  /** The beginning of bytes that are text, until it is known whether they are the text of an event stream. */
  private beginning: string | undefined;
  private isOneText = false;

  /** Why the bytes after the text so far cannot be read. */
  get failure(): StreamError | undefined {
    return this.error;
  }

  /** Whether invalid UTF-8 was replaced by U+FFFD. */
  get replaced(): boolean {
    return this.text.replaced || this.framing?.replaced === true;
  }

  push(chunk: Uint8Array | string): string {
    if (chunk.length === 0) return "";
    if (!this.started) this.begin(chunk);
    const { framing } = this;
    if (framing !== undefined && typeof chunk !== "string") return this.read(() => framing.push(chunk));
    const text = this.text.push(chunk);
    return this.beginning === undefined ? text : this.judge(text);
  }

  /** Whether the bytes are neither an event stream nor its text: then they are one JSON text. */
  get isJson(): boolean {
    return this.isOneText;
  }

  private begin(chunk: Uint8Array | string): void {
    this.started = true;
    if (typeof chunk === "string") return;
    if (!isBinary(chunk)) this.beginning = "";
    else
      this.framing = eventStreamFraming((message) => {
        this.lines += lineOf(message);
      });
  }

  // Until the first name is complete.
  private judge(text: string): string {
    const beginning = (this.beginning ?? "") + text;
    const [, name] = FIRST_NAME.exec(beginning) ?? [];
    const isKnown = name !== undefined || beginning.length > MAX_BEGINNING;
    this.beginning = isKnown ? undefined : beginning;
    this.isOneText = isKnown && !FIRST_EVENT.test(name ?? "");
    return isKnown ? beginning : "";
  }

  end(): string {
    const { framing, beginning = "" } = this;
    if (framing !== undefined) return this.read(() => framing.end());
    this.isOneText ||= this.beginning !== undefined;
    this.beginning = undefined;
    return beginning + this.text.end();
  }

  // Messages before the one that cannot be read count, wherever the bytes were split.
  private read(run: () => void): string {
    if (this.error === undefined) {
      try {
        run();
      } catch (error) {
        if (!(error instanceof StreamError)) throw error;
        this.error = error;
      }
    }
    const { lines } = this;
    this.lines = "";
    return lines;
  }
}

/**
 * Turns the text of an event stream into its bytes, for clients that expect them.
 *
 * @example
 * new EventStreamEncoder().push('{"messageStart":{"role":"assistant"}}\n').length; // 118
 */
export class EventStreamEncoder {
  private readonly encoded = new ByteQueue();
  private readonly lines: FrameReader = ndjsonReader((line) =>
    this.encoded.add(encodeEventStreamMessage(messageOf(parseJson(line)))),
  );

  /** The bytes of the messages that this text completes. */
  push(text: string): Uint8Array {
    this.lines.read(text);
    return this.encoded.take(this.encoded.length);
  }

  /** The bytes of a last message without its line end. */
  end(): Uint8Array {
    this.lines.finish();
    return this.encoded.take(this.encoded.length);
  }
}

const FIRST_NAME = /^\s*\{\s*"([^"]*)"/;
const MAX_BEGINNING = 256;

/** What a stream begins with. */
const FIRST_EVENT = /^(?:messageStart|error|\w*Exception)$/;

// A message shorter than 16 MiB begins with 0, a longer one than AWS allows (24 MiB) with 2; text with neither.
function isBinary([first = 0]: Uint8Array): boolean {
  return first < 2;
}

function lineOf({ type, name, data }: EventStreamMessage): string {
  if (type === "error") return `{"${ERROR}":${JSON.stringify({ code: name, message: data })}}\n`;
  // Line ends in JSON are white space.
  return `{${JSON.stringify(name)}:${data === "" ? "{}" : data.replace(LINE_ENDS, " ")}}\n`;
}

function messageOf(line: Json): EventStreamMessage {
  const [entry] = isObject(line) ? Object.entries(line) : [];
  const [name, data] = entry ?? ["", null];
  if (name !== ERROR) return { type: EXCEPTION.test(name) ? "exception" : "event", name, data: stringifyJson(data) };
  const { code, message } = isObject(data) ? data : {};
  return { type: "error", name: String(code ?? ""), data: String(message ?? "") };
}

/** The name of errors that the service does not model. */
const ERROR = "error";
const EXCEPTION = /Exception$/;
const LINE_ENDS = /[\r\n]+/g;
