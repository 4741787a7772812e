import { ByteQueue } from "./byte-queue.ts";
import { crc32 } from "./crc32.ts";
import { checkLength, type FramingOptions, MAX_FRAME_LENGTH, StreamError } from "./framing.ts";
import { encodeUtf8, TextSource } from "./text.ts";

/**
 * A message of AWS's binary event stream: an event, an exception that the service models, or another error.
 * https://smithy.io/2.0/aws/amazon-eventstream.html
 */
export interface EventStreamMessage {
  readonly type: "event" | "exception" | "error";
  /** The event's type, the exception's type or the error's code. */
  readonly name: string;
  /** The payload, usually JSON; the message of an error, which has no payload. */
  readonly data: string;
}

/** Called with each message as soon as it is complete. */
export type OnEventStreamMessage = (message: EventStreamMessage) => void;

/** Splits the bytes of an event stream into messages. After an error, it throws the same error again. */
export interface EventStreamFraming {
  push(chunk: Uint8Array): void;
  /** Throws where the bytes end in the middle of a message. */
  end(): void;
  /** Whether invalid UTF-8 was replaced by U+FFFD. */
  readonly replaced: boolean;
}

/**
 * Cuts AWS's binary event stream (`application/vnd.amazon.eventstream`) into messages. Both checksums of a message are
 * verified.
 *
 * @example
 * const framing = eventStreamFraming(({ name, data }) => console.log(name, JSON.parse(data)));
 * framing.push(encodeEventStreamMessage({ type: "event", name: "messageStart", data: '{"role":"assistant"}' }));
 */
export function eventStreamFraming(onMessage: OnEventStreamMessage, options: FramingOptions = {}): EventStreamFraming {
  return new MessageFraming(onMessage, options.maxLength ?? MAX_FRAME_LENGTH);
}

/**
 * The bytes of one message, with the headers that AWS's services send.
 *
 * @example
 * encodeEventStreamMessage({ type: "event", name: "messageStart", data: '{"role":"assistant"}' }).length; // 118
 */
export function encodeEventStreamMessage(message: EventStreamMessage): Uint8Array {
  const headers = concatenate(headersOf(message).map(([name, value]) => encodeHeader(name, value)));
  const payload = encodeUtf8(message.type === "error" ? "" : message.data);
  const bytes = new Uint8Array(PRELUDE + headers.length + payload.length + CHECKSUM);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length);
  view.setUint32(4, headers.length);
  view.setUint32(8, crc32(bytes.subarray(0, 8)));
  bytes.set(headers, PRELUDE);
  bytes.set(payload, PRELUDE + headers.length);
  view.setUint32(bytes.length - CHECKSUM, crc32(bytes.subarray(0, bytes.length - CHECKSUM)));
  return bytes;
}

/** The length of a message, that of its headers, and the checksum of both. */
const PRELUDE = 12;
const CHECKSUM = 4;

/** What a message has besides its payload, at most: AWS allows 128 KiB of headers. */
const MAX_OVERHEAD: number = PRELUDE + CHECKSUM + 128 * 1024;

class MessageFraming implements EventStreamFraming {
  private readonly onMessage: OnEventStreamMessage;
  private readonly maxLength: number;
  private readonly waiting = new ByteQueue();
  private readonly text = new TextSource();
  private failure: { readonly error: unknown } | undefined;

  constructor(onMessage: OnEventStreamMessage, maxLength: number) {
    this.onMessage = onMessage;
    this.maxLength = maxLength;
  }

  get replaced(): boolean {
    return this.text.replaced;
  }

  push(chunk: Uint8Array): void {
    this.guard(() => {
      this.waiting.add(chunk);
      for (let message = this.next(); message !== undefined; message = this.next()) this.onMessage(message);
    });
  }

  end(): void {
    this.guard(() => {
      if (this.waiting.length > 0) throw new StreamError("truncated", "it ended in the middle of a message");
    });
  }

  // After a failure nobody knows where the next message begins.
  private guard(read: () => void): void {
    if (this.failure !== undefined) throw this.failure.error;
    try {
      read();
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }

  private next(): EventStreamMessage | undefined {
    if (this.waiting.length < PRELUDE) return undefined;
    const { length } = this.prelude();
    return this.waiting.length < length ? undefined : this.read(this.waiting.take(length));
  }

  // Lengths are believed only with their checksum: a wrong one would swallow the messages that follow.
  private prelude(): { readonly length: number } {
    const bytes = this.waiting.peek(PRELUDE);
    const view = viewOf(bytes);
    if (view.getUint32(8) !== crc32(bytes.subarray(0, 8))) throw corrupt("the checksum of a message's prelude");
    const [length, headersLength] = [view.getUint32(0), view.getUint32(4)];
    const payloadLength = length - headersLength - PRELUDE - CHECKSUM;
    if (payloadLength < 0) throw corrupt("the length of a message");
    checkLength(payloadLength, this.maxLength);
    if (length - payloadLength > MAX_OVERHEAD)
      throw new StreamError("too_large", "the headers of a message are too long");
    return { length };
  }

  private read(bytes: Uint8Array): EventStreamMessage {
    const view = viewOf(bytes);
    const end = bytes.length - CHECKSUM;
    if (view.getUint32(end) !== crc32(bytes.subarray(0, end))) throw corrupt("the checksum of a message");
    const start = PRELUDE + view.getUint32(4);
    const decode = (from: Uint8Array): string => this.text.push(from) + this.text.end();
    return messageOf(readHeaders(bytes.subarray(PRELUDE, start), decode), decode(bytes.subarray(start, end)));
  }
}

type Decode = (bytes: Uint8Array) => string;

/** Reads the text headers; those of other types mean nothing here. */
function readHeaders(bytes: Uint8Array, decode: Decode): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const view = viewOf(bytes);
  let at = 0;
  const skip = (length: number): number => {
    const from = at;
    at += length;
    if (at > bytes.length) throw corrupt("a header");
    return from;
  };
  while (at < bytes.length) {
    const nameLength = view.getUint8(skip(1));
    const name = decode(bytes.subarray(skip(nameLength), at));
    const type = view.getUint8(skip(1));
    const fixed = FIXED_LENGTHS[type];
    if (fixed === undefined && type !== TEXT && type !== BYTES) throw corrupt("the type of a header");
    const length = fixed ?? view.getUint16(skip(2));
    const value = bytes.subarray(skip(length), at);
    if (type === TEXT) headers.set(name, decode(value));
  }
  return headers;
}

/** How many bytes the values of a type have: true, false, byte, short, integer, long, timestamp, UUID. */
const FIXED_LENGTHS: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };
const BYTES = 6;
const TEXT = 7;

function messageOf(headers: ReadonlyMap<string, string>, payload: string): EventStreamMessage {
  const type = headers.get(":message-type") ?? "event";
  if (type === "event") return { type, name: headers.get(":event-type") ?? "", data: payload };
  if (type === "exception") return { type, name: headers.get(":exception-type") ?? "", data: payload };
  return { type: "error", name: headers.get(":error-code") ?? "", data: headers.get(":error-message") ?? payload };
}

function headersOf({ type, name, data }: EventStreamMessage): readonly (readonly [name: string, value: string])[] {
  const last = [":message-type", type] as const;
  if (type === "error") return [[":error-code", name], [":error-message", data], last];
  return [[type === "event" ? ":event-type" : ":exception-type", name], [":content-type", "application/json"], last];
}

function encodeHeader(name: string, value: string): Uint8Array {
  const [key, text] = [encodeUtf8(name), encodeUtf8(value).subarray(0, MAX_HEADER_VALUE)];
  const bytes = new Uint8Array(1 + key.length + 3 + text.length);
  bytes[0] = key.length;
  bytes.set(key, 1);
  const view = new DataView(bytes.buffer);
  view.setUint8(1 + key.length, TEXT);
  view.setUint16(2 + key.length, text.length);
  bytes.set(text, 4 + key.length);
  return bytes;
}

/** The longest value that fits the length's 16 bits and AWS's rules. */
const MAX_HEADER_VALUE = 32_767;

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const queue = new ByteQueue();
  for (const part of parts) queue.add(part);
  return queue.take(queue.length);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function corrupt(what: string): StreamError {
  return new StreamError("corrupt", `${what} is wrong`);
}
