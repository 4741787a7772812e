import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EFFORTS, type Facts } from "../src/facts/facts.ts";
import { factsOf } from "../src/facts/index.ts";
import { modelNames } from "../src/facts/name.ts";
import { OVERRIDES } from "../src/facts/overrides.ts";
import { relevantFacts } from "../src/facts/relevant.ts";

/** LiteLLM's table of models, from which the facts are generated. */
const TABLE = new URL("../../../../shared/facts/models.litellm.json", import.meta.url);
const RULES = new URL("../src/facts/overrides.ts", import.meta.url);
const HERE = existsSync(TABLE);
if (!HERE) console.warn("SKIPPED: the table of models is not here; facts are not compared with it");

type Entry = Readonly<Record<string, unknown>>;

/** What the table says by each of its fields, in the terms of the facts; `undefined` where it says nothing. */
const CONTENT: Readonly<Record<string, (entry: Entry, name: string) => readonly [field: keyof Facts, value: unknown]>> =
  {
    ...flags({
      supports_sampling_params: "sampling",
      supports_forced_tool_use: "forcedChoice",
      supports_assistant_prefill: "prefill",
      supports_mid_conversation_system: "midSystem",
      supports_adaptive_thinking: "adaptiveThinking",
      supports_legacy_thinking: "manualThinking",
      thinking_always_on: "alwaysThinks",
      supports_tool_search: "toolSearch",
      supports_reasoning: "reasoning",
      supports_regex_lookaround: "lookaround",
      prompt_cache_min_tokens: "cacheMinTokens",
      default_reasoning_effort: "defaultEffort",
      reasoning_effort_levels: "efforts",
    }),
    // What is taken goes without saying.
    supports_system_messages: ({ supports_system_messages: content }) => [
      "systemMessages",
      content === false ? false : undefined,
    ],
    supports_parallel_function_calling: ({ supports_parallel_function_calling: content }) => [
      "parallelCalls",
      content === false ? false : undefined,
    ],
    // Servers of open models set the token limit.
    max_output_tokens: ({ max_output_tokens: content }, name) => [
      "maxTokens",
      /^(?:claude|gpt-\d|o\d|chatgpt|codex|computer-use|gemini)/.test(name) ? content : undefined,
    ],
  };

function flags(fields: Readonly<Record<string, keyof Facts>>): typeof CONTENT {
  return Object.fromEntries(
    Object.entries(fields).map(([field, fact]) => [field, (entry: Entry) => [fact, entry[field]] as const]),
  );
}

const VENDORS = ["anthropic", "openai", "gemini", "deepseek", "mistral", "moonshot", "xai", "zai", "cohere_chat"];

describe.skipIf(!HERE)("the facts of models", () => {
  const table: Readonly<Record<string, Entry>> = HERE ? JSON.parse(readFileSync(TABLE, "utf8")) : {};
  const models = Object.entries(table).map(([model, entry]) => ({ model, entry, name: modelNames(model)[0] ?? "" }));
  const overridden = (name: string, field: keyof Facts) =>
    OVERRIDES.some(({ models: pattern, facts }) => field in facts && pattern.test(name));

  it("match the table of all models, except for overrides with a source", () => {
    const wrong = models.flatMap(({ model, entry, name }) =>
      Object.values(CONTENT).flatMap((content) => {
        const [field, value] = content(entry, name);
        if (value === undefined || overridden(name, field) || isSame(value, factsOf(model)[field])) return [];
        return isOutvoted(name, field, factsOf(model)[field]) ? [] : [`${model}: ${field} is ${String(value)}`];
      }),
    );
    expect(models.length).toBeGreaterThan(2000);
    expect(wrong).toEqual([]);
  });

  it("contain for each effort whether a model accepts it", () => {
    const wrong = models.flatMap(({ model, entry, name }) =>
      EFFORTS.flatMap((effort) => {
        const content = entry[`supports_${effort}_reasoning_effort`];
        const { efforts = [] } = factsOf(model);
        if (content === undefined || overridden(name, "efforts") || efforts.includes(effort) === content) return [];
        return isOutvoted(name, "efforts", efforts) ? [] : [`${model}: ${effort} is ${String(content)}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("are without those that change no translation where they are relevant", () => {
    for (const { model } of models) {
      const { cacheMinTokens, lookaround, ...facts } = factsOf(model);
      const relevant: Facts = relevantFacts(model);
      expect(relevant, model).toEqual({
        ...facts,
        reasoning: facts.reasoning === true ? relevant.reasoning : facts.reasoning,
        toolSearch: facts.toolSearch === true ? relevant.toolSearch : facts.toolSearch,
      });
      expect([relevant.reasoning, facts.reasoning].filter((fact) => fact === false).length % 2, model).toBe(0);
      expect([relevant.toolSearch, facts.toolSearch].filter((fact) => fact === false).length % 2, model).toBe(0);
    }
  });

  // Of several entries for one model that disagree, its vendor's holds, or else what most say.
  function isOutvoted(name: string, field: keyof Facts, held: unknown): boolean {
    const root = modelNames(name).at(-1);
    const others = models.filter((other) => modelNames(other.name).at(-1) === root);
    const saying = others.flatMap(({ entry, name: other }) =>
      saidOf(entry, other, field).map((value) => ({ value, own: VENDORS.includes(String(entry.litellm_provider)) })),
    );
    const own = saying.filter((each) => each.own);
    return (own.length > 0 ? own : saying).some(({ value }) => isSame(value, held));
  }
});

function saidOf(entry: Entry, name: string, field: keyof Facts): unknown[] {
  if (field === "efforts") return [effortsIn(entry)];
  const found = Object.values(CONTENT).map((content) => content(entry, name));
  return found.flatMap(([fact, value]) => (fact === field && value !== undefined ? [value] : []));
}

function effortsIn(entry: Entry): unknown {
  if (entry.reasoning_effort_levels !== undefined) return entry.reasoning_effort_levels;
  return EFFORTS.filter((effort) => {
    const content = entry[`supports_${effort}_reasoning_effort`];
    return content ?? ["low", "medium", "high"].includes(effort);
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

describe("the rules in addition to the table", () => {
  it("each name their source", () => {
    const lists = readFileSync(RULES, "utf8")
      .split(/^export const (?:FAMILIES|OVERRIDES)/m)
      .slice(1);
    const sections = lists
      .flatMap((list) => list.split(/^ {2}\/\/ ── .*$/m))
      .filter((section) => section.includes("models:"));
    expect(sections.length).toBeGreaterThan(3);
    for (const section of sections) expect(section.split("models:")[0]).toContain("// https://");
  });
});

describe("a model's name", () => {
  it.each([
    ["openai/gpt-5.6", "gpt-5.6"],
    ["gpt-5.6-2026-07-01", "gpt-5.6"],
    ["models/gemini-2.5-flash", "gemini-2.5-flash"],
    ["gemini-3-pro-preview", "gemini-3-pro"],
    ["gemini-2.5-flash-preview-09-2025", "gemini-2.5-flash"],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"],
    ["global.anthropic.claude-opus-5-5", "claude-opus-5-5"],
    ["us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"],
    ["arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"],
    ["arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.anthropic.claude-opus-5-5", "claude-opus-5-5"],
    ["anthropic.claude-3-5-sonnet-20241022-v2:0", "claude-3-5-sonnet"],
    ["claude-sonnet-4@20250514", "claude-sonnet-4"],
    ["claude-sonnet-4-20250514", "claude-sonnet-4"],
    ["anthropic/claude-sonnet-4.5", "claude-sonnet-4-5"],
    ["anthropic/claude-4.5-sonnet", "claude-sonnet-4-5"],
    ["anthropic/claude-3.7-sonnet:thinking", "claude-3-7-sonnet"],
    ["deepseek/deepseek-v3:free", "deepseek-v3"],
    ["publishers/anthropic/models/claude-opus-5", "claude-opus-5"],
    ["databricks-claude-opus-4-7", "claude-opus-4-7"],
    ["ft:gpt-4o-2024-08-06:acme::abc", "gpt-4o"],
    ["accounts/fireworks/models/kimi-k3", "kimi-k3"],
    ["qwen2.5-coder:7b", "qwen2.5-coder"],
    ["gpt-5-6-luna", "gpt-5.6-luna"],
    ["gpt-4-1106-preview", "gpt-4-1106"],
    ["claude-opus-4-0", "claude-opus-4"],
  ])("%s is known as %s", (name, known) => {
    expect(modelNames(name).at(-1)).toBe(known);
  });

  it("that is unknown has no facts", () => {
    expect(factsOf("my-own-model")).toEqual({});
    expect(factsOf(undefined)).toEqual({});
  });
});
