import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { CHAT_START, chatFrame, data, event, OSLO, writeStream } from "../../../../../test/known-failures/wire.ts";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import { expectAnswered, expectBroken, expectFailed, expectRefused, useRig } from "./rig.ts";
import { chunk, head, LAST_CHUNK, turns } from "./tcp.ts";

const TOOLS = [{ name: "get_time", schema: { type: "object" as const, properties: { city: { type: "string" } } } }];
const CONTENT = { text: "Hello, world", calls: [OSLO] };

const ERRORS: Readonly<Record<ClientDialect, string>> = {
  "openai-chat": data({ error: { message: "Gone", type: "server_error", code: null, param: null } }),
  "openai-responses": event({ type: "error", sequence_number: 9, code: "server_error", message: "Gone", param: null }),
  anthropic: event({ type: "error", error: { type: "api_error", message: "Gone" } }),
  gemini: data({ error: { code: 500, message: "Gone", status: "INTERNAL" } }),
  ollama: '{"error":"Gone"}\n',
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

const MANY = 100_000;

const rig = useRig(({ tcp }) => {
  for (const dialect of DIALECTS) {
    const all = writeStream(dialect, CONTENT);
    const textEnd = all.findIndex((frame) => frame.includes("Hello,")) + 1;
    tcp.behave(`inband-${dialect}`, async (socket) => {
      socket.write(head({ dialect, streams: true }));
      for (const frame of [...all.slice(0, textEnd), ERRORS[dialect], ...all.slice(textEnd)]) {
        socket.write(chunk(frame));
        await turns();
      }
      socket.write(LAST_CHUNK);
    });
    tcp.behave(`trailing-${dialect}`, async (socket) => {
      socket.write(head({ dialect, streams: true }));
      socket.write(chunk(all.join("")));
      for (let more = 0; more < 3; more++) {
        await turns();
        socket.write(chunk(all[1] ?? ""));
      }
      socket.write(LAST_CHUNK);
    });
    tcp.behave(`lump-${dialect}`, (socket) => {
      socket.write(head({ dialect, streams: true }));
      socket.write(chunk([...all, all[1] ?? ""].join("")) + LAST_CHUNK);
    });
  }
  for (const [at, stream] of Object.values(USAGES).entries())
    tcp.behave(`usage-${at}`, (socket) => {
      socket.write(head({ dialect: "openai-chat", streams: true }));
      socket.write(chunk(stream.join("")) + LAST_CHUNK);
    });
  tcp.behave("many", (socket) => {
    socket.write(head({ dialect: "openai-chat", streams: true }));
    socket.write(chunk([CHAT_START, chatFrame({ content: "a" }).repeat(MANY), FINISH, DONE].join("")) + LAST_CHUNK);
  });
  return {};
});

async function trailing(provider: string): Promise<number> {
  const text = await (await fetch(`${rig.gateway.url}/metrics`)).text();
  const line = new RegExp(`^toolglot_stream_trailing_total\\{[^}]*"tcp-${provider}"\\} (\\d+)`, "m").exec(text);
  return Number(line?.[1] ?? 0);
}

describe.each(DIALECTS)("a client of %s", (client) => {
  it.each(DIALECTS)("F27: gets an error of %s after its output, and nothing that follows", async (provider) => {
    const run = await rig.run({ client, streams: true, model: `tcp-${provider}/inband-${provider}@0`, tools: TOOLS });
    // Its own clients know that error as it is.
    if (client === "openai-responses" && provider === client) expect(run.error).toBeDefined();
    else expectBroken(run, /./);
    expect(run.record.outcome).toBe("error");
    expect(run.text).toContain("Gone");
    expect(run.text).not.toContain("Oslo");
  });

  // Only the end of the bytes is the end of Gemini's.
  it.each(DIALECTS.filter((provider) => provider !== "gemini"))(
    "F23: gets nothing that %s sends after its final event, which is counted",
    async (provider) => {
      for (const way of ["trailing", "lump"]) {
        const before = await trailing(provider);
        const model = `tcp-${provider}/${way}-${provider}@0`;
        const run = await rig.run({ client, streams: true, model, tools: TOOLS });
        expect(expectAnswered(run)).toMatchObject({ text: CONTENT.text, calls: [{ name: "get_time" }] });
        // What follows the end may be read after the client has its answer.
        await expect.poll(() => trailing(provider), { timeout: 10_000, interval: 5 }).toBeGreaterThan(before);
      }
    },
  );

  it.each(Object.keys(USAGES))("F28: gets usage that comes %s", async (name) => {
    const at = Object.keys(USAGES).indexOf(name);
    const run = await rig.run({ client, streams: true, model: `tcp-openai-chat/usage-${at}@0` });
    const answer = expectAnswered(run);
    if (name === "never") expect(run.record.usage).toBeUndefined();
    else {
      expect(run.record.usage).toEqual({ input: 7, output: 2 });
      expect(answer.usage).toEqual({ input: 7, output: 2 });
    }
  });

  it("F28: gets no usage if it is unknown", async () => {
    for (const provider of DIALECTS.filter((each) => each !== client)) {
      for (const streams of [true, false]) {
        const run = await rig.run({ client, streams, model: `${provider}/fault-usage-never` });
        expectAnswered(run);
        expect(run.record.usage ?? {}).toEqual({});
        if (client === "gemini" || client === "ollama") expect(run.text).not.toMatch(/usageMetadata|eval_count/);
      }
    }
  });

  it("F31: gets an error if a line is too long", async () => {
    const provider = client === "ollama" ? "gemini" : "ollama";
    for (const each of [provider, client]) {
      const run = await rig.run({ client, streams: true, model: `${each}/fault-giant@9` });
      expectFailed(run, /^upstream_truncated$/);
      expect(run.text?.length).toBeLessThan(100_000);
    }
  });

  it("F33: gets U+FFFD for invalid UTF-8, with a loss", async () => {
    for (const provider of DIALECTS) {
      const run = await rig.run({ client, streams: true, model: `${provider}/fault-bad-utf8` });
      expectAnswered(run);
      expect(run.text).toContain("\uFFFD");
      expect(run.record.losses).toContain("invalid-utf-8");
    }
  });

  it("F17: does not see the HTML page that replaced a response; the log does", async () => {
    for (const provider of DIALECTS)
      for (const streams of [true, false]) {
        const run = await rig.run({ client, streams, model: `${provider}/fault-html` });
        expectRefused(run, /^upstream_invalid$/);
        expect(run.record.error).toContain("Sign in");
        expect(run.text).not.toMatch(/Sign in|doctype/);
      }
  });
});

describe("F31: very many events at once", () => {
  it("are all sent, and other clients are served meanwhile", async () => {
    const long = rig.run({ client: "anthropic", streams: true, model: "tcp-openai-chat/many@0" });
    let isOver = false;
    const over = long.then((run) => {
      isOver = true;
      return run;
    });
    let served = 0;
    while (!isOver) {
      expect((await fetch(`${rig.gateway.url}/healthz`)).status).toBe(200);
      if (!isOver) served++;
    }
    expect(expectAnswered(await over).text).toBe("a".repeat(MANY));
    expect(served).toBeGreaterThan(1);
  });
});
