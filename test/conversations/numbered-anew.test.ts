import { ToolMemory } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { callsIn, resultsIn, sdkOf } from "../known-failures/translate.ts";
import {
  type DialectName,
  type Fields,
  MODELS,
  PAIRS,
  WEATHER,
  withResponse,
  withTurns,
  writeRequest,
} from "../known-failures/wire.ts";
import { writeResponse } from "../known-failures/wire-responses.ts";
import { writeStream } from "../known-failures/wire-streams.ts";
import { createBridge } from "../support/dynamic.ts";

const ROUNDS = 4;

/** Ids of servers that number the calls of each response anew: too short to be a template's, and long enough. */
const IDS = ["call_0", "call_00000000", "toolu_0", "get_weather"];

describe("calls of a server that numbers them anew in each response have ids of their own", () => {
  for (const [client, provider] of PAIRS) {
    it.each(IDS)(`from ${provider} to ${client}, as %s`, (id) => {
      const { asked, given } = conversationOf(client, provider, id);
      expect(new Set(given).size, given.join()).toBe(ROUNDS);
      const { value } = createBridge({ client, provider, providerModel: MODELS[provider] }).request(asked);
      const sent = callsIn(provider, value).map((call) => call.id);
      expect(new Set(sent).size, sent.join()).toBe(ROUNDS);
      expect(resultsIn(provider, value).map((result) => result.id)).toEqual(sent);
    });

    it(`from ${provider} to ${client}, in streams`, async () => {
      const call = { id: "call_0", name: "get_weather", arguments: '{"city":"Paris"}' };
      const { asked, given } = conversationOf(client, provider, call.id);
      const bridge = createBridge({ client, provider, providerModel: MODELS[provider], uniqueCallIds: true });
      bridge.request(asked);
      const stream = bridge.stream();
      const bytes =
        writeStream(provider, { calls: [call] })
          .map((frame) => stream.push(frame))
          .join("") + stream.end();
      const read = await sdkOf(client).consume(bytes);
      if (!read.ok) throw read.error;
      const [streamed] = read.calls;
      expect(streamed).toBeDefined();
      if (streamed?.id !== undefined) expect(given).not.toContain(streamed.id);
    });
  }
});

/** A conversation in which each response has one call with the same id; the same one several times, for templates. */
function conversationOf(client: DialectName, provider: DialectName, id: string) {
  const memory = new ToolMemory();
  const call = { id, name: "get_weather", arguments: '{"city":"Paris"}' };
  let last: { readonly asked: Fields; readonly given: readonly string[] } | undefined;
  for (let time = 0; time < 4; time++) {
    let asked = writeRequest(client, { tools: [WEATHER], turns: [{ user: "Weather?" }] });
    for (let round = 0; round < ROUNDS; round++) {
      const bridge = createBridge({ client, provider, providerModel: MODELS[provider], memory, uniqueCallIds: true });
      bridge.request(asked);
      asked = withResponse(client, asked, bridge.response(writeResponse(provider, { calls: [call] })).value);
      const given = callsIn(client, asked).at(-1);
      asked = withTurns(client, asked, [{ results: [{ id: given?.id ?? "", name: call.name, content: "Sun" }] }]);
    }
    const given = callsIn(client, asked).map((each) => each.id);
    if (last !== undefined) expect(given).toEqual(last.given);
    last = { asked, given };
  }
  if (last === undefined) throw new Error("no conversation");
  return last;
}
