import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { callsIn, resultsIn, translateRequest, translateResponse } from "../known-failures/translate.ts";
import { DIALECTS, type Fields } from "../known-failures/wire.ts";
import { convertTools, createBridge, formatToolResult, parseToolCalls } from "../support/dynamic.ts";
import { CHAT_ANSWER, PARIS } from "./calls.ts";

const OPENAI_MESSAGE = {
  role: "assistant",
  content: null,
  tool_calls: [
    { id: "call_abc123", type: "function", function: { name: "get_weather", arguments: '{"location": "Paris"}' } },
  ],
};

const ANTHROPIC_MESSAGE = {
  role: "assistant",
  content: [
    { type: "text", text: "I'll check the weather for you." },
    { type: "tool_use", id: "toolu_01ABC123", name: "get_weather", input: PARIS },
  ],
};

const OLLAMA_ANSWER = {
  message: {
    role: "assistant",
    content: "",
    tool_calls: [{ function: { name: "add", arguments: { a: 11434, b: 12341 } } }],
  },
};

const LOCATION = { type: "object", properties: { location: { type: "string" } }, required: ["location"] };
const TOOL = {
  type: "function",
  function: { name: "get_weather", description: "Get current weather", parameters: LOCATION },
};

describe("AI-Gents' research, provider_parse_tool_calls", () => {
  const table: readonly (readonly [from: string, response: Json, id: string | undefined, name: string, input: Json])[] =
    [
      ["openai", OPENAI_MESSAGE, "call_abc123", "get_weather", PARIS],
      ["openai", { choices: [{ message: OPENAI_MESSAGE }] }, "call_abc123", "get_weather", PARIS],
      ["openrouter", { choices: [{ message: OPENAI_MESSAGE }] }, "call_abc123", "get_weather", PARIS],
      ["anthropic", ANTHROPIC_MESSAGE, "toolu_01ABC123", "get_weather", PARIS],
      ["ollama", OLLAMA_ANSWER, undefined, "add", { a: 11434, b: 12341 }],
    ];

  it.each(table)("of %s: id, name and arguments as JSON text", (from, response, id, name, input) => {
    const calls = parseToolCalls(response, { from });
    expect(calls).toHaveLength(1);
    const [call] = calls;
    expect(call?.name).toBe(name);
    expect(JSON.parse(call?.arguments ?? "")).toEqual(input);
    expect(typeof call?.arguments).toBe("string");
    expect(call?.input).toEqual(input);
    if (id === undefined) expect(call?.id).toMatch(/^call_.+/);
    else expect(call?.id).toBe(id);
  });

  it("keeps the text of the arguments as OpenAI sent it", () => {
    expect(parseToolCalls(OPENAI_MESSAGE, { from: "openai" })[0]?.arguments).toBe('{"location": "Paris"}');
  });

  it("makes ids for calls of Ollama that are unique, and the same for the same answer", () => {
    const add = { function: { name: "add", arguments: { a: 1, b: 2 } } };
    const answer = { message: { role: "assistant", content: "", tool_calls: [add, add] } };
    const ids = parseToolCalls(answer, { from: "ollama" }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(parseToolCalls(answer, { from: "ollama" }).map(({ id }) => id)).toEqual(ids);
  });

  it("reads the format of the document itself, and several calls", () => {
    const calls = [
      { id: "call_abc123", type: "function", function: { name: "tool_name", arguments: '{"param": "value"}' } },
      { id: "call_def456", type: "function", function: { name: "tool_name", arguments: "{}" } },
    ];
    expect(parseToolCalls({ role: "assistant", content: null, tool_calls: calls }, { from: "openai" })).toMatchObject([
      { id: "call_abc123", name: "tool_name", arguments: '{"param": "value"}' },
      { id: "call_def456", name: "tool_name", arguments: "{}" },
    ]);
  });
});

describe("AI-Gents' research, provider_format_tool_result", () => {
  const table: readonly (readonly [to: string, id: string, name: string, result: string, message: Json])[] = [
    [
      "openai",
      "call_abc123",
      "get_weather",
      '{"temperature": 25, "unit": "C"}',
      { role: "tool", tool_call_id: "call_abc123", content: '{"temperature": 25, "unit": "C"}' },
    ],
    ["openrouter", "call_abc123", "get_weather", "25", { role: "tool", tool_call_id: "call_abc123", content: "25" }],
    [
      "anthropic",
      "toolu_01ABC123",
      "get_weather",
      "Current temperature in Paris is 25°C",
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "toolu_01ABC123",
            content: "Current temperature in Paris is 25°C",
          },
        ],
      },
    ],
  ];

  it.each(table)("for %s is as the document shows it", (to, id, name, content, message) => {
    expect(formatToolResult({ id, name, content }, { to })).toEqual(message);
  });

  it("for Ollama has the name, and the id as well (DESIGN 6)", () => {
    expect(formatToolResult({ id: "call_1", name: "add", content: "23775" }, { to: "ollama" })).toEqual({
      role: "tool",
      tool_name: "add",
      tool_call_id: "call_1",
      content: "23775",
    });
  });
});

describe("AI-Gents' research, provider_format_tools", () => {
  it.each(["openai", "ollama", "openrouter"])("passes the standard format through for %s", (to) => {
    const { value, losses } = convertTools([TOOL], { from: "openai", to });
    expect(value).toEqual([TOOL]);
    expect(losses).toEqual([]);
  });

  it("unwraps it for Anthropic, and calls parameters input_schema", () => {
    const { value, losses } = convertTools([TOOL], { from: "openai", to: "anthropic" });
    expect(value).toEqual([{ name: "get_weather", description: "Get current weather", input_schema: LOCATION }]);
    expect(losses).toEqual([]);
  });
});

describe("AI-Gents' research, whole conversations by its examples", () => {
  const requests: Readonly<Record<"openai-chat" | "anthropic" | "ollama" | "openrouter", Fields>> = {
    "openai-chat": {
      model: "gpt-4o",
      messages: [
        { role: "user", content: "What is the weather in Paris?" },
        OPENAI_MESSAGE,
        { role: "tool", tool_call_id: "call_abc123", content: '{"temperature": 25, "unit": "C"}' },
      ],
      tools: [TOOL],
      tool_choice: "auto",
    },
    openrouter: {
      model: "openai/gpt-4o",
      messages: [
        { role: "user", content: "What is the weather in Paris?" },
        OPENAI_MESSAGE,
        { role: "tool", tool_call_id: "call_abc123", content: '{"temperature": 25, "unit": "C"}' },
      ],
      tools: [TOOL],
      tool_choice: "auto",
    },
    anthropic: {
      model: "claude-3-5-sonnet-20241022",
      max_tokens: 4096,
      tools: [{ name: "get_weather", description: "Get current weather", input_schema: LOCATION }],
      messages: [
        { role: "user", content: "What is the weather in Paris?" },
        ANTHROPIC_MESSAGE,
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "toolu_01ABC123", content: "Current temperature in Paris is 25°C" },
          ],
        },
      ],
    },
    ollama: {
      model: "qwen3",
      messages: [
        { role: "user", content: "Add 11434 and 12341" },
        OLLAMA_ANSWER.message,
        { role: "tool", tool_name: "add", content: "23775" },
      ],
      tools: [
        {
          type: "function",
          function: {
            name: "add",
            description: "Add two numbers",
            parameters: {
              type: "object",
              required: ["a", "b"],
              properties: { a: { type: "integer" }, b: { type: "integer" } },
            },
          },
        },
      ],
      stream: false,
    },
  };
  const clients = Object.keys(requests) as (keyof typeof requests)[];

  describe.each(clients)("from %s", (client) => {
    it.each(DIALECTS.filter((provider) => provider !== client))(
      "to %s, legally, with calls and results in pairs",
      (provider) => {
        const { value } = translateRequest(client, provider, requests[client]);
        const [call] = callsIn(provider, value);
        const [result] = resultsIn(provider, value);
        expect(call?.name).toBe(client === "ollama" ? "add" : "get_weather");
        expect(JSON.parse(call?.arguments ?? "")).toEqual(client === "ollama" ? { a: 11434, b: 12341 } : PARIS);
        expect(result?.id).toBe(call?.id);
        expect(JSON.stringify(result?.body)).toContain(client === "ollama" ? "23775" : "25");
        if (provider === "ollama") expect(result?.body.tool_name).toBe("get_weather");
        if (provider === "anthropic") expect((value.messages as Fields[]).at(-1)?.role).toBe("user");
      },
    );

    it("passes between a client and a provider of it as it is", () => {
      expect(createBridge({ client, provider: client }).request(requests[client]).value).toEqual(requests[client]);
    });
  });

  it("reads the legacy form that it calls broken, and never writes it", () => {
    const legacy = {
      model: "gpt-4o",
      messages: [
        { role: "user", content: "What is the weather in Paris?" },
        {
          role: "assistant",
          content: null,
          function_call: { name: "get_weather", arguments: '{"location": "Paris"}' },
        },
        { role: "function", name: "get_weather", content: "25" },
      ],
      functions: [TOOL.function],
      function_call: "auto",
    };
    for (const provider of DIALECTS) {
      if (provider === "openai-chat") continue;
      const { value } = translateRequest("openai-chat", provider, legacy);
      expect(JSON.stringify(value)).not.toMatch(/"function_call":|"functions":|"role":"function"/);
      expect(callsIn(provider, value)).toMatchObject([{ name: "get_weather" }]);
      expect(resultsIn(provider, value)[0]?.id).toBe(callsIn(provider, value)[0]?.id);
    }
  });

  it("keeps the calls of several tools in one response apart", async () => {
    const message = {
      ...OPENAI_MESSAGE,
      tool_calls: [
        ...OPENAI_MESSAGE.tool_calls,
        { id: "call_def456", type: "function", function: { name: "get_time", arguments: '{"location": "Rome"}' } },
      ],
    };
    const response = { ...CHAT_ANSWER, choices: [{ index: 0, finish_reason: "tool_calls", message }] };
    for (const client of DIALECTS) {
      if (client === "openai-chat") continue;
      const { calls } = await translateResponse(client, "openai-chat", response);
      expect(calls.map(({ name }) => name)).toEqual(["get_weather", "get_time"]);
    }
  });
});
