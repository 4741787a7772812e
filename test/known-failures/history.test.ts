import type { Json, Loss } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { convertToolResults, createBridge, formatToolResult } from "../support/dynamic.ts";
import {
  blocksIn,
  callsIn,
  comparableCalls,
  resultsIn,
  toolNames,
  translateRequest,
  translateResponse,
} from "./translate.ts";
import {
  at,
  chatCall,
  completion,
  DIALECTS,
  type DialectName,
  type Fields,
  idIn,
  MODELS,
  OSLO,
  PAIRS,
  PARIS,
  TIME,
  WEATHER,
  withResponse,
  withTurns,
  writeRequest,
  writeResponse,
} from "./wire.ts";

const BOTH = [PARIS, OSLO];
const TOOLS = [WEATHER, TIME];
const SUN = { id: PARIS.id, name: PARIS.name, content: "Sun" };
const NOON = { id: OSLO.id, name: OSLO.name, content: "Noon" };

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

describe("10: a failed result is marked as failed", () => {
  const failed: Readonly<Partial<Record<DialectName, readonly Json[]>>> = {
    anthropic: [
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "toolu_paris", is_error: true, content: "No net" }],
      },
    ],
    gemini: [
      {
        role: "user",
        parts: [{ functionResponse: { id: PARIS.id, name: PARIS.name, response: { error: "No net" } } }],
      },
    ],
  };
  const expected: Readonly<Record<DialectName, Fields>> = {
    "openai-chat": { content: "[Error] No net" },
    openrouter: { content: "[Error] No net" },
    ollama: { content: "[Error] No net" },
    "openai-responses": { output: "[Error] No net" },
    anthropic: { is_error: true },
    gemini: { response: { error: "No net" } },
  };

  describe.each(["anthropic", "gemini"] as const)("of a client of %s", (client) => {
    it.each(DIALECTS.filter((provider) => provider !== client))("to %s", (provider) => {
      const turns = [{ user: "Hi" }, { assistant: { calls: [PARIS] } }];
      const request = writeRequest(client, { tools: TOOLS, turns });
      const key = client === "gemini" ? "contents" : "messages";
      const history = [...(request[key] as Json[]), ...(failed[client] ?? [])];
      const { value } = translateRequest(client, provider, { ...request, [key]: history });
      expect(resultsIn(provider, value)[0]?.body).toMatchObject(expected[provider]);
      expect(JSON.stringify(value)).toContain("No net");
    });
  });

  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))(
    "and a bridge back from %s to Anthropic finds the flag again",
    (middle) => {
      const turns = [{ user: "Hi" }, { assistant: { calls: [PARIS] } }];
      const request = writeRequest("anthropic", { tools: TOOLS, turns });
      const messages = [...(request.messages as Json[]), ...(failed.anthropic ?? [])];
      const { value } = translateRequest("anthropic", middle, { ...request, messages });
      const back = translateRequest(middle, "anthropic", value).value;
      expect(resultsIn("anthropic", back)[0]?.body).toMatchObject({ is_error: true });
      expect(JSON.stringify(resultsIn("anthropic", back))).not.toContain("[Error]");
    },
  );

  const formatted: Readonly<Record<string, Json>> = {
    "openai-chat": { role: "tool", tool_call_id: "call_1", content: "[Error] No net" },
    openrouter: { role: "tool", tool_call_id: "call_1", content: "[Error] No net" },
    "openai-responses": { type: "function_call_output", call_id: "call_1", output: "[Error] No net" },
    ollama: { role: "tool", tool_name: "f", tool_call_id: "call_1", content: "[Error] No net" },
    gemini: {
      role: "user",
      parts: [{ functionResponse: { id: "call_1", name: "f", response: { error: "No net" } } }],
    },
    anthropic: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "call_1", content: "No net", is_error: true }],
    },
    mcp: { jsonrpc: "2.0", id: "call_1", result: { content: [{ type: "text", text: "No net" }], isError: true } },
  };

  it.each(Object.entries(formatted))("in what formatToolResult writes for %s", (to, wire) => {
    expect(formatToolResult({ id: "call_1", name: "f", content: "No net", isError: true }, { to })).toEqual(wire);
  });
});

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("11: an image in a result stays an image", () => {
  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))("from a client of Anthropic to %s", (provider) => {
    const request = writeRequest("anthropic", {
      tools: TOOLS,
      turns: [{ user: "Hi" }, { assistant: { calls: [PARIS] } }],
    });
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } };
    const result = {
      type: "tool_result",
      tool_use_id: "toolu_paris",
      content: [{ type: "text", text: "A map" }, image],
    };
    const messages = [...(request.messages as Json[]), { role: "user", content: [result] }];
    const { value } = translateRequest("anthropic", provider, { ...request, messages });
    expect(imagesIn(value)).toEqual([PNG]);
    expect(textsIn(value).join("\n")).toContain("A map");
    expect(textsIn(value).filter((text) => text.includes(PNG.slice(0, 20)))).toEqual([]);
  });

  it.each(["openai-responses", "gemini"] as const)(
    "from a client of %s to Anthropic, in the result itself",
    (client) => {
      const request = writeRequest(client, {
        tools: TOOLS,
        turns: [{ user: "Hi" }, { assistant: { calls: [PARIS] } }],
      });
      const url = `data:image/png;base64,${PNG}`;
      const item: Json =
        client === "gemini"
          ? {
              role: "user",
              parts: [
                {
                  functionResponse: {
                    id: PARIS.id,
                    name: PARIS.name,
                    response: { output: "A map" },
                    parts: [{ inlineData: { mimeType: "image/png", data: PNG } }],
                  },
                },
              ],
            }
          : {
              type: "function_call_output",
              call_id: PARIS.id,
              output: [
                { type: "input_text", text: "A map" },
                { type: "input_image", image_url: url, detail: "auto" },
              ],
            };
      const key = client === "gemini" ? "contents" : "input";
      const { value } = translateRequest(client, "anthropic", {
        ...request,
        [key]: [...(request[key] as Json[]), item],
      });
      expect(imagesIn(resultsIn("anthropic", value)[0]?.body ?? null)).toEqual([PNG]);
    },
  );
});

function imagesIn(value: Json): string[] {
  if (typeof value === "string") return value.startsWith("data:image/") ? [value.slice(value.indexOf(",") + 1)] : [];
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (typeof value !== "object" || value === null) return [];
  const own = [(value as Fields).data, ...(((value as Fields).images ?? []) as Json[])];
  const found = own.filter((each): each is string => typeof each === "string");
  return [...found, ...Object.entries(value).flatMap(([key, each]) => (key === "images" ? [] : imagesIn(each)))];
}

function textsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as Fields).flatMap(([key, each]) =>
    ["text", "content", "output"].includes(key) && typeof each === "string" ? [each] : textsIn(each),
  );
}

describe("12: the results of parallel calls stand together, right after the calls", () => {
  it.each(PAIRS)("from a client of %s to %s", (client, provider) => {
    const turns = [
      { user: "Hi" },
      { assistant: { calls: BOTH } },
      { results: [NOON] },
      { results: [SUN] },
      { user: "?" },
    ];
    const { value } = translateRequest(client, provider, writeRequest(client, { tools: TOOLS, turns }));
    const ids = callsIn(provider, value).map(({ id }) => id);
    expect(new Set(resultsIn(provider, value).map(({ id }) => id))).toEqual(new Set(ids));
    if (provider === "anthropic") expect(turnsWith("messages", "tool_result", value)).toBe(1);
    if (provider === "gemini") expect(turnsWith("contents", "functionResponse", value)).toBe(1);
  });

  it.each(PAIRS)("from a client of %s to %s, where one is missing", (client, provider) => {
    const turns = [{ user: "Hi" }, { assistant: { calls: BOTH } }, { results: [SUN] }, { user: "Go on" }];
    const { value, changes } = translateRequest(client, provider, writeRequest(client, { tools: TOOLS, turns }));
    expect(resultsIn(provider, value)).toHaveLength(2);
    expect(changes.map(({ rule }) => rule)).toContain("missing-result");
  });

  it.each(PAIRS)("from a client of %s to %s, where a result has lost its call", (client, provider) => {
    const turns = [{ user: "Hi" }, { results: [SUN] }, { user: "Go on" }];
    const { value, losses } = translateRequest(client, provider, writeRequest(client, { tools: TOOLS, turns }));
    expect(resultsIn(provider, value)).toEqual([]);
    expect(JSON.stringify(value)).toContain("Sun");
    expect(losses.map(({ code }) => code)).toContain("orphan-result");
  });
});

function turnsWith(key: string, word: string, value: Json): number {
  return (at(value, key) as Json[]).filter((message) => JSON.stringify(message).includes(`"${word}"`)).length;
}

describe("13: text before a result moves to where the target requires it", () => {
  const content = [
    { type: "text", text: "By the way" },
    { type: "tool_result", tool_use_id: "toolu_paris", content: "Sun" },
  ];
  const history = (): Fields => {
    const request = writeRequest("anthropic", {
      tools: TOOLS,
      turns: [{ user: "Hi" }, { assistant: { calls: [PARIS] } }],
    });
    return { ...request, messages: [...(request.messages as Json[]), { role: "user", content }] };
  };

  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))("from a client of Anthropic to %s", (provider) => {
    const { value } = translateRequest("anthropic", provider, history());
    const text = JSON.stringify(value);
    expect(text).toContain("By the way");
    expect(text.indexOf("Sun")).toBeLessThan(text.indexOf("By the way"));
  });

  it("from clients of Gemini, whose parts may be in any order, to Anthropic", () => {
    const request = writeRequest("gemini", {
      tools: TOOLS,
      turns: [{ user: "Hi" }, { assistant: { calls: [PARIS] } }],
    });
    const functionResponse = { id: PARIS.id, name: PARIS.name, response: { output: "Sun" } };
    const parts = [{ text: "By the way" }, { functionResponse }];
    const { value } = translateRequest("gemini", "anthropic", {
      ...request,
      contents: [...(request.contents as Json[]), { role: "user", parts }],
    });
    expect(blocksIn(value).map(({ type }) => type)).toEqual(["tool_use", "tool_result", "text"]);
  });

  it("but between Anthropic and Anthropic nothing is moved", () => {
    const bridge = createBridge({ client: "anthropic", provider: "anthropic" });
    expect(bridge.request(history()).value).toEqual(history());
  });
});

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

describe("25: tool names that are too long or illegal", () => {
  const long = `mcp__${"very_".repeat(14)}long__search`;
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

describe("39: what Claude Code sends today", () => {
  const base = (fields: Fields = {}): Fields =>
    writeRequest("anthropic", { tools: TOOLS, turns: [{ user: "Hi" }] }, fields);
  const others = DIALECTS.filter((provider) => provider !== "anthropic");
  const codes = (losses: readonly Loss[]) => losses.map(({ path }) => path);

  it.each(others)("a system message in the conversation reaches %s", (provider) => {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "system", content: [{ type: "text", text: "Be brief." }], output_config: { effort: "medium" } },
      { role: "assistant", content: "Hello" },
      { role: "user", content: "Go on" },
      { role: "system", content: "Be briefer." },
    ];
    const { value } = translateRequest("anthropic", provider, base({ messages }));
    expect(JSON.stringify(value)).toContain("Be brief.");
    expect(JSON.stringify(value)).toContain("Be briefer.");
  });

  it.each(others)("deferred tools, and results that are references to them, reach %s", (provider) => {
    const tools = [
      { name: "ToolSearch", input_schema: { type: "object", properties: { query: { type: "string" } } } },
      { name: "WebFetch", defer_loading: true, input_schema: { type: "object", properties: {} } },
    ];
    const use = { type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "web" } };
    const references = [{ type: "tool_reference", tool_name: "WebFetch" }];
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: [use] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: references },
          { type: "text", text: "Tool loaded." },
        ],
      },
    ];
    const { value, losses } = translateRequest("anthropic", provider, base({ tools, messages }));
    expect(toolNames(provider, value)).toEqual(["ToolSearch", "WebFetch"]);
    expect(resultsIn(provider, value)).toHaveLength(1);
    expect(codes(losses)).toContain("/messages/2/content/0/content/0");
  });

  it.each(others)("Anthropic's own web search does not break the request for %s", (provider) => {
    const tools = [...(base().tools as Json[]), { type: "web_search_20250305", name: "web_search", max_uses: 8 }];
    const { value } = translateRequest("anthropic", provider, base({ tools, tool_choice: { type: "auto" } }));
    expect(toolNames(provider, value)).toEqual(expect.arrayContaining(["get_weather", "get_time"]));
  });

  it.each(others)("a history with Anthropic's own web search reaches %s", (provider) => {
    const messages = [
      { role: "user", content: "Hi" },
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "sun" } },
          {
            type: "web_search_tool_result",
            tool_use_id: "srvtoolu_1",
            content: [{ type: "web_search_result", url: "https://a.example", title: "A", encrypted_content: "x" }],
          },
          { type: "text", text: "It shines." },
        ],
      },
      { role: "user", content: "And?" },
    ];
    const { value } = translateRequest("anthropic", provider, base({ messages }));
    expect(JSON.stringify(value)).toContain("It shines.");
  });

  it.each(others)("context_management and a top-level output_config do not reach %s in silence", (provider) => {
    const fields = {
      context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
      output_config: { effort: "medium" },
      thinking: { type: "adaptive", display: "omitted" },
      metadata: { user_id: '{"device_id":"1"}' },
    };
    const { value, losses } = translateRequest("anthropic", provider, base(fields));
    expect(JSON.stringify(value)).not.toContain("context_management");
    expect(codes(losses)).toContain("/context_management");
  });

  it("more than four cache breakpoints of another dialect are the last four for Anthropic, with a report", () => {
    const part = (text: string) => ({ type: "text", text, cache_control: { type: "ephemeral" } });
    const messages = [{ role: "user", content: ["1", "2", "3", "4", "5", "6"].map(part) }];
    const { value, losses } = translateRequest("openrouter", "anthropic", {
      ...writeRequest("openrouter", { turns: [] }),
      messages,
    });
    expect(JSON.stringify(value).match(/cache_control/g)).toHaveLength(4);
    expect(codes(losses)).toEqual(["/messages/0/content/1/cache_control", "/messages/0/content/0/cache_control"]);
  });
});

describe("40: the same conversation gives the same bytes, and a longer one begins with them", () => {
  it.each(PAIRS)("from a client of %s to %s", (client, provider) => {
    const turns = [{ user: "Hi" }, { assistant: { text: "Hm", calls: BOTH } }, { results: [SUN, NOON] }];
    const short = writeRequest(client, { tools: TOOLS, turns });
    const long = withTurns(client, short, [{ assistant: { text: "Fine." } }, { user: "Thanks" }]);
    const once = translateRequest(client, provider, short).value;
    expect(JSON.stringify(translateRequest(client, provider, structuredClone(short)).value)).toBe(JSON.stringify(once));
    const longer = translateRequest(client, provider, long).value;
    expect(JSON.stringify(longer.tools)).toBe(JSON.stringify(once.tools));
    const key = provider === "openai-responses" ? "input" : provider === "gemini" ? "contents" : "messages";
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

describe("what MCP servers answer", () => {
  const link = { type: "resource_link", uri: "file:///a.txt", name: "a.txt", mimeType: "text/plain" };
  const text = { type: "text", text: "It is warm." };
  const respond = (result: Fields): Json => ({
    jsonrpc: "2.0",
    id: "call_1",
    result: { resultType: "complete", ...result },
  });

  it.each(DIALECTS)("structuredContent reaches %s, as text or as itself, or is reported", (to) => {
    const { value, losses } = convertToolResults(respond({ content: [text], structuredContent: { temp: 21 } }), {
      from: "mcp",
      to,
    });
    const reported = losses.some(({ path }) => path.endsWith("/structuredContent"));
    expect(reported || JSON.stringify(value).replaceAll("\\", "").includes('"temp":21')).toBe(true);
    expect(JSON.stringify(value)).toContain("It is warm.");
  });

  it.each(DIALECTS)("structuredContent that equals its text is sent once to %s", (to) => {
    const repeated = { content: [{ type: "text", text: '{"temp":21}' }], structuredContent: { temp: 21 } };
    const { value } = convertToolResults(respond(repeated), { from: "mcp", to });
    expect(JSON.stringify(value).match(/temp/g)).toHaveLength(1);
  });

  it.each(DIALECTS)("a link to a resource reaches %s by its URI, or is reported", (to) => {
    const { value, losses } = convertToolResults(respond({ content: [text, link] }), { from: "mcp", to });
    const reported = losses.some(({ path }) => path.startsWith("/result/content/1"));
    expect(reported || JSON.stringify(value).includes("file:///a.txt")).toBe(true);
    if (reported) expect(JSON.stringify(value)).toContain("It is warm.");
  });

  it.each(DIALECTS)("a failure reaches %s as one", (to) => {
    const { value } = convertToolResults(respond({ content: [text], isError: true }), { from: "mcp", to });
    expect(JSON.stringify(value)).toMatch(/\[Error\] It is warm\.|"is_error":true|"error":"It is warm\."/);
  });

  it("and what a program returns is a result of MCP, with its value", () => {
    expect(formatToolResult({ id: "1", name: "f", content: { temp: 21 } }, { to: "mcp" })).toMatchObject({
      result: { structuredContent: { temp: 21 } },
    });
    expect(formatToolResult({ id: "call_1", name: "f", content: { temp: 21 } }, { to: "openai-chat" })).toEqual({
      role: "tool",
      tool_call_id: "call_1",
      content: '{"temp":21}',
    });
  });
});
