import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../test/support/extent.ts";
import { FrameTemplate } from "../../src/fast/frame-template.ts";
import { createBridge } from "../../src/index.ts";

const DIFFERING = { text: "/delta/text", ignored: ["/number", "/filler"] };

interface Said {
  readonly text: string;
  readonly number: number;
  readonly filler: string;
  readonly pad: number;
}

const TEXT = fc.string({ unit: fc.oneof(fc.constantFrom('"', "\\", "\n", "\ud83d", "\u2028", "0"), fc.string()) });
const CONTENT = fc.record({ text: TEXT, number: fc.nat(), filler: fc.stringMatching(/^\w*$/), pad: fc.nat(3) });
const REST = fc.dictionary(fc.constantFrom("a", "text", "delta", "number", "__proto__"), fc.jsonValue({ maxDepth: 2 }));

describe("a pattern of frames", () => {
  it("finds the text of every frame that differs from the one it was built from in its fields alone", () => {
    fc.assert(
      fc.property(CONTENT, CONTENT, REST, (one, other, rest) => {
        const pattern = templateOf(sent(one, rest));
        const frame = sent(other, rest);
        expect(pattern?.match(`before${frame}after`, 6)).toBe(6 + frame.length);
        expect(pattern?.text).toBe(other.text);
      }),
    );
  });

  it("has the ids of its own frames alone, whatever others were built after it", () => {
    const fields = { text: "/text", id: "/id", ignored: ["/number"] };
    const frameOf = (id: string, text: string) => {
      const json = JSON.stringify({ id, number: 1, text });
      return { sent: `data: ${json}\n\n`, json };
    };
    const first = FrameTemplate.of(frameOf("one", "a"), fields);
    const second = FrameTemplate.of(frameOf("two", "b"), fields);
    const { sent: next } = frameOf("one", "c");
    expect(first?.match(next, 0)).toBe(next.length);
    expect([first?.text, first?.id]).toEqual(["c", undefined]);
    expect(second?.match(frameOf("two", "d").sent, 0)).toBe(next.length);
    expect([second?.text, second?.id]).toEqual(["d", undefined]);
  });

  it("finds none in a frame with any other difference", () => {
    const change = fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...'"\\{}[],:0 1x\n\u0000', '","', '\\"', "\\u0041"));
    fc.assert(
      fc.property(
        CONTENT,
        CONTENT,
        REST,
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (one, other, rest, changes) => {
          const pattern = templateOf(sent(one, rest));
          const frame = changes.reduce(changed, sent(other, rest));
          if (pattern?.match(frame, 0) !== frame.length) return;
          expect(valueIn(frame).delta.text).toBe(pattern.text);
          expect(silent(frame)).toEqual(silent(sent(other, rest)));
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it("finds a text that occurs twice, and none if the two differ", () => {
    const twice = (text: string, mirror: string) => JSON.stringify({ text, details: [{ mirror }], counts: { n: 1 } });
    const frame = twice("b", "b");
    const differing = { text: "/text", mirror: "/details/0/mirror", ignored: ["/counts/"] };
    const pattern = FrameTemplate.of({ sent: frame, json: frame }, differing);
    expect(pattern?.match(twice('"c"', '"c"'), 0)).toBe(twice('"c"', '"c"').length);
    expect(pattern?.text).toBe('"c"');
    expect(pattern?.match(twice("d", "e"), 0)).toBe(-1);
  });

  it("finds the id of a frame once frames differ in it, and none that has to be unescaped", () => {
    const named = (text: string, id: string) => JSON.stringify({ id, text });
    const frame = named("b", "one");
    const pattern = FrameTemplate.of({ sent: frame, json: frame }, { text: "/text", id: "/id", ignored: [] });
    expect(pattern?.match(named("c", "one"), 0)).toBe(named("c", "one").length);
    expect(pattern?.id).toBeUndefined();
    expect(pattern?.match(named("d", "other"), 0)).toBe(named("d", "other").length);
    expect(pattern?.id).toBe("other");
    expect(pattern?.match(named("e", "one"), 0)).toBe(named("e", "one").length);
    expect(pattern?.id).toBe("one");
    expect(pattern?.match(named("f", '"'), 0)).toBe(-1);
  });

  it("applies each frame to the item that its id names, with and without templates", () => {
    const frames = [
      { type: "response.created", response: { id: "resp_1", model: "m" } },
      ...["a", "b"].map((id, index) => ({
        type: "response.output_item.added",
        output_index: index,
        item: { type: "message", id, role: "assistant", content: [] },
      })),
      ...["x", "y", "b", "z", "b", "a", "b", "", "y"].map((id, index) => ({
        type: "response.output_text.delta",
        item_id: id,
        output_index: 0,
        content_index: 0,
        delta: `${index}`,
      })),
    ];
    const text = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join("");
    const translated = [true, false].map((frameTemplates) => {
      const stream = createBridge({
        client: "openai-chat",
        provider: "openai-responses",
        fast: { frameTemplates },
      }).stream();
      return stream.push(text) + stream.end();
    });
    expect(translated[0]).toBe(translated[1]);
  });

  it("ignores everything below an ignored path", () => {
    const counted = (text: string, n: number) => JSON.stringify({ text, counts: { n, of: [{ n }] } });
    const frame = counted("b", 2);
    const pattern = FrameTemplate.of({ sent: frame, json: frame }, { text: "/text", ignored: ["/counts/"] });
    expect(pattern?.match(counted("c", 30), 0)).toBe(counted("c", 30).length);
  });

  it.each([
    ["another key", '{"delta":{"text":"a"}}', '{"delta":{"texts":"a"}}'],
    [
      "a key that looks like a path",
      '{"delta/text":"a","delta":{"text":""}}',
      '{"delta/text":"b","delta":{"text":""}}',
    ],
    ["another value", '{"delta":{"text":"a"},"index":1}', '{"delta":{"text":"b"},"index":2}'],
    ["part of a number", '{"delta":{"text":"a"},"number":1.5}', '{"delta":{"text":"b"},"number":2.5}'],
    ["more than its text", '{"delta":{"text":"a"}}', '{"delta":{"text":"b"},"more":{}}'],
    ["what is no field of it", '{"delta":{"text":"a"}}\nid: 1', '{"delta":{"text":"b"}}\nid: 2'],
  ])("does not match a frame that differs in %s", (_, one, other) => {
    const template = FrameTemplate.of({ sent: `data: ${one}\n\n`, json: one.replace(/\n.*/, "") }, DIFFERING);
    expect(template?.match(`data: ${one}\n\n`, 0)).toBe(`data: ${one}\n\n`.length);
    expect(template?.match(`data: ${other}\n\n`, 0)).toBe(-1);
  });

  it.each([
    ["has a key twice", '{"delta":{"text":"a","text":"c"}}'],
    ["has no text", '{"delta":{"texts":"a"}}'],
    ["has a text that is no string", '{"delta":{"text":1}}'],
    ["is nested deeply", `{"delta":{"text":"a"},"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  ])("is not made of a frame that %s", (_, json) => {
    expect(FrameTemplate.of({ sent: `data: ${json}\n\n`, json }, DIFFERING)).toBeUndefined();
  });

  it("matches frames that are the same", () => {
    const frame = sent({ text: "a", number: 1, filler: "", pad: 0 }, {});
    expect(templateOf(frame)?.match(frame + frame, frame.length)).toBe(2 * frame.length);
  });

  it("accepts only valid JSON numbers as counters", () => {
    const pattern = templateOf(sent({ text: "a", number: 1, filler: "", pad: 0 }, {}));
    expect(pattern?.match('data: {"delta":{"text":"c"},"filler":"","number":30}\n\n', 0)).toBeGreaterThan(0);
    expect(pattern?.match('data: {"delta":{"text":"c"},"filler":"","number":03}\n\n', 0)).toBe(-1);
    expect(pattern?.match('data: {"delta":{"text":"c"},"filler":"","number":}\n\n', 0)).toBe(-1);
  });
});

function templateOf(frame: string): FrameTemplate | undefined {
  return FrameTemplate.of({ sent: frame, json: jsonIn(frame) }, DIFFERING);
}

function sent({ text, number, filler, pad }: Said, rest: object): string {
  const json = JSON.stringify({ ...rest, delta: { text }, filler, number });
  return `data: ${json.slice(0, -1)}${" ".repeat(pad)}}\n\n`;
}

function jsonIn(frame: string): string {
  return frame.slice("data: ".length, -2);
}

function valueIn(frame: string): { delta: { text: string } } {
  return JSON.parse(jsonIn(frame));
}

function silent(frame: string): object {
  return { ...valueIn(frame), delta: { ...valueIn(frame).delta, text: "" }, filler: "", number: 0 };
}

function changed(frame: string, [place, removed, put]: readonly [number, number, string]): string {
  const at = place % frame.length;
  return frame.slice(0, at) + put + frame.slice(at + removed);
}
