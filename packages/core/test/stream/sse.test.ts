import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../test/support/extent.ts";
import { type Frame, StreamError } from "../../src/stream/framing.ts";
import { sseFraming } from "../../src/stream/sse.ts";
import { bytesOf, cutAt, cuts, dataOf, everySplit, framesOf, outcomeOf } from "./chunks.ts";
import { MANY } from "./many.ts";

const EVENTS: readonly Frame[] = [
  { data: '{"delta":"é€😀","raw":"\\uD83D\\uDE00"}' },
  { event: "message_start", data: '{"a":[1,2]}' },
  { data: "first\nsecond\n\nfourth" },
  { event: "done", data: "[DONE]" },
];
const LINE_ENDS = ["\n", "\r\n", "\r"] as const;

function written(events: readonly Frame[], end: string): string {
  const lines = events.flatMap(({ event, data }) => [
    ": a comment",
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...data.split("\n").map((line, index) => (index % 2 === 0 ? `data: ${line}` : `data:${line}`)),
    "id: 7",
    "retry: 100",
    "",
  ]);
  return lines.map((line) => line + end).join("");
}

describe("sseFraming", () => {
  for (const end of LINE_ENDS) {
    it(`gives the same events for every split with ${JSON.stringify(end)} line ends`, () => {
      const text = `\ufeff${written(EVENTS, end)}`;
      for (const chunks of everySplit(text)) expect(framesOf(sseFraming, chunks)).toEqual(EVENTS);
      for (const chunks of everySplit(bytesOf(text))) expect(framesOf(sseFraming, chunks)).toEqual(EVENTS);
    });
  }

  it("gives the same events for random splits and mixed line ends", () => {
    const word = fc.string({
      unit: fc.constantFrom("a", "é", "😀", ":", " ", "{", "\\", "\u0000", "\ufeff", "\u2028"),
    });
    const event = fc.record(
      { event: word.filter((name) => name !== "" && !name.startsWith(" ")), data: fc.array(word, { minLength: 1 }) },
      { requiredKeys: ["data"] },
    );
    const stream = fc
      .tuple(fc.array(event), fc.infiniteStream(fc.constantFrom(...LINE_ENDS)))
      .map(([events, ends]) => {
        const frames = events.map(({ data, event }) => ({ data: data.join("\n"), ...(event && { event }) }));
        // A CR at the end of one line and the LF of an empty one would be one line end.
        let last = "";
        const text = written(frames, "\n").replace(/\n/g, () => {
          const next = ends.next().value;
          last = last === "\r" && next === "\n" ? "\r\n" : next;
          return last;
        });
        return { frames, text };
      })
      .filter(({ frames }) => frames.every(({ data }) => !data.split("\n").some((line) => line.startsWith(" "))))
      .chain(({ frames, text }) => {
        const bytes = bytesOf(text);
        return fc.record({
          frames: fc.constant(frames),
          asText: cuts(text.length).map((places) => cutAt(text, places)),
          asBytes: cuts(bytes.length).map((places) => cutAt(bytes, places)),
        });
      });
    const property = fc.property(stream, ({ frames, asText, asBytes }) => {
      expect(framesOf(sseFraming, asText)).toEqual(frames);
      expect(framesOf(sseFraming, asBytes)).toEqual(frames);
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("gives any bytes at all the same events however they are cut", () => {
    const pieces = fc.constantFrom("data", ":", " ", "\n", "\r", "event", "x", "é", "😀", "id", "\ufeff", "\u0000");
    const streams = fc
      .array(pieces, { maxLength: 60 })
      .map((list) => bytesOf(list.join("")))
      .chain((bytes) => fc.tuple(fc.constant(bytes), cuts(bytes.length)));
    const property = fc.property(streams, fc.integer({ min: 1, max: 20 }), ([bytes, places], maxLength) => {
      expect(outcomeOf(sseFraming, cutAt(bytes, places), { maxLength })).toEqual(
        outcomeOf(sseFraming, [bytes], { maxLength }),
      );
    });
    fc.assert(property, { numRuns: runs(2000) });
  });

  it.each<[what: string, text: string, data: readonly string[]]>([
    ["takes a value with and without a space", "data:a\n\ndata: b\n\ndata:  c\n\n", ["a", "b", " c"]],
    ["keeps colons in a value", "data: a: b\n\n", ["a: b"]],
    ["joins lines of data by newlines", "data: a\ndata:\ndata: b\n\n", ["a\n\nb"]],
    ["takes a field without a colon", "data\n\ndata\ndata\n\n", ["", "\n"]],
    ["ignores comments", ":\n: ping\n\n:data: a\n\ndata: b\n\n", ["b"]],
    ["ignores fields that it does not know", "id: 1\nretry: 5\ndatas: x\n data: y\nDATA: z\ndata : w\n\n", []],
    ["ignores an event without data", "event: ping\n\ndata: a\n\n", ["a"]],
    ["takes blank lines between events", "\n\n\ndata: a\n\n\n\ndata: b\n\n", ["a", "b"]],
    ["delivers the last event without its blank line", "data: a\n\ndata: b\n", ["a", "b"]],
    ["delivers the last event without its line end", "data: a\n\ndata: b", ["a", "b"]],
    ["keeps NUL and line separators of Unicode", "data: a\u0000b\u2028c\u0085d\n\n", ["a\u0000b\u2028c\u0085d"]],
    ["finds nothing in nothing", "", []],
  ])("%s", (_, text, data) => {
    expect(dataOf(sseFraming, [text])).toEqual(data);
    expect(dataOf(sseFraming, text)).toEqual(data);
  });

  it("forgets the event's name with the event", () => {
    expect(framesOf(sseFraming, ["event: a\n\ndata: 1\n\nevent: b\ndata: 2\n\ndata: 3\n\n"])).toEqual([
      { data: "1" },
      { event: "b", data: "2" },
      { data: "3" },
    ]);
  });

  it("takes the last of several names, and none for an empty one", () => {
    expect(framesOf(sseFraming, ["event: a\nevent: b\ndata: 1\n\nevent: a\nevent\ndata: 2\n\n"])).toEqual([
      { event: "b", data: "1" },
      { data: "2" },
    ]);
  });

  it("delivers an event with the chunk that ends it, also where that is half of a CRLF", () => {
    const seen: string[] = [];
    const framing = sseFraming((data) => seen.push(data));
    framing.push("data: a\r\n\r");
    expect(seen).toEqual(["a"]);
    framing.push("\ndata: b\r\n\r\n");
    expect(seen).toEqual(["a", "b"]);
  });

  it("delivers no event twice when it is ended twice", () => {
    const seen: string[] = [];
    const framing = sseFraming((data) => seen.push(data));
    framing.push("data: a");
    framing.end();
    framing.end();
    expect(seen).toEqual(["a"]);
  });
});

describe("the limit of sseFraming", () => {
  const limit = { maxLength: 20 };

  it.each([
    ["a line", `data: a\n\ndata: ${"x".repeat(15)}\n\n`],
    ["a comment", `data: a\n\n:${"x".repeat(20)}\n\n`],
    ["an event of many lines", `data: a\n\n${"data: 123456\n".repeat(3)}data: b\n\n`],
    ["an event of many empty lines", `data: a\n\n${"data\n".repeat(22)}\n`],
    ["a line that never ends", `data: a\n\n${"x".repeat(21)}`],
  ])("refuses %s wherever the stream is cut, after the events before it", (_, text) => {
    const expected = { frames: [{ data: "a" }], failure: "a frame of the stream is longer than 20" };
    for (const chunks of everySplit(text)) expect(outcomeOf(sseFraming, chunks, limit)).toEqual(expected);
  });

  it("takes what is just as long", () => {
    const text = `data: ${"x".repeat(14)}\n\n${"data:123456789\n".repeat(2)}\n`;
    for (const chunks of everySplit(text)) {
      expect(outcomeOf(sseFraming, chunks, limit).frames.map(({ data }) => data.length)).toEqual([14, 19]);
    }
  });

  it("throws a typed error, and the same again for all that follows", () => {
    const seen: string[] = [];
    const framing = sseFraming((data) => seen.push(data), limit);
    const thrown: unknown[] = [];
    for (const act of [() => framing.push(`${"x".repeat(21)}\n`), () => framing.push("data: a\n\n"), framing.end]) {
      try {
        act.call(framing);
      } catch (error) {
        thrown.push(error);
      }
    }
    expect(thrown[0]).toBeInstanceOf(StreamError);
    expect(thrown[0]).toMatchObject({ name: "StreamError", code: "too_large" });
    expect(new Set(thrown).size).toBe(1);
    expect([thrown.length, seen]).toEqual([3, []]);
  });

  it("is 8 Mi by default", () => {
    const framing = sseFraming(() => {});
    const piece = "x".repeat(1024 * 1024);
    for (let count = 0; count < 8; count++) framing.push(piece);
    expect(() => framing.push("x")).toThrow(StreamError);
  });
});

describe("the size of what sseFraming reads", () => {
  it("may be many events in one chunk", () => {
    let count = 0;
    sseFraming(() => count++).push("data:1\n\n".repeat(MANY));
    sseFraming(() => count++).push("data:1\r\r".repeat(MANY));
    sseFraming(() => count++).push("data:1\r\n\r\n".repeat(MANY));
    expect(count).toBe(3 * MANY);
  });

  it("may be a long event that comes one unit at a time", () => {
    const data = `${"x".repeat(511)}é`.repeat(2048);
    const text = `data: ${data}\n\n`;
    expect(dataOf(sseFraming, text)).toEqual([data]);
    const bytes = bytesOf(text);
    const framing = sseFraming((found) => expect(found).toBe(data));
    for (let at = 0; at < bytes.length; at++) framing.push(bytes.subarray(at, at + 1));
  });

  it("may be an event of many lines", () => {
    expect(dataOf(sseFraming, ["data\n".repeat(MANY)])).toEqual(["\n".repeat(MANY - 1)]);
  });
});
