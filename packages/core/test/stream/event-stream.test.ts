import { EventStreamCodec } from "@smithy/eventstream-codec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../test/support/extent.ts";
import {
  type EventStreamMessage,
  encodeEventStreamMessage,
  eventStreamFraming,
} from "../../src/stream/event-stream.ts";
import { EventStreamEncoder, EventStreamSource } from "../../src/stream/event-stream-text.ts";
import { type FramingOptions, StreamError } from "../../src/stream/framing.ts";
import { bytesOf, cutAt, everySplit } from "./chunks.ts";

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes)),
  (text) => new TextEncoder().encode(text),
);

const MESSAGES: readonly EventStreamMessage[] = [
  { type: "event", name: "messageStart", data: '{"role":"assistant"}' },
  { type: "event", name: "contentBlockDelta", data: '{"contentBlockIndex":0,"delta":{"text":"é€😀"},"p":"abc"}' },
  { type: "event", name: "empty", data: "" },
  { type: "exception", name: "throttlingException", data: '{"message":"Too many requests"}' },
  { type: "error", name: "InternalError", data: "An internal error occurred" },
];

const STREAM = concatenate(MESSAGES.map(encodeEventStreamMessage));

describe("eventStreamFraming", () => {
  it("gives the same messages for every split of the bytes", () => {
    for (const chunks of everySplit(STREAM)) expect(outcomeOf(chunks)).toEqual({ messages: MESSAGES });
  });

  it("reads what @smithy/eventstream-codec writes, whatever the headers are", () => {
    const bytes = codec.encode({
      headers: {
        ":message-type": { type: "string", value: "event" },
        ":event-type": { type: "string", value: "metadata" },
        ":content-type": { type: "string", value: "application/json" },
        true: { type: "boolean", value: true },
        false: { type: "boolean", value: false },
        byte: { type: "byte", value: -1 },
        short: { type: "short", value: 300 },
        integer: { type: "integer", value: -70_000 },
        binary: { type: "binary", value: new Uint8Array([1, 2, 3]) },
        date: { type: "timestamp", value: new Date(0) },
        uuid: { type: "uuid", value: "123e4567-e89b-12d3-a456-426614174000" },
      },
      body: bytesOf('{"usage":{}}'),
    });
    expect(outcomeOf([bytes])).toEqual({ messages: [{ type: "event", name: "metadata", data: '{"usage":{}}' }] });
  });

  it("writes what @smithy/eventstream-codec reads", () => {
    const read = MESSAGES.map((message) => codec.decode(encodeEventStreamMessage(message)));
    expect(read.map(({ headers }) => values(headers))).toEqual([
      { ":event-type": "messageStart", ":content-type": "application/json", ":message-type": "event" },
      { ":event-type": "contentBlockDelta", ":content-type": "application/json", ":message-type": "event" },
      { ":event-type": "empty", ":content-type": "application/json", ":message-type": "event" },
      { ":exception-type": "throttlingException", ":content-type": "application/json", ":message-type": "exception" },
      { ":error-code": "InternalError", ":error-message": "An internal error occurred", ":message-type": "error" },
    ]);
    expect(read.map(({ body }) => new TextDecoder().decode(body))).toEqual(
      MESSAGES.map(({ type, data }) => (type === "error" ? "" : data)),
    );
  });

  it("and @smithy/eventstream-codec agree on any event, in any chunks", () => {
    const events = fc.record({
      type: fc.constant("event" as const),
      name: fc.stringMatching(/^[a-zA-Z]{1,40}$/),
      data: fc.json(),
    });
    const property = fc.property(
      fc.array(events, { maxLength: 4 }),
      fc.infiniteStream(fc.nat()),
      (messages, numbers) => {
        const theirs = concatenate(messages.map((message) => codec.encode(asCodecMessage(message))));
        const ours = concatenate(messages.map(encodeEventStreamMessage));
        expect(ours).toEqual(theirs);
        const places = Array.from({ length: 5 }, () => numbers.next().value % (theirs.length + 1)).toSorted(
          (a, b) => a - b,
        );
        const expected = messages.map((message) => ({
          ...message,
          data: new TextDecoder().decode(bytesOf(message.data)),
        }));
        expect(outcomeOf(cutAt(theirs, places))).toEqual({ messages: expected });
      },
    );
    fc.assert(property, { numRuns: runs(300) });
  });

  it("refuses a message of which any byte was changed, and gives those before it", () => {
    const [first, second] = MESSAGES.map(encodeEventStreamMessage) as [Uint8Array, Uint8Array];
    for (let at = 0; at < second.length; at++) {
      const damaged = concatenate([first, second]);
      damaged[first.length + at] = (damaged[first.length + at] as number) ^ 0x10;
      const { messages, failure } = outcomeOf([damaged]);
      expect(messages).toEqual(MESSAGES.slice(0, 1));
      expect(failure).toMatch(/^the checksum of a message(?:'s prelude)? is wrong$/);
    }
  });

  it("refuses a stream that ends within a message, wherever it was cut", () => {
    const ends = MESSAGES.map(
      (_, index) => concatenate(MESSAGES.slice(0, index + 1).map(encodeEventStreamMessage)).length,
    );
    for (let at = 1; at < STREAM.length; at++) {
      const { failure } = outcomeOf([STREAM.subarray(0, at)]);
      expect(failure).toBe(ends.includes(at) ? undefined : "it ended in the middle of a message");
    }
  });

  it("refuses a message that is too long before its payload has come", () => {
    const long = encodeEventStreamMessage({ type: "event", name: "chunk", data: `"${"x".repeat(100)}"` });
    expect(outcomeOf([long], { maxLength: 102 }).messages).toHaveLength(1);
    expect(outcomeOf([long.subarray(0, 12)], { maxLength: 101 })).toEqual({
      messages: [],
      failure: "a frame of the stream is longer than 101",
    });
  });

  it("refuses lengths that contradict each other", () => {
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 16);
    view.setUint32(4, 1);
    view.setUint32(8, crcOf(bytes.subarray(0, 8)));
    expect(outcomeOf([bytes])).toEqual({ messages: [], failure: "the length of a message is wrong" });
  });

  it("throws the same error again after a failure", () => {
    const framing = eventStreamFraming(() => {});
    const damaged = new Uint8Array(STREAM);
    damaged[9] = (damaged[9] as number) ^ 1;
    expect(() => framing.push(damaged)).toThrow(StreamError);
    expect(() => framing.push(STREAM)).toThrow("the checksum of a message's prelude is wrong");
    expect(() => framing.end()).toThrow("the checksum of a message's prelude is wrong");
  });
});

const TEXT = `{"messageStart":{"role":"assistant"}}
{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":"é€😀"},"p":"abc"}}
{"empty":{}}
{"throttlingException":{"message":"Too many requests"}}
{"error":{"code":"InternalError","message":"An internal error occurred"}}
`;

describe("the text of an event stream", () => {
  it("has a line for each message, for every split of the bytes", () => {
    for (const chunks of everySplit(STREAM)) expect(textOf(chunks)).toBe(TEXT);
  });

  it("becomes the same bytes again, for every split of the text", () => {
    const again = concatenate(MESSAGES.map((each) => encodeEventStreamMessage({ ...each, data: each.data || "{}" })));
    for (const chunks of everySplit(TEXT)) {
      const encoder = new EventStreamEncoder();
      expect(concatenate([...chunks.map((chunk) => encoder.push(chunk)), encoder.end()])).toEqual(again);
    }
  });

  it("keeps every digit of numbers, and writes line ends in JSON as spaces", () => {
    const data = '{\r\n"n": 12345678901234567890}';
    expect(textOf([encodeEventStreamMessage({ type: "event", name: "x", data })])).toBe(
      '{"x":{ "n": 12345678901234567890}}\n',
    );
    const [message] = outcomeOf([new EventStreamEncoder().push('{"x":{"n":12345678901234567890}}\n')]).messages;
    expect(message?.data).toBe('{"n":12345678901234567890}');
  });

  it("is what comes before damage, wherever the bytes are split", () => {
    const damaged = new Uint8Array(STREAM);
    damaged[damaged.length - 1] = (damaged[damaged.length - 1] as number) ^ 1;
    const expected = TEXT.split("\n")
      .slice(0, 4)
      .map((line) => `${line}\n`)
      .join("");
    for (const chunks of everySplit(damaged)) {
      const source = new EventStreamSource();
      expect(chunks.map((chunk) => source.push(chunk)).join("") + source.end()).toBe(expected);
      expect(source.failure?.message).toBe("the checksum of a message is wrong");
    }
  });

  it("may come as text, and may be JSON that a server sends in place of a stream", () => {
    expect(textOf([TEXT])).toBe(TEXT);
    expect(textOf([bytesOf('{"message":"no"}')])).toBe('{"message":"no"}');
    expect(textOf([])).toBe("");
  });

  it("says whether invalid UTF-8 was replaced", () => {
    const source = new EventStreamSource();
    const bytes = codec.encode({
      headers: { ":event-type": { type: "string", value: "x" } },
      body: new Uint8Array([0xff]),
    });
    expect(source.push(bytes)).toBe('{"x":\ufffd}\n');
    expect(source.replaced).toBe(true);
  });
});

interface Outcome {
  readonly messages: readonly EventStreamMessage[];
  readonly failure?: string;
}

function outcomeOf(chunks: Iterable<Uint8Array>, options?: FramingOptions): Outcome {
  const messages: EventStreamMessage[] = [];
  try {
    const framing = eventStreamFraming((message) => messages.push(message), options);
    for (const chunk of chunks) framing.push(chunk);
    framing.end();
    return { messages };
  } catch (error) {
    return { messages, failure: (error as Error).message };
  }
}

function textOf(chunks: Iterable<Uint8Array | string>): string {
  const source = new EventStreamSource();
  return [...chunks].map((chunk) => source.push(chunk)).join("") + source.end();
}

function asCodecMessage({ name, data }: EventStreamMessage): Parameters<typeof codec.encode>[0] {
  return {
    headers: {
      ":event-type": { type: "string", value: name },
      ":content-type": { type: "string", value: "application/json" },
      ":message-type": { type: "string", value: "event" },
    },
    body: bytesOf(data),
  };
}

function values(headers: Readonly<Record<string, { readonly value: unknown }>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));
}

/** The CRC-32 of bytes, bit by bit. */
function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) === 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
