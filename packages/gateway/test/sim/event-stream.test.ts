import { EventStreamCodec } from "@smithy/eventstream-codec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventStreamMessage } from "../../src/sim/event-stream.ts";
import { messagesIn } from "../support/wire-text.ts";
import { ask } from "./requests.ts";

const decoder = new TextDecoder();
const codec = new EventStreamCodec(
  (bytes) => decoder.decode(typeof bytes === "string" ? Buffer.from(bytes) : bytes),
  (text) => new TextEncoder().encode(text),
);

describe("messages of the event stream", () => {
  const names = fc.stringMatching(/^:?[a-z][a-z-]{0,20}$/);
  const headers = fc.dictionary(names, fc.string({ unit: "grapheme", maxLength: 40 }), { noNullPrototype: true });
  const payloads = fc.uint8Array({ maxLength: 2000 });

  it("are those of AWS's own codec", () => {
    fc.assert(
      fc.property(headers, payloads, (given, body) => {
        const typed = Object.entries(given).map(([name, value]) => [name, { type: "string" as const, value }]);
        const expected = codec.encode({ headers: Object.fromEntries(typed), body });
        expect(Buffer.from(eventStreamMessage(given, body))).toEqual(Buffer.from(expected));
      }),
    );
  });

  it("carry the events of a stream, each of them padded", async () => {
    const { bytes } = await ask({ dialect: "bedrock", streams: true });
    const messages = messagesIn(bytes).map((message) => codec.decode(message));
    const types = messages.map(({ headers: { ":event-type": type } }) => type?.value);
    expect([...new Set(types)]).toEqual([
      ...["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata"],
    ]);
    for (const { headers: sent, body } of messages) {
      expect(sent).toMatchObject({
        ":message-type": { value: "event" },
        ":content-type": { value: "application/json" },
      });
      expect(JSON.parse(decoder.decode(body)).p).toMatch(/^abc|^ab?$/);
    }
  });

  it.each(["bad-crc", "bad-prelude", "bad-payload"])("of the fault %s do not pass AWS's codec", async (name) => {
    const { bytes } = await ask({ dialect: "bedrock", streams: true, model: `fault-${name}@1` });
    const [first, second] = messagesIn(bytes);
    expect(codec.decode(first ?? new Uint8Array()).headers[":event-type"]?.value).toBe("messageStart");
    expect(() => codec.decode(second ?? new Uint8Array())).toThrow(/checksum/);
  });
});
