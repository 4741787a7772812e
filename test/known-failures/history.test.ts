import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { BOTH, NOON, SUN, TOOLS } from "./calls.ts";
import { callsIn, comparableCalls, resultsIn, toolNames, translateRequest } from "./translate.ts";
import {
  at,
  DIALECTS,
  type DialectName,
  historyField,
  MODELS,
  PAIRS,
  PARIS,
  TIME,
  withResponse,
  withTurns,
  writeRequest,
} from "./wire.ts";
import { writeResponse } from "./wire-responses.ts";

describe("14: a history without a user's turn", () => {
  it.each(PAIRS)("from a client of %s is one that %s takes", (client, provider) => {
    const turns = [{ assistant: { calls: [PARIS] } }, { results: [SUN] }];
    const { value } = translateRequest(client, provider, writeRequest(client, { tools: TOOLS, turns }));
    expect(comparableCalls(callsIn(provider, value))).toEqual(comparableCalls([PARIS]));
    expect(resultsIn(provider, value)).toHaveLength(1);
  });
});

describe("15: a history with calls, and no tools", () => {
  it.each(PAIRS)("from a client of %s is one that %s takes", (client, provider) => {
    const turns = [{ user: "Hi" }, { assistant: { calls: [PARIS] } }, { results: [SUN] }, { user: "Sum up" }];
    const { value } = translateRequest(client, provider, writeRequest(client, { turns }));
    expect(toolNames(provider, value)).toEqual([]);
    expect(comparableCalls(callsIn(provider, value))).toEqual(comparableCalls([PARIS]));
  });
});

const long = `mcp__${"very_".repeat(14)}long__search`;

describe("15, 25: calls of a history are the same without tools as with others", () => {
  const names = [long, "files.read/all:now", "0start", "get_weather"];
  const calls = names.map((name, index) => ({ id: `call_${index}`, name, arguments: '{"city":"Bern"}' }));
  const results = calls.map(({ id, name }) => ({ id, name, content: "ok" }));
  const turns = [{ user: "Hi" }, { assistant: { calls } }, { results }, { user: "Sum up" }];

  it.each(PAIRS)("from a client of %s to %s", (client, provider) => {
    const key = historyField(provider);
    const { value } = translateRequest(client, provider, writeRequest(client, { turns }));
    const among = translateRequest(client, provider, writeRequest(client, { turns, tools: [TIME] })).value;
    expect(value[key]).toEqual(among[key]);
    expect(callsIn(provider, value).filter(({ name }) => !LEGAL_NAMES[provider].test(name))).toEqual([]);
  });

  const freeText = { type: "custom_tool_call", call_id: "call_1", name: "apply_patch", input: '*** "Begin"' };
  const output = { type: "custom_tool_call_output", call_id: "call_1", output: "Done" };
  const input = [{ role: "user", content: "Hi" }, freeText, output, { role: "user", content: "Sum up" }];

  it.each(["anthropic", "gemini", "ollama", "openrouter"] as const)("in free text, for %s", (provider) => {
    for (const tools of [{}, { tools: [{ type: "custom", name: "apply_patch" }] }]) {
      const { value, changes } = translateRequest("openai-responses", provider, { model: "gpt-5.2", input, ...tools });
      const [call] = callsIn(provider, value);
      expect(JSON.parse(call?.arguments ?? "")).toEqual({ input: freeText.input });
      expect(changes).toContainEqual({ path: "/input/1", rule: "custom-to-function" });
    }
  });
});

/** What each provider takes as the name of a tool. */
const LEGAL_NAMES: Readonly<Record<DialectName, RegExp>> = {
  "openai-chat": /^[\w-]{1,64}$/,
  "openai-responses": /^[\w-]{1,64}$/,
  openrouter: /^[\w-]{1,64}$/,
  anthropic: /^[\w-]{1,128}$/,
  gemini: /^[A-Za-z_][\w.:-]{0,127}$/,
  ollama: /./,
};

describe("25: tool names that are too long or illegal", () => {
  const tools: Json[] = [
    { name: long, inputSchema: { type: "object" } },
    { name: "files.read/all:now", inputSchema: { type: "object" } },
    { name: "0start", inputSchema: { type: "object" } },
  ];
  const names = [long, "files.read/all:now", "0start"];

  const clients = ["gemini", "ollama"] as const;

  describe.each(clients)("of a client of %s", (client) => {
    it.each(DIALECTS.filter((provider) => provider !== client))("reach %s legally and come back", async (provider) => {
      const request = writeRequest(client, { turns: [{ user: "Hi" }] }, { tools: nativeTools(client, tools) });
      const bridge = createBridge({ client, provider, providerModel: MODELS[provider] });
      const { value } = bridge.request(request);
      expect(legality[provider]?.request(value)).toEqual([]);
      const given = toolNames(provider, value);
      expect(new Set(given).size).toBe(3);
      const calls = given.map((name, index) => ({ id: `call_${index}`, name, arguments: "{}" }));
      const back = bridge.response(writeResponse(provider, { calls })).value;
      expect(callsIn(client, withResponse(client, request, back)).map(({ name }) => name)).toEqual(names);
      const results = calls.map(({ id, name }) => ({ id, name, content: "ok" }));
      const again = bridge.request(withTurns(client, withResponse(client, request, back), [{ results }])).value;
      expect(callsIn(provider, again).map(({ name }) => name)).toEqual(given);
    });
  });
});

function nativeTools(client: "gemini" | "ollama", tools: readonly Json[]): Json[] {
  const plain = tools.map((tool) => ({ name: at(tool, "name"), parameters: { type: "object", properties: {} } }));
  return client === "gemini"
    ? [{ functionDeclarations: plain.map(({ name, parameters }) => ({ name, parametersJsonSchema: parameters })) }]
    : plain.map((tool) => ({ type: "function", function: tool }));
}

describe("40: the same conversation gives the same bytes, and a longer one begins with them", () => {
  it.each(PAIRS)("from a client of %s to %s", (client, provider) => {
    const turns = [{ user: "Hi" }, { assistant: { text: "Hm", calls: BOTH } }, { results: [SUN, NOON] }];
    const short = writeRequest(client, { tools: TOOLS, turns });
    const long = withTurns(client, short, [{ assistant: { text: "Fine." } }, { user: "Thanks" }]);
    const once = translateRequest(client, provider, short).value;
    expect(JSON.stringify(translateRequest(client, provider, structuredClone(short)).value)).toBe(JSON.stringify(once));
    const longer = translateRequest(client, provider, long).value;
    expect(JSON.stringify(longer.tools)).toBe(JSON.stringify(once.tools));
    const key = historyField(provider);
    const list = once[key] as Json[];
    expect((longer[key] as Json[]).slice(0, list.length)).toEqual(list);
  });

  it.each(PAIRS)(
    "from a client of %s to %s, the tools and the keys of their schemas keep their order",
    (client, provider) => {
      const schema = { type: "object", properties: { zeta: { type: "string" }, alpha: { type: "integer" } } };
      const tools = [
        { name: "zeta", inputSchema: schema },
        { name: "alpha", inputSchema: schema },
      ];
      const { value } = translateRequest(client, provider, writeRequest(client, { tools, turns: [{ user: "Hi" }] }));
      expect(toolNames(provider, value)).toEqual(["zeta", "alpha"]);
      const text = JSON.stringify(value);
      expect(text.indexOf('"zeta":{')).toBeLessThan(text.indexOf('"alpha":{'));
    },
  );
});
