import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { OSLO } from "../../../../../test/known-failures/wire.ts";
import { CHAT_START, chatFrame, data, event } from "../../../../../test/known-failures/wire-streams.ts";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import { providersOf } from "../../matrix/pairs.ts";
import { frame } from "../../support/interactions-wire.ts";
import { writeStream } from "../../support/provider-wire.ts";
import { useMemory } from "./harness.ts";
import { expectAnswered, expectBroken, expectFailed, expectRefused } from "./outcomes.ts";
import { streamOf } from "./responses.ts";

const TOOLS = [{ name: "get_time", schema: { type: "object" as const, properties: { city: { type: "string" } } } }];
const CONTENT = { text: "Hello, world", calls: [OSLO] };

const ERRORS: Readonly<Record<ClientDialect, string>> = {
  "openai-chat": data({ error: { message: "Gone", type: "server_error", code: null, param: null } }),
  "openai-responses": event({ type: "error", sequence_number: 9, code: "server_error", message: "Gone", param: null }),
  anthropic: event({ type: "error", error: { type: "api_error", message: "Gone" } }),
  gemini: data({ error: { code: 500, message: "Gone", status: "INTERNAL" } }),
  "gemini-interactions": frame("error", { error: { message: "Gone", code: "internal_error" } }),
  ollama: '{"error":"Gone"}\n',
  bedrock: '{"modelStreamErrorException":{"message":"Gone"}}\n',
};

const usage = (count: number) => ({ prompt_tokens: count, completion_tokens: 2, total_tokens: count + 2 });
const counts = (fields: { readonly [key: string]: Json }) =>
  data({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [], ...fields });
const TEXT = chatFrame({ content: "Hi" });
const FINISH = chatFrame({}, "stop");
const DONE = "data: [DONE]\n\n";

/** Where usage may stand in a Chat stream. */
const USAGES: Readonly<Record<string, readonly string[]>> = {
  "after the finish": [CHAT_START, TEXT, FINISH, counts({ usage: usage(7) }), DONE],
  "before the finish": [CHAT_START, TEXT, counts({ usage: usage(7) }), FINISH, DONE],
  "twice, and the last counts": [
    CHAT_START,
    counts({ usage: usage(3) }),
    TEXT,
    FINISH,
    counts({ usage: usage(7) }),
    DONE,
  ],
  never: [CHAT_START, TEXT, FINISH, DONE],
};

/** The dialects whose responses need not tell usage. */
const OPTIONAL: readonly ClientDialect[] = ["gemini", "gemini-interactions", "ollama"];

const harness = useMemory(({ simulator }) => {
  for (const dialect of DIALECTS) {
    const all = writeStream(dialect, CONTENT);
    const extra = all[1] ?? "";
    const textEnd = all.findIndex((each) => each.includes("Hello,")) + 1;
    simulator.define(`inband-${dialect}`, () =>
      streamOf(dialect, [...all.slice(0, textEnd), ERRORS[dialect], ...all.slice(textEnd)]),
    );
    simulator.define(`trailing-${dialect}`, () => streamOf(dialect, [all.join(""), extra, extra, extra]));
    simulator.define(`lump-${dialect}`, () => streamOf(dialect, [[...all, extra].join("")]));
  }
  for (const [at, stream] of Object.values(USAGES).entries())
    simulator.define(`usage-${at}`, () => streamOf("openai-chat", [stream.join("")]));
  return {};
});

async function trailing(provider: string): Promise<number> {
  const text = await (await harness.network.fetch(`${harness.network.gatewayUrl}/metrics`)).text();
  const line = new RegExp(`^toolglot_stream_trailing_total\\{[^}]*"${provider}"\\} (\\d+)`, "m").exec(text);
  return Number(line?.[1] ?? 0);
}

describe.each(DIALECTS)("a client of %s", (client) => {
  it.each(providersOf(client))(
    "F27: gets an error of %s after its output, and nothing that follows",
    async (provider) => {
      const run = await harness.run({ client, streams: true, model: `${provider}/inband-${provider}@0`, tools: TOOLS });
      // This error passes unchanged to a client of the same dialect.
      if (client === "openai-responses" && provider === client) expect(run.error).toBeDefined();
      else expectBroken(run, /./);
      expect(run.record.outcome).toBe("error");
      expect(run.text).toContain("Gone");
      expect(run.text).not.toContain("Oslo");
    },
  );

  // Only the end of the bytes is the end of Gemini's.
  it.each(providersOf(client).filter((provider) => provider !== "gemini"))(
    "F23: gets nothing that %s sends after its final event, which is counted",
    async (provider) => {
      for (const name of ["trailing", "lump"]) {
        const before = await trailing(provider);
        const model = `${provider}/${name}-${provider}@0`;
        const run = await harness.run({ client, streams: true, model, tools: TOOLS });
        expect(expectAnswered(run)).toMatchObject({ text: CONTENT.text, calls: [{ name: "get_time" }] });
        // The rest may be read after the client has its response.
        await expect.poll(() => trailing(provider), { timeout: 10_000, interval: 5 }).toBeGreaterThan(before);
      }
    },
  );

  it.each(Object.keys(USAGES))("F28: gets usage that comes %s", async (name) => {
    const at = Object.keys(USAGES).indexOf(name);
    const run = await harness.run({ client, streams: true, model: `openai-chat/usage-${at}@0` });
    const answer = expectAnswered(run);
    if (name === "never") expect(run.record.usage).toBeUndefined();
    else {
      expect(run.record.usage).toEqual({ input: 7, output: 2 });
      expect(answer.usage).toEqual({ input: 7, output: 2 });
    }
  });

  it("F28: gets no usage if it is unknown", async () => {
    for (const provider of providersOf(client).filter((each) => each !== client)) {
      for (const streams of [true, false]) {
        const run = await harness.run({ client, streams, model: `${provider}/fault-usage-never` });
        expectAnswered(run);
        expect(run.record.usage ?? {}).toEqual({});
        if (OPTIONAL.includes(client)) expect(run.text).not.toMatch(/usageMetadata|eval_count|total_tokens/);
      }
    }
  });

  it("F31: gets an error if a line is too long", async () => {
    const provider = client === "ollama" ? "gemini" : "ollama";
    for (const each of [provider, client]) {
      const run = await harness.run({ client, streams: true, model: `${each}/fault-giant@9` });
      expectFailed(run, /^upstream_truncated$/);
      expect(run.text?.length).toBeLessThan(100_000);
    }
  });

  it("F33: gets U+FFFD for invalid UTF-8, with a loss", async () => {
    for (const provider of providersOf(client)) {
      const run = await harness.run({ client, streams: true, model: `${provider}/fault-bad-utf8` });
      expectAnswered(run);
      expect(run.text).toContain("\uFFFD");
      expect(run.record.losses).toMatchObject([{ code: "invalid-utf-8", level: "content", action: "weakened" }]);
    }
  });

  it("F17: does not see the HTML page that replaced a response; the log does", async () => {
    for (const provider of providersOf(client))
      for (const streams of [true, false]) {
        const run = await harness.run({ client, streams, model: `${provider}/fault-html` });
        expectRefused(run, /^upstream_invalid$/);
        expect(run.record.error).toContain("Sign in");
        expect(run.text).not.toMatch(/Sign in|doctype/);
      }
  });
});
