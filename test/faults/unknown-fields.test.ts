import { describe, expect, it } from "vitest";
import { readTranslatedStream, translateRequest } from "../known-failures/translate.ts";
import { DIALECTS, type DialectName, PAIRS, WEATHER, writeRequest } from "../known-failures/wire.ts";
import { geminiChunk } from "../known-failures/wire-responses.ts";
import {
  ANTHROPIC_START,
  anthropicEnd,
  blockEvents,
  CHAT_START,
  chatEnd,
  chatFrame,
  data,
  event,
  writeStream,
} from "../known-failures/wire-streams.ts";
import { TURNS } from "./content.ts";

describe("F35: unknown fields are kept or reported, and break nothing", () => {
  const odd: Readonly<Record<DialectName, readonly string[]>> = {
    "openai-chat": [CHAT_START, chatFrame({ content: "Hi", hologram: { x: 1 } }), ...chatEnd("exhausted")],
    openrouter: [
      ": OPENROUTER PROCESSING\n\n",
      CHAT_START,
      chatFrame({ content: "Hi", images: [] }),
      ...chatEnd("weird"),
    ],
    "openai-responses": [
      ...writeStream("openai-responses", { text: "Hi" }).slice(0, 2),
      event({ type: "response.hologram.delta", sequence_number: 2, delta: "x" }),
      ...writeStream("openai-responses", { text: "Hi" }).slice(2),
    ],
    anthropic: [
      ANTHROPIC_START,
      { type: "hologram", x: 1 },
      { type: "content_block_start", index: 0, content_block: { type: "hologram", x: 1 } },
      { type: "content_block_delta", index: 0, delta: { type: "hologram_delta", y: 1 } },
      { type: "content_block_stop", index: 0 },
      ...blockEvents(1, { type: "text", text: "" }, [{ type: "text_delta", text: "Hi" }]),
      ...anthropicEnd("tired"),
    ].map(event),
    gemini: [
      data(geminiChunk([{ hologram: { x: 1 } }, { text: "Hi" }])),
      data({ ...geminiChunk([{ text: "" }], { finishReason: "NEW_REASON" }), hologram: 1 }),
    ],
    ollama: writeStream("ollama", { text: "Hi" }).map((line) =>
      line.replace('"done_reason":"stop"', '"done_reason":"odd","hologram":1'),
    ),
  };

  it.each(PAIRS)("for a client of %s from %s", async (client, provider) => {
    expect((await readTranslatedStream(client, provider, odd[provider])).text).toBe("Hi");
  });

  it.each(PAIRS)("in a request from %s to %s", (client, provider) => {
    const request = { ...writeRequest(client, { tools: [WEATHER], turns: TURNS }), hologram: { x: 1 } };
    const { value, losses } = translateRequest(client, provider, request);
    expect(value).not.toHaveProperty("hologram");
    expect(losses.map(({ path }) => path)).toContain("/hologram");
  });

  it("an unknown part of a message is reported with its path", () => {
    const messages = [
      {
        role: "user",
        content: [
          { type: "hologram", x: 1 },
          { type: "text", text: "Hi" },
        ],
      },
    ];
    for (const provider of DIALECTS) {
      if (provider === "anthropic") continue;
      const { losses } = translateRequest("anthropic", provider, {
        ...writeRequest("anthropic", { turns: [] }),
        messages,
      });
      expect(
        losses.map(({ path }) => path),
        provider,
      ).toContain("/messages/0/content/0");
    }
  });
});
