import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { translateRequest } from "../known-failures/translate.ts";
import {
  type Call,
  DIALECTS,
  type DialectName,
  type Fields,
  historyField,
  PAIRS,
  type Turn,
  WEATHER,
  writeRequest,
} from "../known-failures/wire.ts";

const CITIES = ["Paris", "Oslo", "Rome"] as const;

/** Every choice of calls whose results are missing, because the user has stopped them. */
const STOPPED = Array.from({ length: 2 ** CITIES.length }, (_, bits) =>
  CITIES.filter((_city, index) => bits & (1 << index)),
);

/** How servers name the calls of a conversation, besides a new id for each. */
const IDS: Readonly<Record<string, readonly DialectName[]>> = {
  "that have the same id": DIALECTS,
  "without ids": ["gemini", "ollama"],
};

describe("a call that was never answered takes no result of a later one", () => {
  for (const [name, clients] of Object.entries(IDS)) {
    for (const [client, provider] of PAIRS.filter((pair) => clients.includes(pair[0]))) {
      it(`among calls ${name}, from ${client} to ${provider}`, () => {
        for (const stopped of STOPPED) {
          for (const says of [[], [{ user: "Stop!" }]]) {
            const written = writeRequest(client, { tools: [WEATHER], turns: turnsOf(stopped, says) });
            const request = name === "without ids" ? withoutIds(written) : written;
            const { value } = translateRequest(client, provider, request);
            expect(toldIn(provider, value), stopped.join()).toEqual(toldIn(client, request));
          }
        }
      });
    }
  }
});

/** A turn with one call for each city. */
function turnsOf(stopped: readonly string[], says: readonly Turn[]): Turn[] {
  return [{ user: "Go." }, ...CITIES.flatMap((city) => turnOf(city, stopped.includes(city) ? says : undefined))];
}

function turnOf(city: string, stopped: readonly Turn[] | undefined): Turn[] {
  const call: Call = { id: "call_0", name: "get_weather", arguments: JSON.stringify({ city }) };
  const result = { id: call.id, name: call.name, content: `${city}: rain` };
  return [{ assistant: { calls: [call] } }, ...(stopped ?? [{ results: [result] }])];
}

function withoutIds(request: Fields): Fields {
  const text = JSON.stringify(request, (key, value: Json) => (/^(?:tool_call_)?id$/.test(key) ? undefined : value));
  return JSON.parse(text) as Fields;
}

/** The calls and results in their order: a result follows its call, before the next call is made. */
function toldIn(dialect: DialectName, request: Fields): string[] {
  return JSON.stringify(request[historyField(dialect)]).match(/(?:Paris|Oslo|Rome)(?:: rain)?/g) ?? [];
}
