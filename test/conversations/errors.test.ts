import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { recordingsIn } from "../legal/recordings.ts";
import { createBridge } from "../support/dynamic.ts";
import { resolve } from "../support/pointer.ts";
import { DIALECTS } from "./dialects.ts";

const APIS: Readonly<Record<string, string>> = {
  "openai-chat": "openai-chat",
  "openai-responses": "openai-responses",
  "anthropic-messages": "anthropic",
  gemini: "gemini",
  "ollama-chat": "ollama",
};

const errors = recordingsIn("provider-errors.jsonl").flatMap(({ api, response, status, message }) => {
  const dialect = APIS[api];
  const body = response.json ?? response.text;
  // Most recordings have the error message separately from the body.
  const expectedText = message === undefined || /^[{[<]/.test(message) ? undefined : message;
  return dialect === undefined || body === undefined || status === undefined || status < 400
    ? []
    : [{ dialect, status, body: body as Json, expectedText }];
});

/** What providers say of a conversation that is too long. */
const TOO_LONG = /context (?:length|window|size)|input token count|too long/;

/** What real providers answered when they refused. */
describe.skipIf(errors.length === 0)("errors of real providers", () => {
  for (const client of DIALECTS) {
    it(`reach clients of ${client} in their own envelope, with their status and message`, () => {
      for (const { dialect, status, body, expectedText } of errors) {
        const { status: reported, value } = createBridge({ client, provider: dialect }).error(status, body);
        const where = `${dialect} ${status} ${JSON.stringify(body)}`;
        expect(legality[client]?.error(reported, value), where).toEqual([]);
        expect(Math.floor(reported / 100), where).toBe(Math.floor(status / 100));
        if (expectedText !== undefined)
          expect(JSON.stringify(value), where).toContain(JSON.stringify(expectedText).slice(1, -1).slice(0, 40));
      }
    });
  }

  it("pass as they are within a dialect where they obey its schema, and otherwise keep all of their fields that do", () => {
    let passed = 0;
    for (const { dialect, status, body } of errors) {
      const { value } = createBridge({ client: dialect, provider: dialect }).error(status, body);
      const isLegal = legality[dialect]?.error(status, body).length === 0;
      if (isLegal) passed++;
      if (isLegal) expect(value).toBe(body);
      else if (dialect.startsWith("openai") && typeof resolve(body, "/error/type") === "string")
        expect(value).toMatchObject({ error: ofText(resolve(body, "/error")) });
    }
    expect(passed).toBeGreaterThan(errors.length / 2);
  });

  it.each([
    ["anthropic", "/error/message", /^prompt is too long: /],
    ["openai-chat", "/error/code", /^context_length_exceeded$/],
    ["openai-responses", "/error/code", /^context_length_exceeded$/],
    ["openrouter", "/error/metadata/error_type", /^context_length_exceeded$/],
  ])("tell clients of %s at %s that a conversation is too long, as agents look for it", (client, pointer, pattern) => {
    const overflows = errors.filter(
      ({ dialect, expectedText }) => dialect !== client && TOO_LONG.test(expectedText ?? ""),
    );
    expect(overflows.length).toBeGreaterThanOrEqual(3);
    for (const { dialect, status, body, expectedText } of overflows) {
      const { value } = createBridge({ client, provider: dialect }).error(status, body);
      expect(resolve(value, pointer), expectedText).toMatch(pattern);
    }
  });
});

function ofText(error: Json | undefined): object {
  return Object.fromEntries(Object.entries(error ?? {}).filter(([, value]) => typeof value === "string"));
}
