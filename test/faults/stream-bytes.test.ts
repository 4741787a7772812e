import { describe, expect, it } from "vitest";
import {
  comparableCalls,
  expectFailure,
  failed,
  readTranslatedStream,
  translateStream,
} from "../known-failures/translate.ts";
import { DIALECTS, PAIRS, PARIS } from "../known-failures/wire.ts";
import { CHAT_START, chatEnd, chatFrame, writeStream } from "../known-failures/wire-streams.ts";
import { createBridge } from "../support/dynamic.ts";
import { byExtent } from "../support/extent.ts";
import { CONTENT } from "./content.ts";

const WIDE = { text: "ä☂😀 \\uD83D", calls: [{ ...PARIS, arguments: '{"city":"\\uD83D\\uDE00 Zürich 😀"}' }] };

/** The quick run leaves out places between two cuts, and still cuts every stream byte by byte. */
const BYTES = byExtent({ quick: 401, sample: 1, all: 1 });

describe("F29: a stream may be cut anywhere", () => {
  it.each(PAIRS)("at every byte, for a client of %s from %s", (client, provider) => {
    const bytes = new TextEncoder().encode(writeStream(provider, WIDE).join("").replaceAll("\n", "\r\n"));
    const whole = translateStream(client, provider, [bytes]);
    expect(failed(client, whole), whole).toBe(false);
    for (let cut = 1; cut < bytes.length; cut += BYTES) {
      const split = translateStream(client, provider, [bytes.subarray(0, cut), bytes.subarray(cut)]);
      if (split !== whole) expect(split, `cut at ${cut}`).toBe(whole);
    }
    const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    expect(translateStream(client, provider, single)).toBe(whole);
  });

  it.each(PAIRS)("and the characters come through, for a client of %s from %s", async (client, provider) => {
    const read = await readTranslatedStream(client, provider, writeStream(provider, WIDE));
    expect(read.text).toBe(WIDE.text);
    expect(comparableCalls(read.calls)).toEqual([{ name: "get_weather", input: { city: "😀 Zürich 😀" } }]);
  });
});

describe("F30: variants of server-sent events", () => {
  const providers = DIALECTS.filter((provider) => provider !== "ollama");
  const edits: Readonly<Record<string, (frame: string, index: number) => string>> = {
    CRLF: (frame) => frame.replaceAll("\n", "\r\n"),
    CR: (frame) => frame.replaceAll("\n", "\r"),
    "all of them": (frame, index) => frame.replaceAll("\n", ["\n", "\r\n", "\r"][index % 3] ?? "\n"),
    "no space after the colon": (frame) => frame.replace("data: ", "data:").replace("event: ", "event:"),
    comments: (frame) => `: keep-alive\n\n${frame}: OPENROUTER PROCESSING\n\n`,
    "ids and retries": (frame) => `id: 7\nretry: 100\n${frame}`,
    "an event without data": (frame) => `event: nothing\n\n${frame}`,
    "a mark at the start": (frame, index) => (index === 0 ? `\uFEFF${frame}` : frame),
    "data in two lines": (frame) => (frame.startsWith("data: {") ? frame.replace("data: {", "data: {\ndata: ") : frame),
  };

  describe.each(Object.entries(edits))("%s", (_, edit) => {
    it.each(providers)("from %s", (provider) => {
      const all = writeStream(provider, CONTENT);
      for (const client of DIALECTS) {
        if (client === provider) continue;
        expect(translateStream(client, provider, all.map(edit))).toBe(translateStream(client, provider, all));
      }
    });
  });

  it.each(DIALECTS)("without the last blank line, from %s", (provider) => {
    const whole = writeStream(provider, CONTENT).join("");
    for (const client of DIALECTS) {
      if (client === provider) continue;
      const cut = translateStream(client, provider, [whole.trimEnd()]);
      expect(cut).toBe(translateStream(client, provider, [whole]));
    }
  });
});

describe("F31: what is too long, and what is very much", () => {
  const CLIENTS = DIALECTS.map((client) => [client, client === "ollama" ? "gemini" : "ollama"] as const);

  it.each(CLIENTS)("an event of more than 8 MiB is an error for a client of %s from %s", async (client, provider) => {
    const line = `${provider === "ollama" ? "" : "data: "}{"x":"${"y".repeat(9 * 1024 * 1024)}"}\n\n`;
    const bytes = translateStream(client, provider, [line, ...writeStream(provider, CONTENT)]);
    await expectFailure(client, bytes);
    expect(bytes.length).toBeLessThan(10_000);
  });

  it("very many tiny events in one chunk are all translated", async () => {
    const count = byExtent({ quick: 20_000, sample: 100_000, all: 100_000 });
    const stream = [CHAT_START, chatFrame({ content: "a" }).repeat(count), ...chatEnd("stop")];
    const read = await readTranslatedStream("anthropic", "openai-chat", stream.join(""));
    expect(read.text).toBe("a".repeat(count));
  });

  it.each(PAIRS)("a NUL in a text stays, for a client of %s from %s", async (client, provider) => {
    expect((await readTranslatedStream(client, provider, writeStream(provider, { text: "a\u0000b, c" }))).text).toBe(
      "a\u0000b, c",
    );
  });
});

describe("F32: an event that is no JSON is an error, not skipped", () => {
  it.each(PAIRS)("for a client of %s from %s", async (client, provider) => {
    const all = writeStream(provider, CONTENT);
    const broken = provider === "ollama" ? '{"message":{"content":"a"\n' : 'data: {"choices":[{"delta":\n\n';
    await expectFailure(client, translateStream(client, provider, [all[0] ?? "", broken, ...all.slice(1)]));
  });
});

describe("F33: bytes that are no UTF-8", () => {
  it.each(PAIRS)("are U+FFFD for a client of %s from %s, and the stream goes on", async (client, provider) => {
    const bytes = new TextEncoder().encode(writeStream(provider, { text: "a@b, and so on" }).join(""));
    const spoilt = bytes.map((byte) => (byte === 0x40 ? 0xff : byte));
    expect((await readTranslatedStream(client, provider, [spoilt])).text).toBe("a\uFFFDb, and so on");
  });

  it("and a loss is reported", () => {
    const stream = createBridge({ client: "anthropic", provider: "openai-chat" }).stream();
    const bytes = new TextEncoder().encode(writeStream("openai-chat", { text: "a@b" }).join(""));
    stream.push(bytes.map((byte) => (byte === 0x40 ? 0xff : byte)));
    stream.end();
    expect(stream.losses).not.toEqual([]);
  });
});
