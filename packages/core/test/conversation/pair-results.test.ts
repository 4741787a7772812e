import type { Json } from "@toolglot/core";
import { describe, expect, it, vi } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";
import { mergeCallers } from "../../src/conversation/request/merge-callers.ts";
import { Ledger } from "../../src/ledger.ts";
import type { CallPart } from "../../src/model/call.ts";
import type { Message } from "../../src/model/message.ts";
import { Report } from "../../src/report.ts";

const CALL = { type: "tool_use", id: "toolu_01", name: "get_weather", input: { city: "Bern" } };
const RESULT = { type: "tool_result", tool_use_id: "toolu_01", content: "rain" };
const TEXT = { type: "text", text: "Answer in French." };

const USES = [
  { name: "get_weather", arguments: { city: "Bern" } },
  { name: "get_time", arguments: { zone: "CET" } },
];

function ask(turns: readonly (readonly Json[])[], provider: string) {
  const messages = turns.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content }));
  return createBridge({ client: "anthropic", provider }).request({
    model: "claude-sonnet-4-6",
    max_tokens: 1024,
    messages,
  });
}

describe("results", () => {
  it.each(["openai-chat", "openai-responses", "gemini", "ollama"])(
    "report that they are moved before the preceding text, for %s",
    (provider) => {
      const { changes } = ask([[TEXT], [CALL], [TEXT, RESULT]], provider);
      expect(changes).toContainEqual({ path: "/messages/2/content/1", rule: "moved-result" });
    },
  );

  it("report nothing if they precede the text", () => {
    const { changes } = ask([[TEXT], [CALL], [RESULT, TEXT]], "openai-chat");
    expect(changes.map(({ rule }) => rule)).not.toContain("moved-result");
  });

  it("without a call become a text in the same place", () => {
    const { changes } = ask([[RESULT, TEXT], [TEXT]], "ollama");
    expect(changes.filter(({ rule }) => rule === "joined-text").map(({ path }) => path)).toEqual([
      "/messages/0/content/0",
      "/messages/0/content/0/content",
      "/messages/0/content/1",
    ]);
  });

  // As LiteLLM writes them for Ollama.
  it("with ids are paired with calls without ids, in order", () => {
    const { value, losses } = createBridge({ client: "ollama", provider: "openai-chat" }).request({
      model: "qwen3",
      messages: [
        { role: "user", content: "And?" },
        { role: "assistant", content: "", tool_calls: USES.map((use) => ({ function: use })) },
        { role: "tool", content: "rain", tool_call_id: "call_1" },
        { role: "tool", content: "noon", tool_call_id: "call_2" },
      ],
    });
    expect(losses).toEqual([]);
    expect(answersIn(value)).toEqual({ get_weather: "rain", get_time: "noon" });
  });

  it("with names are paired with the calls of those names", () => {
    const { value } = createBridge({ client: "gemini", provider: "openai-chat" }).request({
      contents: [
        { role: "user", parts: [{ text: "And?" }] },
        { role: "model", parts: USES.map(({ name, arguments: args }) => ({ functionCall: { name, args } })) },
        {
          role: "user",
          parts: [
            { functionResponse: { id: "call_2", name: "get_time", response: { output: "noon" } } },
            { functionResponse: { id: "call_1", name: "get_weather", response: { output: "rain" } } },
          ],
        },
      ],
    });
    expect(answersIn(value)).toEqual({ get_weather: "rain", get_time: "noon" });
  });
});

interface Said {
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[];
  readonly tool_call_id?: string;
  readonly content?: string;
}

/** What each tool has answered, by the ids of a Chat request. */
function answersIn(value: unknown): Record<string, string | undefined> {
  const { messages } = value as { readonly messages: readonly Said[] };
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
  const answers = calls.map(({ id, function: { name } }) => [
    name,
    messages.find(({ tool_call_id }) => tool_call_id === id)?.content,
  ]);
  return Object.fromEntries(answers) as Record<string, string | undefined>;
}

describe("conversations with thousands of calls", () => {
  const MANY = 2_000;
  /** How often each call may be looked at. */
  const LOOKS = 20;

  const times = <T>(make: (index: number) => T): T[] => Array.from({ length: MANY }, (_, index) => make(index));

  const contents = (messages: Json): Json[][] => (messages as { content: Json[] }[]).map(({ content }) => content);

  it("pair results that have no ids with their calls", () => {
    const call = { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] };
    const result = { role: "user", parts: [{ functionResponse: { name: "f", response: { output: "x" } } }] };
    const { value, losses } = createBridge({ client: "gemini", provider: "anthropic" }).request({
      contents: [{ role: "user", parts: [{ text: "go" }] }, ...times((index) => (index % 2 === 0 ? call : result))],
    });
    expect(losses).toEqual([]);
    expect((value as { messages: Json[] }).messages).toHaveLength(MANY + 1);
  });

  it("give each of the calls with one id an id of its own", () => {
    const turns = times((index): Json[] => [index % 2 === 0 ? CALL : RESULT]);
    const { value } = ask([[TEXT], ...turns], "openai-chat");
    const calls = (value as { messages: { tool_calls?: { id: string }[] }[] }).messages.flatMap(
      ({ tool_calls = [] }) => tool_calls,
    );
    expect(new Set(calls.map(({ id }) => id)).size).toBe(MANY / 2);
  });

  it("merge calls that come in as many items", () => {
    const input = [
      ...times((index) => ({ type: "function_call", call_id: `c${index}`, name: "f", arguments: "{}" })),
      ...times((index) => ({ type: "function_call_output", call_id: `c${index}`, output: "x" })),
    ];
    const { value } = createBridge({ client: "openai-responses", provider: "anthropic" }).request({
      model: "m",
      input,
    });
    expect(contents((value as { messages: Json }).messages).map(({ length }) => length)).toEqual([27, MANY, MANY]);
  });

  it("look at each call a few times only", () => {
    const lookups = [vi.spyOn(Map.prototype, "has"), vi.spyOn(Map.prototype, "values")];
    const turns = times((index): Json[] => [index % 2 === 0 ? CALL : RESULT]);
    ask([[TEXT], ...turns], "openai-chat");
    const counts = lookups.map(({ mock }) => mock.calls.length);
    vi.restoreAllMocks();
    expect(counts.filter((count) => count > MANY * LOOKS)).toEqual([]);
  });

  it("look at each part of merged messages a few times only", () => {
    let looks = 0;
    const messages = times((index): Message => {
      const call: CallPart = {
        type: "call",
        id: `c${index}`,
        name: "f",
        kind: "function",
        input: { type: "json", text: "{}" },
      };
      const get = () => {
        looks++;
        return "call";
      };
      return { role: "assistant", parts: [Object.defineProperty(call, "type", { get, enumerable: true })] };
    });
    const [merged] = mergeCallers(messages, new Report(new Ledger({ from: "a", to: "b" }), "from_canonical"));
    expect(merged?.parts).toHaveLength(MANY);
    expect(looks).toBeLessThan(MANY * LOOKS);
  });
});
