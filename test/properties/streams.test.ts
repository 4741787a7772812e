import { createBridge, stringifyJson } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { type Consumed, type Sdk, sdks } from "../sdk/index.ts";
import { streamBytes } from "../support/stream-bytes.ts";
import { DIALECTS, type DialectName, PAIRS } from "./dialects.ts";
import { holds } from "./runs.ts";
import { finishOf, type Script, script } from "./script.ts";
import { callsInStream } from "./streamed-calls.ts";
import { streams } from "./streams/index.ts";
import { canonicalJson } from "./values.ts";

describe.each(PAIRS)("a stream of %s for a client of %s", (provider, client) => {
  it("is legal, and has the same content", () =>
    holds(script, 12, async (each) => {
      const out = translated(provider, client, [bytesOf(provider, each)]);
      expect(violations(client, out)).toEqual([]);
      const read = await sdkOf(client).consume(out);
      expect(read).toMatchObject({ ok: true, text: each.texts.join(""), stop: STOPS[client](each) });
      expect(outputTokens(read)).toBe(REPORTS_USAGE.includes(client) ? each.output : undefined);
      expect(namesAndValues(read)).toEqual(each.calls.map(({ name, input }) => [name, plain(stringifyJson(input))]));
      const calls = each.calls.map(({ name, input }) => ({ name, arguments: canonicalJson(input) }));
      expect(callsInStream(client, out)).toEqual(calls);
    }));

  it("is the same, however its bytes are cut", () =>
    holds(fc.tuple(script, fc.array(fc.nat(), { minLength: 1, maxLength: 5 })), 12, ([each, places]) => {
      const bytes = bytesOf(provider, each);
      const whole = translated(provider, client, [bytes]);
      expect(translated(provider, client, cutAt(bytes, places))).toBe(whole);
      expect(
        translated(
          provider,
          client,
          [...bytes].map((byte) => Uint8Array.of(byte)),
        ),
      ).toBe(whole);
    }));

  it("is never a success where it was cut short", () =>
    holds(fc.tuple(script, fc.nat()), 12, async ([each, place]) => {
      const { body, end } = streams[provider](each);
      const bytes = streamBytes(provider, body);
      // A binary message counts when it is whole.
      const last = provider === "bedrock" ? bytes.length : end;
      const out = translated(provider, client, [bytes.subarray(0, place % last)]);
      expect(violations(client, out)).toEqual([]);
      const read = await sdkOf(client).consume(out);
      if (read.ok) expect(read.stop).toBe("failed");
    }));
});

function bytesOf(provider: DialectName, each: Script): Uint8Array {
  return streamBytes(provider, streams[provider](each).body);
}

function translated(provider: DialectName, client: DialectName, chunks: readonly Uint8Array[]): string {
  const stream = createBridge({ client, provider }).stream();
  return chunks.map((chunk) => stream.push(chunk)).join("") + stream.end();
}

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % bytes.length).toSorted((one, other) => one - other), bytes.length];
  return cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut));
}

function violations(client: DialectName, stream: string): string[] {
  return (legality[client]?.stream(stream) ?? []).map(({ path, rule, message }) => `${path} ${rule} ${message}`);
}

/** OpenRouter is read by OpenAI's SDK. */
function sdkOf(client: DialectName): Sdk {
  return sdks[client === "openrouter" ? "openai-chat" : client] as Sdk;
}

/** Chat streams usage only on request. */
const REPORTS_USAGE: readonly DialectName[] = DIALECTS.filter((dialect) => dialect !== "openai-chat");

function outputTokens(read: Consumed): unknown {
  const usage = (read.ok ? read.usage : undefined) as Record<string, unknown> | undefined;
  return (
    usage?.output_tokens ??
    usage?.candidatesTokenCount ??
    usage?.total_output_tokens ??
    usage?.eval_count ??
    usage?.completion_tokens ??
    usage?.outputTokens
  );
}

function namesAndValues(read: Consumed): unknown[] {
  return read.ok ? read.calls.map(({ name, arguments: text }) => [name, plain(text)]) : [];
}

// What an SDK's own reader makes of numbers is a double, and of those beyond all doubles nothing.
function plain(text: string): unknown {
  return JSON.parse(JSON.stringify(JSON.parse(text)));
}

type StopWord = (script: Script) => string;

const chatStop: StopWord = (script) => finishOf(script, { length: "length", calls: "tool_calls", end: "stop" });
const claudeStop: StopWord = (script) => finishOf(script, { length: "max_tokens", calls: "tool_use", end: "end_turn" });

/** The word that each client has for the end. */
const STOPS: Readonly<Record<DialectName, StopWord>> = {
  "openai-chat": chatStop,
  openrouter: chatStop,
  bedrock: claudeStop,
  "openai-responses": ({ stop }) => (stop === "length" ? "max_output_tokens" : "completed"),
  anthropic: claudeStop,
  gemini: ({ stop }) => (stop === "length" ? "MAX_TOKENS" : "STOP"),
  "gemini-interactions": (script) =>
    finishOf(script, { length: "incomplete", calls: "requires_action", end: "completed" }),
  ollama: ({ stop }) => (stop === "length" ? "length" : "stop"),
};
