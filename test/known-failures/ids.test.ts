import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { BOTH, NOON, SUN, TOOLS } from "./calls.ts";
import { callsIn, resultsIn, translateRequest, translateResponse } from "./translate.ts";
import { chatCall, DIALECTS, idIn, MODELS, OSLO, PAIRS, PARIS, withResponse, withTurns, writeRequest } from "./wire.ts";
import { completion, writeResponse } from "./wire-responses.ts";

describe("3: ids that are too long, or hold what they should not, never reach the next provider", () => {
  it.each(PAIRS)("from a client of %s to %s", (client, provider) => {
    const long = `call_${"x".repeat(4567)}`;
    const odd = "functions.get_time:0|__thought__";
    const calls = [
      { ...PARIS, id: long },
      { ...OSLO, id: odd },
    ];
    const results = [
      { ...SUN, id: long },
      { ...NOON, id: odd },
    ];
    const turns = [{ user: "Hi" }, { assistant: { calls } }, { results }, { user: "And?" }];
    const { value } = translateRequest(client, provider, writeRequest(client, { tools: TOOLS, turns }));
    const ids = callsIn(provider, value).map(({ id }) => id);
    expect(resultsIn(provider, value).map(({ id }) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
  });

  it.each(PAIRS)("and a client of %s that gets a long one from %s can use it", async (client, provider) => {
    const call = { ...PARIS, id: `call_${"x".repeat(300)}` };
    const request = writeRequest(client, { tools: TOOLS, turns: [{ user: "Hi" }] });
    const bridge = createBridge({ client, provider, providerModel: MODELS[provider] });
    bridge.request(request);
    const { value } = bridge.response(writeResponse(provider, { calls: [call] }));
    expect(legality[client]?.response(value)).toEqual([]);
    const [back] = callsIn(client, withResponse(client, request, value));
    const result = { id: back?.id ?? "", name: PARIS.name, content: "Sun" };
    const again = bridge.request(withTurns(client, withResponse(client, request, value), [{ results: [result] }]));
    // The provider that made it knows it again.
    expect(callsIn(provider, again.value)[0]?.id).toBe(idIn(provider, call.id));
    expect(resultsIn(provider, again.value)[0]?.id).toBe(idIn(provider, call.id));
  });

  it("call_x and toolu_x are two ids, in one conversation, everywhere", () => {
    const calls = [
      { ...PARIS, id: "call_x" },
      { ...OSLO, id: "toolu_x" },
    ];
    const results = calls.map(({ id, name }) => ({ id, name, content: id }));
    const request = writeRequest("openai-chat", {
      tools: TOOLS,
      turns: [{ user: "Hi" }, { assistant: { calls } }, { results }],
    });
    for (const provider of DIALECTS) {
      if (provider === "openai-chat") continue;
      const { value } = translateRequest("openai-chat", provider, request);
      const ids = callsIn(provider, value).map(({ id }) => id);
      expect(new Set(ids).size).toBe(2);
      expect(resultsIn(provider, value).map(({ id }) => id)).toEqual(ids);
    }
  });
});

describe("26: Mistral's ids have nine letters and digits", () => {
  it.each(DIALECTS)("from a client of %s, the same for a call and its result, turn after turn", (client) => {
    const turns = [{ user: "Hi" }, { assistant: { calls: BOTH } }, { results: [NOON, SUN] }];
    const request = writeRequest(client, { tools: TOOLS, turns });
    const options = { client, provider: "openai-chat", providerModel: "mistral-large-latest" };
    const { value } = createBridge(options).request(request);
    const ids = callsIn("openai-chat", value).map(({ id }) => id);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(new Set(ids).size).toBe(2);
    expect(new Set(resultsIn("openai-chat", value).map(({ id }) => id))).toEqual(new Set(ids));
    const longer = withTurns(client, request, [{ assistant: { text: "Well." } }, { user: "Thanks" }]);
    expect(callsIn("openai-chat", createBridge(options).request(longer).value).map(({ id }) => id)).toEqual(ids);
  });

  it.each(PAIRS)("and they reach %s and %s as ids that are legal there", (client, provider) => {
    const id = "D681PevKs";
    const turns = [{ user: "Hi" }, { assistant: { calls: [{ ...PARIS, id }] } }, { results: [{ ...SUN, id }] }];
    const { value } = translateRequest(client, provider, writeRequest(client, { tools: TOOLS, turns }));
    expect(resultsIn(provider, value)[0]?.id).toBe(callsIn(provider, value)[0]?.id);
  });
});

describe("28: two calls of one tool without ids do not collide", () => {
  const twice = [
    { function: { name: "get_weather", arguments: { city: "Paris" } } },
    { function: { name: "get_weather", arguments: { city: "Oslo" } } },
  ];
  const response = { ...writeResponse("ollama", {}), message: { role: "assistant", content: "", tool_calls: twice } };

  it.each(DIALECTS.filter((client) => client !== "ollama"))("for a client of %s", async (client) => {
    const { calls } = await translateResponse(client, "ollama", response);
    expect(calls.map((call) => JSON.parse(call.arguments).city)).toEqual(["Paris", "Oslo"]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(calls.map(({ id }) => id)).not.toContain("get_weather");
  });

  it.each(DIALECTS.filter((provider) => provider !== "ollama"))("in the history of a client, for %s", (provider) => {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "", tool_calls: twice },
      { role: "tool", tool_name: "get_weather", content: "Sun" },
      { role: "tool", tool_name: "get_weather", content: "Snow" },
    ];
    const request = { ...writeRequest("ollama", { tools: TOOLS, turns: [] }), messages };
    const { value } = translateRequest("ollama", provider, request);
    const ids = callsIn(provider, value).map(({ id }) => id);
    const results = resultsIn(provider, value);
    expect(new Set(ids).size).toBe(2);
    expect(results.map(({ id }) => id)).toEqual(ids);
    expect(results.map(({ body }) => JSON.stringify(body).includes("Sun"))).toEqual([true, false]);
  });

  it("and the same turn gives the same ids when it is sent again", () => {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "", tool_calls: twice },
      { role: "tool", tool_name: "get_weather", content: "Sun" },
      { role: "tool", tool_name: "get_weather", content: "Snow" },
    ];
    const request = { ...writeRequest("ollama", { tools: TOOLS, turns: [] }), messages };
    const first = callsIn("anthropic", translateRequest("ollama", "anthropic", request).value);
    const longer = { ...request, messages: [...messages, { role: "user", content: "And now?" }] };
    expect(callsIn("anthropic", translateRequest("ollama", "anthropic", longer).value)).toEqual(first);
  });

  it.each(DIALECTS.filter((client) => client !== "ollama"))(
    "and results from a client of %s say both the name and the id to Ollama",
    (client) => {
      const turns = [{ user: "Hi" }, { assistant: { calls: [PARIS] } }, { results: [SUN] }];
      const { value } = translateRequest(client, "ollama", writeRequest(client, { tools: TOOLS, turns }));
      const [call] = callsIn("ollama", value);
      expect(resultsIn("ollama", value)[0]?.body).toMatchObject({ tool_name: "get_weather", tool_call_id: call?.id });
    },
  );
});

describe("duplicate ids of one provider", () => {
  it("are two ids for every client, and come back to the right calls", async () => {
    const tool_calls = BOTH.map((call) => chatCall({ ...call, id: "call_same" }));
    const response = completion({ role: "assistant", content: null, tool_calls }, "tool_calls");
    for (const client of DIALECTS) {
      if (client === "openai-chat" || client === "openrouter") continue;
      const { calls } = await translateResponse(client, "openai-chat", response);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    }
  });
});
