import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { holds } from "../properties/runs.ts";
import { createBridge } from "../support/dynamic.ts";
import { DIALECTS } from "./dialects.ts";
import { haveTraffic, recordedFor, streams } from "./recorded.ts";

const CHUNKS = 240;

/** Frames with more than a text: counts that grow, and the text repeated. */
const GROWING: Readonly<Record<string, (text: string, index: number) => string>> = {
  gemini: (text, index) => {
    const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: index, totalTokenCount: 9 + index };
    const candidates = [{ content: { parts: [{ text }], role: "model" }, index: 0 }];
    return `data: ${JSON.stringify({ candidates, usageMetadata, modelVersion: "m", responseId: "r" })}\r\n\r\n`;
  },
  openrouter: (reasoning) => {
    const details = [{ type: "reasoning.text", text: reasoning, format: "anthropic-claude-v1", index: 0 }];
    const choice = { index: 0, delta: { content: "", reasoning, reasoning_details: details }, finish_reason: null };
    return `data: ${JSON.stringify({ id: "gen-1", created: 1, model: "m", choices: [choice] })}\n\n`;
  },
};

/** The last frames, which do not repeat all of that. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  gemini: [
    'data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}\n\n',
  ],
  openrouter: [
    'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n',
    "data: [DONE]\n\n",
  ],
};

/**
 * Frames that are like the one before are known by their bytes, and need not be parsed. Only frames that come in one piece can
 * be: where each of them is cut in two, all are read in full.
 */
describe.skipIf(!haveTraffic)("frames read by templates give the same as frames that are parsed", () => {
  for (const from of DIALECTS) {
    const recorded = streams.filter(({ dialect }) => dialect === from);

    for (const to of DIALECTS) {
      it(`in streams of ${from} for clients of ${to}`, () => {
        for (const { id, body } of recordedFor(streams, from, to)) {
          const frames = framesOf(from, body);
          const full = translated(from, to, frames.flatMap(halves));
          expect(translated(from, to, frames), id).toEqual(full);
          expect(translated(from, to, [body]), id).toEqual(full);
        }
      });
    }

    it.skipIf(recorded.length === 0)(`in streams of ${from}, wherever they are cut`, () =>
      holds(
        fc.tuple(
          fc.constantFrom(...recorded),
          fc.constantFrom(...DIALECTS),
          fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
        ),
        60,
        ([{ body }, to, places]) => {
          const cuts = [0, ...places.map((place) => Math.floor(place * body.length)).toSorted((a, b) => a - b)];
          const chunks = cuts.map((cut, index) => body.slice(cut, cuts[index + 1]));
          expect(translated(from, to, chunks)).toEqual(translated(from, to, framesOf(from, body).flatMap(halves)));
        },
      ),
    );
  }
});

describe.each(DIALECTS)("a long stream of %s", (from) => {
  const frames = framesOf(from, inDialect(from, longText(CHUNKS)));

  it.each(DIALECTS)("is hardly parsed for a client of %s", (to) => {
    const parse = vi.spyOn(JSON, "parse");
    try {
      for (const chunks of [frames, [frames.join("")]]) {
        parse.mockClear();
        translated(from, to, chunks);
        const parsed = parse.mock.calls.map(([text]) => text).join("");
        expect(parsed.length).toBeLessThan(frames.join("").length / 2);
      }
    } finally {
      parse.mockRestore();
    }
  });

  it.each(DIALECTS)("is the same for a client of %s, whatever its texts hold", (to) =>
    holds(fc.array(TEXT, { minLength: 4, maxLength: 12 }), 20, (texts) => {
      const sent = framesOf(from, inDialect(from, chatStream(texts)));
      expect(translated(from, to, sent)).toEqual(translated(from, to, sent.flatMap(halves)));
      const again = [...sent, ...sent];
      expect(translated(from, to, again)).toEqual(translated(from, to, again.flatMap(halves)));
    }),
  );
});

describe.each([...Object.entries(GROWING)])(
  "a long stream of %s in which more than the text changes",
  (from, frameOf) => {
    const texts = Array.from({ length: CHUNKS }, (_, index) => `${index} bottles of "beer"\n`);
    const frames = [...texts.map((text, index) => frameOf(text, index)), ...(ENDS[from] ?? [])];

    it.each(DIALECTS)("is hardly parsed for a client of %s, with the same output", (to) => {
      const full = translated(from, to, frames.flatMap(halves));
      const parse = vi.spyOn(JSON, "parse");
      try {
        expect(translated(from, to, frames)).toEqual(full);
        const parsed = parse.mock.calls.map(([text]) => text).join("");
        expect(parsed.length).toBeLessThan(frames.join("").length / 2);
      } finally {
        parse.mockRestore();
      }
    });
  },
);

/** Words, and what is written with an escape, or with two of them. */
const TEXT = fc.oneof(
  fc.constantFrom(
    "",
    "{}",
    "{",
    '"',
    "\\",
    '\\"',
    "\n",
    "\u2028",
    "😀",
    "\ud83d",
    "\ude00",
    "\u0000",
    "data: x\n\n",
    "é",
  ),
  fc.string({ unit: "grapheme" }),
);

interface Translated {
  readonly out: string;
  readonly losses: unknown;
  readonly changes: unknown;
  readonly usage: unknown;
  readonly progress: number;
}

function translated(provider: string, client: string, chunks: readonly string[]): Translated {
  const stream = createBridge({ client, provider }).stream();
  const out = chunks.map((chunk) => stream.push(chunk)).join("") + stream.end();
  return { out, losses: stream.losses, changes: stream.changes, usage: stream.usage, progress: stream.progress };
}

function framesOf(dialect: string, body: string): string[] {
  const end = dialect === "ollama" ? /(?<=\n)/ : /(?<=\r?\n\r?\n)/;
  return body.split(end);
}

function halves(frame: string): string[] {
  return [frame.slice(0, 1), frame.slice(1)];
}

function longText(count: number): string {
  return chatStream(Array.from({ length: count }, (_, index) => `${index} bottles of "beer"\n`));
}

function chatStream(texts: readonly string[]): string {
  const chunks = texts.map((content, index) => chunkOf({ content }, null, index));
  return `${chunks.join("")}${chunkOf({}, "stop", texts.length)}data: [DONE]\n\n`;
}

function chunkOf(delta: object, finish: string | null, index: number): string {
  const choice = { index: 0, delta, logprobs: null, finish_reason: finish };
  const chunk = { id: "chatcmpl-1", created: 1, model: "m", choices: [choice], obfuscation: "x".repeat(index % 9) };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

function inDialect(dialect: string, text: string): string {
  const stream = createBridge({ client: dialect, provider: "openai-chat" }).stream();
  return stream.push(text) + stream.end();
}
