import { describe, expect, it } from "vitest";
import { PARIS } from "../../../../../test/known-failures/wire.ts";
import { byExtent } from "../../../../../test/support/extent.ts";
import type { SimStep } from "../../../src/sim/steps.ts";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import { providersOf } from "../../matrix/pairs.ts";
import { wireBytes, writeStream } from "../../support/provider-wire.ts";
import { type Run, useMemory } from "./harness.ts";
import { expectAnswered, expectFailed } from "./outcomes.ts";
import { streamHead, streamOf, streamUpTo } from "./responses.ts";

const CONTENT = { text: "Hä, ☂?" };
const TOOLS = [{ name: "get_weather", schema: { type: "object" as const, properties: { city: { type: "string" } } } }];

const bytesOf = (provider: ClientDialect): Buffer => wireBytes(provider, writeStream(provider, CONTENT).join(""));

const harness = useMemory(({ simulator }) => {
  for (const dialect of DIALECTS) {
    const bytes = bytesOf(dialect);
    simulator.define(`reset-${dialect}`, (length) => [...streamUpTo(dialect, bytes, length), { type: "reset" }]);
    simulator.define(`close-${dialect}`, (length) => [...streamUpTo(dialect, bytes, length), { type: "end" }]);
    const single = Array.from(bytes, (byte): SimStep => ({ type: "data", bytes: Uint8Array.of(byte) }));
    simulator.define(`singly-${dialect}`, () => [streamHead(dialect), ...single, { type: "end" }]);
    simulator.define(`call-${dialect}`, () => streamOf(dialect, [truncatedCall(dialect)]));
  }
  return {};
});

/** A stream that ends within the arguments of a call. */
function truncatedCall(dialect: ClientDialect): string {
  const call = writeStream(dialect, { calls: [PARIS] });
  const opening = call.findIndex((frame) => frame.includes("get_weather"));
  const isInOneFrame = dialect === "gemini" || dialect === "ollama";
  const frames = isInOneFrame
    ? [...call.slice(0, opening), call[opening]?.slice(0, -12)]
    : call.slice(0, opening + (dialect === "anthropic" ? 3 : 2));
  return frames.join("");
}

/** Up to which byte a truncated stream is a failure, and from which on it is complete. */
function limits(provider: ClientDialect, end: "reset" | "close"): { readonly open: number; readonly complete: number } {
  const all = writeStream(provider, CONTENT);
  const text = all.join("");
  const finish = all.findIndex((frame) => /"finish_reason":"|"message_delta"|"finishReason"|"stopReason"/.test(frame));
  const open =
    finish < 0
      ? text.trimEnd()
      : all
          .slice(0, finish + 1)
          .join("")
          .trimEnd();
  // Only the end of the body ends a stream of Gemini.
  const isOpenEnded = end === "reset" && provider === "gemini";
  const last = end === "reset" ? text : text.trimEnd();
  return {
    open: wireBytes(provider, open).length,
    complete: isOpenEnded ? Number.POSITIVE_INFINITY : wireBytes(provider, last).length,
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
  const run = await harness.run({ client, streams: true, model: `${provider}/${end}-${provider}@${k}` });
  const { open, complete } = limits(provider, end);
  if (k >= complete) expectContent(run);
  else if (k < open) expectFailed(run, /^upstream_(?:reset|truncated)$/);
  // After the finish reason and before the last event, it may be either; the log and the client agree.
  else expect(run.record.outcome).toBe(isFailed(run) ? "error" : "success");
  expect(run.record.attempts).toHaveLength(1);
}

function isFailed({ error, answer }: Run): boolean {
  return error !== undefined || answer?.stop === "failed";
}

function expectContent(run: Run): void {
  expect(expectAnswered(run).text).toBe(CONTENT.text);
}

interface Pair {
  readonly client: ClientDialect;
  readonly provider: ClientDialect;
}

const PAIRS: readonly Pair[] = DIALECTS.flatMap((client) =>
  providersOf(client).map((provider) => ({ client, provider })),
);

/** The pairs whose streams are cut after each byte; those of the others are cut in some places. */
const EVERYWHERE = byExtent({
  quick: { reset: /^$/, close: /^$/ },
  sample: { reset: /^(?:anthropic openai-chat|openai-chat ollama)$/, close: /^openai-chat ollama$/ },
  all: { reset: /./, close: /./ },
});
const CUTS = byExtent({ quick: 3, sample: 9, all: 9 });

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

  it("F24 (hermes #42314, command-code #785): gets no call with truncated arguments", async () => {
    const run = await harness.run({
      client,
      streams: true,
      model: `${provider}/call-${provider}@0`,
      tools: TOOLS,
    });
    expectFailed(run, /^upstream_truncated$/);
    const content = run.text ?? "";
    expect(content).not.toMatch(/"max_tokens"|"length"|MAX_TOKENS|"status":"incomplete"|"stop_reason":"tool_use"/);
    expect(content).not.toMatch(/function_call_arguments\.done|"functionCall":|"arguments":\{"city":"P/);
  });

  it("F29 (claude-code-router #1672, plano #980): gets the same if every byte is a packet", async () => {
    expectContent(await harness.run({ client, streams: true, model: `${provider}/singly-${provider}@0` }));
  });
});
