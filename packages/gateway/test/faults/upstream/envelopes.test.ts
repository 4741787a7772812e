import { existsSync, readFileSync } from "node:fs";
import { findDialect } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { CORPUS } from "../../../../../test/support/corpus.ts";
import { type ClientDialect, DIALECTS, errorIn, post, requestFor } from "../../clients/requests.ts";
import { startGateway } from "../../support/gateway.ts";
import { startUpstream } from "../../support/upstream.ts";
import { EVENTS, type TextDialect } from "./unary-responses.ts";

const ONCE = { attempts: 0, delay: 1, maxDelay: 1 };
const CHAT = { error: { code: 400, message: "the context is full", type: "invalid_request_error" } };

/** Errors as servers answer them that speak another dialect; all say the same. */
const FOREIGN: readonly object[] = [
  CHAT,
  { type: "error", error: { type: "invalid_request_error", message: "the context is full" } },
  { error: { code: 400, message: "the context is full", status: "INVALID_ARGUMENT" } },
  { error: "the context is full" },
  { object: "error", message: "the context is full", type: "BadRequestError", param: null, code: 400 },
  { message: "the context is full" },
  { detail: "the context is full" },
];

describe.each(DIALECTS)("an error of a server of %s, for a client of the same dialect", (dialect) => {
  const ask = async (answer: Parameters<typeof startUpstream>[0], streams: boolean, onReply = () => {}) => {
    const upstream = await startUpstream(answer);
    const gateway = await startGateway({ providers: { one: { dialect, baseUrl: upstream.url, retries: ONCE } } });
    const { path, body } = requestFor(dialect, { model: "x", streams });
    const reply = await post(gateway.url, path, body);
    onReply();
    return { status: reply.status, text: await reply.text() };
  };

  it.each(FOREIGN.map((body) => [JSON.stringify(body)]))(
    "has its own envelope, whatever that has: %s",
    async (body) => {
      for (const streams of [true, false]) {
        const { status, text } = await ask((_, response) => {
          response.writeHead(400, { "content-type": "application/json" }).end(body);
        }, streams);
        expect([status, text]).toEqual([400, expect.stringContaining("the context is full")]);
        errorIn(dialect, status, text);
      }
    },
  );

  // A line of text cannot stand in a binary stream.
  it.skipIf(dialect === "bedrock")("has the dialect's envelope within a stream", async () => {
    const events = EVENTS[dialect as TextDialect];
    const begun = events.slice(0, events.indexOf("get_weather"));
    const between = dialect === "ollama" ? "\n" : "\n\n";
    const whole = begun.slice(0, begun.lastIndexOf(between) + between.length);
    const broken = dialect === "ollama" ? `${JSON.stringify(CHAT)}\n` : `data: ${JSON.stringify(CHAT)}\n\n`;
    let breakOff = () => {};
    const begin: Parameters<typeof startUpstream>[0] = (_, response) => {
      response.writeHead(200, { "content-type": dialect === "ollama" ? "application/x-ndjson" : "text/event-stream" });
      response.write(whole);
      breakOff = () => response.end(broken);
    };
    const { text } = await ask(begin, true, () => breakOff());
    expect(text).toContain("the context is full");
    // The rest of this stream has no more in it than the test needs, which for this dialect is less than there must be.
    if (dialect === "openai-responses")
      expect(text).toMatch(/event: response\.failed\ndata: .*the context is full.*\n\n$/);
    else expect(legality[dialect]?.stream(text)).toEqual([]);
  });
});

const ERRORS = `${CORPUS}/provider-errors.jsonl`;
const APIS: Readonly<Record<string, string>> = {
  "openai-chat": "openai-chat",
  "openai-responses": "openai-responses",
  "anthropic-messages": "anthropic",
  gemini: "gemini",
  "ollama-chat": "ollama",
};

describe.skipIf(!existsSync(ERRORS))("recorded errors", () => {
  const rows = existsSync(ERRORS) ? readFileSync(ERRORS, "utf8").trim().split("\n") : [];

  it("pass unchanged if they have the dialect's envelope, and get it otherwise", async () => {
    const { createBridge } = await import("../../../../../test/support/dynamic.ts");
    let passed = 0;
    for (const row of rows) {
      const { api, response } = JSON.parse(row);
      const dialect = APIS[api];
      if (dialect === undefined || response.status < 400 || !response.json) continue;
      const { status, value } = createBridge({ client: dialect, provider: dialect }).error(
        response.status,
        response.json,
      );
      expect(findDialect(dialect)?.errors.decode(value, status).message).toBeTruthy();
      errorIn(dialect as ClientDialect, status, JSON.stringify(value));
      if (value === response.json) passed++;
    }
    expect(passed).toBeGreaterThan(rows.length / 2);
  });
});
