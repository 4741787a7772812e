import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../../../../test/legal/index.ts";
import { splitSse } from "../../../../test/legal/sse.ts";
import { sdks } from "../../../../test/sdk/index.ts";
import { createBridge } from "../../../../test/support/dynamic.ts";
import { byExtent } from "../../../../test/support/extent.ts";
import { bytesOf, type Counts, type Quirk } from "./chat-family/quirk.ts";
import { QUIRKS } from "./chat-family/quirks.ts";

/** Every pair of a server of the family and a client whose streams are rewritten. */
const PAIRS = [
  { provider: "openai-chat", client: "anthropic" },
  { provider: "openrouter", client: "anthropic" },
  { provider: "openai-chat", client: "openai-chat" },
  { provider: "openrouter", client: "openai-chat" },
  { provider: "openai-chat", client: "openrouter" },
] as const;

describe("streams of the Chat family", () => {
  for (const quirk of QUIRKS) {
    for (const pair of PAIRS) {
      it(`${quirk.name}: ${pair.provider} to ${pair.client}`, async () => {
        const bridge = bridgeFor(pair);
        const bytes = bytesOf(quirk);
        const written = translated(bridge, [bytes]);
        expect(legality[pair.client]?.stream(written)).toEqual([]);
        expect(callsIn(pair.client, written)).toEqual(quirk.calls ?? []);
        await expectRead(pair, written, quirk);
        expectSameInChunks(bridge, bytes, written);
      });
    }
  }
});

// ── helpers ─────────────────────────────────────────────────────────────────

type Bridge = ReturnType<typeof createBridge>;
type Pair = (typeof PAIRS)[number];

const SCHEMA = { type: "object", properties: { city: { type: "string" } } };
const NAMES = ["get_weather", "get_time"];
const TOOLS: Readonly<Record<string, Json>> = {
  anthropic: NAMES.map((name) => ({ name, input_schema: SCHEMA })),
  chat: NAMES.map((name) => ({ type: "function", function: { name, parameters: SCHEMA } })),
};

function bridgeFor({ provider, client }: Pair): Bridge {
  const bridge = createBridge({ client, provider, profile: "native" });
  const messages = [{ role: "user", content: "Hi" }];
  const own = client === "anthropic" ? { max_tokens: 100 } : { stream_options: { include_usage: true } };
  bridge.request({ model: "m", messages, stream: true, tools: TOOLS[client] ?? TOOLS.chat, ...own } as Json);
  return bridge;
}

function translated(bridge: Bridge, chunks: readonly (string | Uint8Array)[]): string {
  const stream = bridge.stream();
  return chunks.map((chunk) => stream.push(chunk)).join("") + stream.end();
}

/** Every byte is a place to cut, but in the quick run, which cuts each stream in other places. */
const STRIDE = byExtent({ quick: 97, sample: 1, all: 1 });

function expectSameInChunks(bridge: Bridge, text: string, whole: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 1 + (bytes.length % STRIDE); at < bytes.length; at += STRIDE) {
    const split = translated(bridge, [bytes.subarray(0, at), bytes.subarray(at)]);
    if (split !== whole) expect(split, `cut at ${at}`).toBe(whole);
  }
}

async function expectRead({ provider, client }: Pair, written: string, quirk: Quirk): Promise<void> {
  const read = await sdks[client === "openrouter" ? "openai-chat" : client]?.consume(written);
  if (quirk.stop === "error") {
    expect(read?.ok).toBe(false);
    return;
  }
  if (read?.ok !== true) throw new Error(`the SDK refused it: ${read?.error.message}`);
  expect(read.stop).toBe(STOPS[client === "anthropic" ? "anthropic" : "chat"][quirk.stop ?? "tool"]);
  if (quirk.text !== undefined) expect(read.text).toBe(quirk.text);
  const usage = provider === client ? (quirk.ownUsage ?? quirk.usage) : quirk.usage;
  if (usage !== undefined) expect(countsIn(read.usage)).toEqual(usage);
  const ids = read.calls.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
}

const STOPS = {
  anthropic: { tool: "tool_use", end: "end_turn", length: "max_tokens" },
  chat: { tool: "tool_calls", end: "stop", length: "length" },
} as const;

function countsIn(usage: Json | undefined): Counts {
  const counts = (usage ?? {}) as Record<string, number>;
  return {
    input: counts.prompt_tokens ?? counts.input_tokens ?? 0,
    output: counts.completion_tokens ?? counts.output_tokens ?? 0,
  };
}

/** The calls of a complete stream, with their arguments as sent; truncated calls do not count. */
function callsIn(client: string, written: string): { name: string; arguments: string }[] {
  const events = splitSse(written).flatMap(({ data }) => (data === "[DONE]" ? [] : [JSON.parse(data)]));
  if (/"finish_reason":"length"|"stop_reason":"max_tokens"/.test(written)) return [];
  if (events.some((event) => event.error !== undefined)) return [];
  return client === "anthropic" ? blocksIn(events) : entriesIn(events);
}

// biome-ignore lint/suspicious/noExplicitAny: events of any kind are looked into
function blocksIn(events: readonly any[]): { name: string; arguments: string }[] {
  const calls = new Map<number, { name: string; arguments: string }>();
  for (const { index, content_block: block, delta } of events) {
    if (block?.type === "tool_use") calls.set(index, { name: block.name, arguments: "" });
    const call = calls.get(index);
    if (call !== undefined && delta?.type === "input_json_delta") call.arguments += delta.partial_json;
  }
  return [...calls.values()].map(({ name, arguments: text }) => ({ name, arguments: text === "" ? "{}" : text }));
}

// biome-ignore lint/suspicious/noExplicitAny: events of any kind are looked into
function entriesIn(events: readonly any[]): { name: string; arguments: string }[] {
  const calls: { name: string; arguments: string }[] = [];
  for (const entry of events.flatMap(({ choices }) => choices?.[0]?.delta?.tool_calls ?? [])) {
    const { name, arguments: text } = entry.function;
    const call = calls[entry.index] ?? { name, arguments: "" };
    calls[entry.index] = { ...call, arguments: call.arguments + text };
  }
  return calls;
}
