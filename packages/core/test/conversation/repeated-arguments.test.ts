import { describe, expect, it } from "vitest";
import { BodyReader, createBridge, type Json, stringifyJson, ToolMemory } from "../../src/index.ts";

/** Bodies are only remembered from some length on. */
const LONG = "A long text. ".repeat(1000);

const DIALECTS = [
  { client: "openai-chat", provider: "anthropic", body: chatBody },
  { client: "anthropic", provider: "openai-chat", body: anthropicBody },
] as const;

describe.each(DIALECTS)("arguments of $client that are repeated with every turn", ({ client, provider, body }) => {
  const reader = new BodyReader();
  const memory = new ToolMemory();
  const translate = (text: string) =>
    stringifyJson(createBridge({ client, provider, memory }).request(reader.read(text) as never).value);
  const reference = (text: string) =>
    stringifyJson(createBridge({ client, provider, fast: false }).request(JSON.parse(text)).value);

  it("are the same in each turn, and others where they change", () => {
    for (const paths of [
      ["a", "b"],
      ["a", "b"],
      ["a", "b"],
      ["a", "b"],
      ["a", "c"],
      ["d", "b"],
      ["a", "b"],
    ]) {
      const text = JSON.stringify(body(paths.map((path) => ({ path, deep: { list: [path] } }))));
      expect(translate(text)).toBe(reference(text));
    }
  });

  it("are read again where a caller changes them", () => {
    const given = body([{ path: "a", deep: { list: ["a"] } }]);
    const ask = () => stringifyJson(createBridge({ client, provider, memory }).request(given as never).value);
    for (let turn = 0; turn < 4; turn++) ask();
    const text = JSON.stringify(given).replaceAll('"a"', '"b"').replaceAll('\\"a\\"', '\\"b\\"');
    Object.assign(given, JSON.parse(text));
    expect(ask()).toBe(reference(text));
  });
});

function chatBody(calls: readonly Json[]) {
  return {
    model: "m",
    messages: [
      { role: "user", content: LONG },
      ...calls.flatMap((args, index) => [
        {
          role: "assistant",
          content: "Let me see.",
          tool_calls: [
            { id: idOf("call", index), type: "function", function: { name: "f", arguments: JSON.stringify(args) } },
          ],
        },
        { role: "tool", tool_call_id: idOf("call", index), content: "Done." },
      ]),
    ],
  };
}

function anthropicBody(calls: readonly Json[]) {
  return {
    model: "m",
    max_tokens: 10,
    messages: [
      { role: "user", content: LONG },
      ...calls.flatMap((input, index) => [
        { role: "assistant", content: [{ type: "tool_use", id: idOf("toolu", index), name: "f", input }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: idOf("toolu", index), content: "Done." }] },
      ]),
    ],
  };
}

function idOf(prefix: string, index: number): string {
  return `${prefix}_01A2b3C4d5E6f7G8h9J0k1L${index}`;
}
