import { convertToolChoice, createBridge, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { toolNames, translateRequest } from "./translate.ts";
import { DIALECTS, type DialectName, type Fields, PAIRS, PARIS, TIME, WEATHER, writeRequest } from "./wire.ts";

const TOOLS = [WEATHER, TIME];
const TURNS = [{ user: "Hi" }];

type Mode = "auto" | "none" | "required" | "named";

/** Each mode as the dialects say it; Ollama cannot say any. */
const CHOICES: Readonly<Partial<Record<DialectName, Readonly<Record<Mode, Json>>>>> = {
  "openai-chat": {
    auto: "auto",
    none: "none",
    required: "required",
    named: { type: "function", function: { name: "get_time" } },
  },
  openrouter: {
    auto: "auto",
    none: "none",
    required: "required",
    named: { type: "function", function: { name: "get_time" } },
  },
  "openai-responses": {
    auto: "auto",
    none: "none",
    required: "required",
    named: { type: "function", name: "get_time" },
  },
  anthropic: {
    auto: { type: "auto" },
    none: { type: "none" },
    required: { type: "any" },
    named: { type: "tool", name: "get_time" },
  },
  gemini: {
    auto: { functionCallingConfig: { mode: "AUTO" } },
    none: { functionCallingConfig: { mode: "NONE" } },
    required: { functionCallingConfig: { mode: "ANY" } },
    named: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["get_time"] } },
  },
};
const CHOOSING = Object.keys(CHOICES) as DialectName[];
const CHOICE_PAIRS = PAIRS.filter(([client, provider]) => CHOOSING.includes(client) && CHOOSING.includes(provider));

function chosen(client: DialectName, mode: Mode, tools: readonly Json[] = TOOLS): Fields {
  const field = client === "gemini" ? "toolConfig" : "tool_choice";
  return writeRequest(client, { tools, turns: TURNS }, { [field]: CHOICES[client]?.[mode] ?? null });
}

function choiceIn(provider: DialectName, value: Fields): Json | undefined {
  return provider === "gemini" ? value.toolConfig : value.tool_choice;
}

describe("17: every choice means the same elsewhere, none above all", () => {
  describe.each(CHOICE_PAIRS)("from %s to %s", (client, provider) => {
    it.each(["auto", "none", "required", "named"] as const)("%s", (mode) => {
      const piece = convertToolChoice(CHOICES[client]?.[mode] ?? null, { from: client, to: provider });
      expect(piece.value).toEqual(CHOICES[provider]?.[mode]);
      expect(piece.losses).toEqual([]);
      const { value, losses } = translateRequest(client, provider, chosen(client, mode));
      expect(choiceIn(provider, value)).toEqual(CHOICES[provider]?.[mode]);
      expect(losses).toEqual([]);
    });
  });

  it.each(CHOOSING)("none of a client of %s takes the tools away from Ollama, which cannot say it", (client) => {
    const { value } = translateRequest(client, "ollama", chosen(client, "none"));
    expect(toolNames("ollama", value)).toEqual([]);
  });

  it.each(CHOOSING)("a required choice of a client of %s is a reported loss for Ollama", (client) => {
    const { value, losses } = translateRequest(client, "ollama", chosen(client, "required"));
    expect(toolNames("ollama", value)).toEqual(["get_weather", "get_time"]);
    expect(losses.map(({ path }) => path)).toEqual([expect.stringMatching(/^\/tool(?:_choice|Config)/)]);
  });

  it("none keeps the definitions where the history needs them", () => {
    const { value } = translateRequest("openai-chat", "anthropic", chosen("openai-chat", "none"));
    expect(value.tool_choice).toEqual({ type: "none" });
    expect(toolNames("anthropic", value)).toEqual(["get_weather", "get_time"]);
  });
});

describe("16: a choice is not left without the tools that it is about", () => {
  describe.each(CHOICE_PAIRS)("from %s to %s", (client, provider) => {
    it.each(["auto", "none", "required", "named"] as const)("%s, without tools", (mode) => {
      const { tools, ...bare } = chosen(client, mode);
      const { value } = translateRequest(client, provider, bare);
      expect(choiceIn(provider, value)).toBeUndefined();
    });

    it("a choice that names no tool that is there", () => {
      const request = chosen(client, "named", [WEATHER]);
      const { value, losses } = translateRequest(client, provider, request);
      expect(JSON.stringify(value)).not.toContain("get_time");
      expect(losses.map(({ code }) => code)).toContain("unknown-tool");
    });
  });

  it.each(["openai-chat", "openai-responses", "ollama", "gemini"] as const)(
    "a choice that names Anthropic's own web search, which %s does not have so",
    (provider) => {
      const tools = [...(writeRequest("anthropic", { tools: TOOLS, turns: TURNS }).tools as Json[])];
      const search = { type: "web_search_20250305", name: "web_search" };
      const request = writeRequest(
        "anthropic",
        { turns: TURNS },
        {
          tools: [...tools, search],
          tool_choice: { type: "tool", name: "web_search" },
        },
      );
      const { value } = translateRequest("anthropic", provider, request);
      const choice = JSON.stringify(choiceIn(provider, value) ?? null);
      if (choice.includes("web_search")) expect(JSON.stringify(value.tools)).toContain("web_search");
    },
  );
});

describe("18: the setting for parallel calls survives", () => {
  const serial: Readonly<Partial<Record<DialectName, Fields>>> = {
    "openai-chat": { parallel_tool_calls: false },
    openrouter: { parallel_tool_calls: false },
    "openai-responses": { parallel_tool_calls: false },
    anthropic: { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
  };
  const telling = Object.keys(serial) as DialectName[];

  describe.each(telling)("from a client of %s", (client) => {
    it.each(telling.filter((provider) => provider !== client))("to %s", (provider) => {
      const { value, losses } = translateRequest(
        client,
        provider,
        writeRequest(client, { tools: TOOLS, turns: TURNS }, serial[client] ?? {}),
      );
      expect(value).toMatchObject(serial[provider] ?? {});
      expect(losses).toEqual([]);
    });

    it.each(["gemini", "ollama"] as const)("to %s it is a reported loss", (provider) => {
      const { losses } = translateRequest(
        client,
        provider,
        writeRequest(client, { tools: TOOLS, turns: TURNS }, serial[client] ?? {}),
      );
      expect(losses.map(({ path }) => path)).toContain(
        client === "anthropic" ? "/tool_choice/disable_parallel_tool_use" : "/parallel_tool_calls",
      );
    });
  });

  it("together with a forced choice", () => {
    const request = { ...chosen("openai-chat", "required"), parallel_tool_calls: false };
    expect(translateRequest("openai-chat", "anthropic", request).value.tool_choice).toEqual({
      type: "any",
      disable_parallel_tool_use: true,
    });
    const back = writeRequest(
      "anthropic",
      { tools: TOOLS, turns: TURNS },
      {
        tool_choice: { type: "tool", name: "get_time", disable_parallel_tool_use: true },
      },
    );
    expect(translateRequest("anthropic", "openai-responses", back).value).toMatchObject({
      tool_choice: { type: "function", name: "get_time" },
      parallel_tool_calls: false,
    });
  });

  it("without tools it is not sent, because it would be refused", () => {
    const request = writeRequest("openai-chat", { turns: TURNS }, { parallel_tool_calls: false });
    for (const provider of ["openai-responses", "anthropic", "openrouter"] as const) {
      const { value } = translateRequest("openai-chat", provider, request);
      expect(value).not.toHaveProperty("tool_choice");
      expect(value).not.toHaveProperty("parallel_tool_calls");
    }
  });

  it("convertToolChoice writes it next to the choice, for dialects that have it there", () => {
    const choice = { type: "any", disable_parallel_tool_use: true };
    expect(convertToolChoice(choice, { from: "anthropic", to: "openai-chat" })).toMatchObject({
      value: "required",
      request: { parallel_tool_calls: false },
      losses: [],
    });
  });
});

describe("19: a forced choice and thinking, where a model takes but one of them", () => {
  const forced = (client: DialectName, fields: Fields): Fields => ({ ...chosen(client, "required"), ...fields });
  const thinking: readonly (readonly [client: DialectName, fields: Fields])[] = [
    ["openai-chat", { reasoning_effort: "high" }],
    ["openai-responses", { reasoning: { effort: "high" } }],
    ["openrouter", { reasoning: { max_tokens: 2000 } }],
    ["gemini", { generationConfig: { thinkingConfig: { thinkingBudget: 2000 } } }],
  ];

  it.each(thinking)(
    "a model of Anthropic's that thinks by a budget keeps the choice of a client of %s",
    (client, fields) => {
      const { value, losses } = translateRequest(client, "anthropic", forced(client, fields), {
        providerModel: "claude-sonnet-4-5",
      });
      expect(value.tool_choice).toEqual({ type: "any" });
      expect(value.thinking ?? { type: "disabled" }).not.toMatchObject({ type: "enabled" });
      expect(losses).not.toEqual([]);
    },
  );

  it.each(thinking)(
    "a model of Anthropic's that always thinks is asked, not forced, for a client of %s",
    (client, fields) => {
      const { value, losses } = translateRequest(client, "anthropic", forced(client, fields), {
        providerModel: "claude-opus-5-5",
      });
      expect(value.tool_choice ?? { type: "auto" }).toEqual({ type: "auto" });
      expect(losses.map(({ code }) => code)).toContain("forced-choice");
    },
  );

  it("an adaptive model keeps both", () => {
    const request = forced("openai-chat", { reasoning_effort: "high" });
    const { value } = translateRequest("openai-chat", "anthropic", request, { providerModel: "claude-opus-5" });
    expect(value).toMatchObject({ tool_choice: { type: "any" }, output_config: { effort: "high" } });
  });

  it("a model of OpenAI's that refuses tools with effort on Chat gets the tools", () => {
    const request = writeRequest(
      "anthropic",
      { tools: TOOLS, turns: TURNS },
      {
        thinking: { type: "adaptive" },
        output_config: { effort: "high" },
      },
    );
    const { value, losses } = translateRequest("anthropic", "openai-chat", request, { providerModel: "gpt-5.6" });
    expect(toolNames("openai-chat", value)).toEqual(["get_weather", "get_time"]);
    expect(value.reasoning_effort ?? "none").toBe("none");
    expect(losses.map(({ path }) => path)).toContain("/output_config/effort");
  });
});

it("a choice that a same-dialect bridge passes on is not touched", () => {
  for (const dialect of DIALECTS) {
    const request = writeRequest(
      dialect,
      { tools: TOOLS, turns: [...TURNS, { assistant: { calls: [PARIS] } }] },
      {
        tool_choice: "anything",
      },
    );
    expect(createBridge({ client: dialect, provider: dialect }).request(request).value).toEqual(request);
  }
});
