import { type Json, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { failed, succeeded, writeResponse, writeStream } from "../../packages/gateway/test/support/provider-wire.ts";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { BOTH, NOON, SUN, TOOLS } from "./calls.ts";
import { modelOf, PAIRS, sdkOf, sent, streamed } from "./newer-apis.ts";
import { comparableCalls } from "./translate.ts";
import { type ConversationTurns, PARIS, type Turn } from "./wire.ts";

const ANSWER = { text: "Let me see.", calls: BOTH };

describe.each(PAIRS)("for a client of %s and a provider of %s", (client, provider) => {
  it("1: parallel calls neither collapse nor swap their arguments, in a whole answer", async () => {
    const bridge = createBridge({ client, provider, providerModel: modelOf(provider) });
    const { value } = bridge.response(writeResponse(provider, ANSWER));
    expect(legality[client]?.response(value)).toEqual([]);
    const read = await sdkOf(client).parse(JSON.parse(stringifyJson(value)));
    if (!read.ok) throw read.error;
    expect(comparableCalls(read.calls)).toEqual(comparableCalls(BOTH));
    expect(new Set(read.calls.map(({ id }) => id)).size).toBe(2);
  });

  it("1: nor in a stream", async () => {
    const read = await sdkOf(client).consume(streamed(client, provider, writeStream(provider, ANSWER)));
    if (!read.ok) throw read.error;
    expect([comparableCalls(read.calls), read.text]).toEqual([comparableCalls(BOTH), "Let me see."]);
  });

  it("a stream that is cut is an error, never a success", async () => {
    const frames = writeStream(provider, ANSWER);
    for (const kept of [2, Math.floor(frames.length / 2)]) {
      const bytes = streamed(client, provider, frames.slice(0, kept));
      expect([failed(client, bytes), succeeded(client, bytes)], bytes).toEqual([true, false]);
    }
  });

  const asked: Turn[] = [{ user: "Hi" }, { assistant: { calls: BOTH } }];
  it.each<[string, ConversationTurns]>([
    ["14: without a user's turn", { tools: TOOLS, turns: [{ assistant: { calls: [PARIS] } }, { results: [SUN] }] }],
    ["15: with calls, and no tools", { turns: [...asked, { results: [SUN, NOON] }, { user: "Sum up" }] }],
    ["with results in another order", { tools: TOOLS, turns: [...asked, { results: [NOON, SUN] }] }],
    ["with a result that is missing", { tools: TOOLS, turns: [...asked, { results: [SUN] }, { user: "Well?" }] }],
    [
      "with the user's words before a result",
      { tools: TOOLS, turns: [...asked, { user: "Well?" }, { results: [SUN, NOON] }] },
    ],
    ["with a result of no call", { tools: TOOLS, turns: [{ user: "Hi" }, { results: [SUN] }] }],
    ["with empty texts", { tools: TOOLS, turns: [{ user: "" }, { assistant: { text: "" } }, { user: "Hi" }] }],
  ])("a history %s is legal", (_, conversation) => {
    expect(Object.keys(sent(client, provider, conversation)).length).toBeGreaterThan(0);
  });

  it("the results of a history reach the provider with their calls", () => {
    const text = stringifyJson(
      sent(client, provider, { tools: TOOLS, turns: [...asked, { results: [SUN, NOON] }] }) as Json,
    );
    for (const word of ["Paris", "Oslo", "Sun", "Noon", "get_weather", "get_time"]) expect(text).toContain(word);
  });
});
