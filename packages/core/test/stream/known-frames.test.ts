import { afterEach, describe, expect, it, vi } from "vitest";
import { FrameTemplate } from "../../src/fast/frame-template.ts";
import { KnownFrames } from "../../src/fast/known-frames.ts";
import { createBridge, type DialectId } from "../../src/index.ts";

const PROVIDERS: readonly DialectId[] = ["anthropic", "bedrock", "gemini", "ollama", "openai-responses"];

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the frames of earlier streams", () => {
  it.each(PROVIDERS)("tell where the text of a stream of %s is, from its first frame to its last", (provider) => {
    const client = provider === "anthropic" ? "gemini" : "anthropic";
    const streams = ["one", "other", "third"].map((name) => streamOf(provider, name));
    const walks = vi.spyOn(FrameTemplate as unknown as { read: () => unknown }, "read");
    const counts = streams.map((bytes) => {
      walks.mockClear();
      const stream = createBridge({ client, provider }).stream();
      for (const chunk of bytes) stream.push(chunk);
      stream.end();
      expect(stream.failure).toBeUndefined();
      return walks.mock.calls.length;
    });
    // Other tests may have known the first as well.
    expect(counts.slice(1)).toEqual([0, 0]);
  });

  it("may be padded with spaces", () => {
    const walks = vi.spyOn(FrameTemplate as unknown as { read: () => unknown }, "read");
    const fields = { text: "/text", ignored: ["/id"] };
    const next = 'data: {"id":"c","text":"d" }\n\n';
    const counts = [3, 0, 7].map((spaces) => {
      const json = `{"id":"a","text":"b"${" ".repeat(spaces)}}`;
      const sent = `data: ${json}\n\n`;
      const template = FrameTemplate.of({ sent, json }, fields);
      expect(template?.match(next, 0)).toBe(next.length);
      expect(template?.text).toBe("d");
      return walks.mock.calls.length;
    });
    expect(counts).toEqual([1, 1, 1]);
  });

  it("are kept by their fields, the last of them only", () => {
    const known = new KnownFrames<number>();
    const ignored = ["/id"];
    for (let number = 0; number < 20; number++) known.add({ text: `/${number % 2}`, ignored }, number);
    expect(known.withFields({ text: "/1", ignored })).toEqual([19, 17, 15, 13]);
    expect(known.withFields({ text: "/1", mirror: "/2", ignored })).toEqual([]);
    expect(known.withFields({ text: "/1", ignored: [...ignored] })).toEqual([]);
  });
});

/** A provider's stream with a text of this name, as one chunk for each of the chunks that it was made of. */
function streamOf(client: DialectId, name: string): (string | Uint8Array)[] {
  const stream = createBridge({ client, provider: "openai-chat" }).stream();
  const head = { id: `chatcmpl-${name}`, object: "chat.completion.chunk", created: 1, model: "m" };
  const chunk = (delta: object, finish_reason: string | null = null) =>
    stream.push(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  const pieces = [
    chunk({ role: "assistant", content: "" }),
    ...[1, 2, 3, 4].map((number) => chunk({ content: `${name} ${number}` })),
    chunk({}, "stop"),
    stream.push("data: [DONE]\n\n"),
    stream.end(),
  ];
  return pieces;
}
