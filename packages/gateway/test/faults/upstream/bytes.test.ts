import { describe, expect, it } from "vitest";
import { PARIS, writeResponse, writeStream } from "../../../../../test/known-failures/wire.ts";
import { byExtent } from "../../../../../test/support/extent.ts";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import { expectAnswered, expectFailed, expectRefused, type Run, useRig } from "./rig.ts";
import { chunk, head, LAST_CHUNK, reset, turns } from "./tcp.ts";

const CONTENT = { text: "Hä, ☂?" };
const TOOLS = [{ name: "get_weather", schema: { type: "object" as const, properties: { city: { type: "string" } } } }];

const bytesOf = (provider: ClientDialect): Buffer => Buffer.from(writeStream(provider, CONTENT).join(""));
const wholeOf = (provider: ClientDialect): Buffer => Buffer.from(JSON.stringify(writeResponse(provider, CONTENT)));

const rig = useRig(({ tcp }) => {
  for (const dialect of DIALECTS) {
    const stream = { dialect, streams: true } as const;
    const bytes = bytesOf(dialect);
    const body = wholeOf(dialect);
    tcp.behave(`reset-${dialect}`, async (socket, k) => {
      socket.write(head(stream));
      socket.write(chunk(bytes.subarray(0, k)));
      await reset(socket);
    });
    tcp.behave(`close-${dialect}`, (socket, k) => {
      socket.write(head({ ...stream, framing: "close" }));
      socket.end(bytes.subarray(0, k));
    });
    tcp.behave(`half-${dialect}`, (socket, k) => {
      socket.write(head(stream));
      socket.end(chunk(bytes.subarray(0, k)));
    });
    tcp.behave(`head-${dialect}`, async (socket, k) => {
      socket.write(head(stream).slice(0, k));
      await reset(socket);
    });
    tcp.behave(`short-${dialect}`, (socket, k) => {
      socket.write(head({ dialect, streams: false, framing: "length", length: body.length }));
      socket.end(body.subarray(0, k));
    });
    tcp.behave(`singly-${dialect}`, async (socket) => {
      socket.write(head(stream));
      for (const byte of bytes) {
        socket.write(chunk(Uint8Array.of(byte)));
        await turns(1);
      }
      socket.write(LAST_CHUNK);
    });
    const call = writeStream(dialect, { calls: [PARIS] });
    const opening = call.findIndex((frame) => frame.includes("get_weather"));
    tcp.behave(`call-${dialect}`, (socket) => {
      socket.write(head({ ...stream, framing: "close" }));
      const isWhole = dialect === "gemini" || dialect === "ollama";
      const kept = isWhole
        ? [...call.slice(0, opening), call[opening]?.slice(0, -12)]
        : call.slice(0, opening + (dialect === "anthropic" ? 3 : 2));
      socket.end(kept.join(""));
    });
  }
  return {};
});

/** Up to where a stream that is cut is a failure, and from where on it is complete, by how the connection ends. */
function limits(provider: ClientDialect, end: "reset" | "close"): { readonly open: number; readonly complete: number } {
  const all = writeStream(provider, CONTENT);
  const text = all.join("");
  const finish = all.findIndex((frame) => /"finish_reason":"|"message_delta"|"finishReason"/.test(frame));
  const open =
    finish < 0
      ? text.trimEnd()
      : all
          .slice(0, finish + 1)
          .join("")
          .trimEnd();
  // Only the end of the bytes is the end of this one.
  const isOpenEnded = end === "reset" && provider === "gemini";
  const last = end === "reset" ? text : text.trimEnd();
  return {
    open: Buffer.byteLength(open),
    complete: isOpenEnded ? Number.POSITIVE_INFINITY : Buffer.byteLength(last),
  };
}

async function each(numbers: readonly number[], check: (k: number) => Promise<void>): Promise<void> {
  const rest = [...numbers];
  const worker = async () => {
    for (let k = rest.shift(); k !== undefined; k = rest.shift()) await check(k);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

function numbersTo(last: number, step = 1): number[] {
  return [...new Set([...Array.from({ length: Math.ceil(last / step) }, (_, index) => index * step), last - 1, last])];
}

async function cutAfter(pair: Pair, end: "reset" | "close", k: number): Promise<void> {
  const { client, provider } = pair;
  const run = await rig.run({ client, streams: true, model: `tcp-${provider}/${end}-${provider}@${k}` });
  const { open, complete } = limits(provider, end);
  if (k >= complete) expectSaid(run);
  else if (k < open) expectFailed(run, /^upstream_(?:reset|truncated)$/);
  // How the answer ends has been said, and yet it is not at its end: the log and the client agree on what that is.
  else expect(run.record.outcome).toBe(isReported(run) ? "error" : "success");
  expect(run.record.attempts).toHaveLength(1);
}

function isReported({ error, answer: given }: Run): boolean {
  return error !== undefined || given?.stop === "failed";
}

function expectSaid(run: Run): void {
  expect(expectAnswered(run).text).toBe(CONTENT.text);
}

interface Pair {
  readonly client: ClientDialect;
  readonly provider: ClientDialect;
}

const PAIRS: readonly Pair[] = DIALECTS.flatMap((client) => DIALECTS.map((provider) => ({ client, provider })));

/** Those that are cut after each byte; the others after some. In the quick run all are cut after some. */
const EVERYWHERE = byExtent({
  quick: { reset: /^$/, close: /^$/ },
  sample: { reset: /^(?:anthropic openai-chat|openai-chat ollama)$/, close: /^openai-chat ollama$/ },
  all: { reset: /./, close: /./ },
});
const CUTS = byExtent({ quick: 5, sample: 9, all: 9 });

function cuts({ client, provider }: Pair, end: "reset" | "close"): number[] {
  const { length } = bytesOf(provider);
  return numbersTo(length, EVERYWHERE[end].test(`${client} ${provider}`) ? 1 : Math.ceil(length / CUTS));
}

describe.each(PAIRS)("a client of $client, before a provider of $provider", (pair) => {
  const { client, provider } = pair;

  it("F21: gets an error if the connection is reset, after any byte", async () => {
    await each(cuts(pair, "reset"), (k) => cutAfter(pair, "reset", k));
  });

  it("F22: gets an error if the connection is closed too early, after any byte", async () => {
    await each(cuts(pair, "close"), (k) => cutAfter(pair, "close", k));
  });

  it("F22: gets an error if the last chunk of HTTP is missing", async () => {
    const length = bytesOf(provider).length;
    await each([0, Math.floor(length / 3), Math.floor(length / 2)], async (k) => {
      const run = await rig.run({ client, streams: true, model: `tcp-${provider}/half-${provider}@${k}` });
      expectFailed(run, /^upstream_reset$/);
    });
  });

  it("F21: gets an error if the head is incomplete", async () => {
    const { length } = head({ dialect: provider, streams: true });
    await each(numbersTo(length - 1, 29), async (k) => {
      const run = await rig.run({ client, streams: true, model: `tcp-${provider}/head-${provider}@${k}` });
      expectRefused(run, /^upstream_(?:reset|invalid)$/);
      expect(run.status).toBe(502);
    });
  });

  it("F22: gets an error if a unary response is shorter than its content-length", async () => {
    const { length } = wholeOf(provider);
    await each(numbersTo(length - 1, Math.ceil(length / 4)), async (k) => {
      const run = await rig.run({ client, streams: false, model: `tcp-${provider}/short-${provider}@${k}` });
      expectRefused(run, /^upstream_reset$/);
    });
  });

  it("F24 (hermes #42314, command-code #785): gets no call with truncated arguments", async () => {
    const run = await rig.run({
      client,
      streams: true,
      model: `tcp-${provider}/call-${provider}@0`,
      tools: TOOLS,
    });
    expectFailed(run, /^upstream_truncated$/);
    const content = run.text ?? "";
    expect(content).not.toMatch(/"max_tokens"|"length"|MAX_TOKENS|"status":"incomplete"|"stop_reason":"tool_use"/);
    expect(content).not.toMatch(/function_call_arguments\.done|"functionCall":|"arguments":\{"city":"P/);
  });

  it("F29 (claude-code-router #1672, plano #980): gets the same if every byte is a packet", async () => {
    expectSaid(await rig.run({ client, streams: true, model: `tcp-${provider}/singly-${provider}@0` }));
  });
});
