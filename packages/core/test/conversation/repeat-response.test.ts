import { describe, expect, it } from "vitest";
import { createBridge, parseJson, stringifyJson, ToolMemory } from "../../src/index.ts";

describe("repeatResponse", () => {
  it.each([
    ["", "Other words"],
    ["with escapes", 'A "quoted" line\nand \u00e9, \ud83d\ude00'],
  ])("translates a text that differs in texts, ids, times and counts alone %s", (_, content) => {
    const { repeat, translate } = learned();
    const text = response({ content, id: "chatcmpl-Z9y8X7w6V5u4T3s2R1q0P9o8", tokens: 2000 });
    const repeated = repeat(text);
    const { value, ...result } = translate(text);
    expect(repeated?.text).toBe(stringifyJson(value));
    expect(repeated?.result).toEqual(result);
    expect(repeated?.sample).toMatchObject({ object: "chat.completion", model: "gpt-4.1" });
  });

  it("translates texts as their provider indents them", () => {
    const indent = (text: string) => JSON.stringify(JSON.parse(text), null, 2);
    const { repeat, translate } = learned(indent);
    const text = indent(response({ content: "Other words" }));
    expect(repeat(text)?.text).toBe(stringifyJson(translate(text).value));
  });

  const text = response({ content: "Other words" });
  it.each([
    ["another model", text.replace("gpt-4.1", "gpt-4.2")],
    ["a text of another class", response({ content: " Other words" })],
    ["no text", response({ content: "" })],
    ["a control character", text.replace("Other", "Other\n")],
    ["an invalid escape", text.replace("Other", "\\x")],
    ["half of a surrogate pair", text.replace("Other", "\\ud83d")],
    ["a field more", text.replace('"object"', '"more":1,"object"')],
    ["a key twice", text.replace('"created"', '"created":1,"created"')],
    ["a count with a fraction", text.replace('"completion_tokens":9', '"completion_tokens":9.0')],
    ["a count with an exponent", text.replace('"completion_tokens":9', '"completion_tokens":9e0')],
    ["a count that begins with a zero", text.replace('"completion_tokens":9', '"completion_tokens":09')],
    ["a count of too many digits", text.replace('"completion_tokens":9', '"completion_tokens":9007199254740993')],
    ["a total that is no sum", text.replace('"total_tokens":29', '"total_tokens":30')],
    ["white space", `${text} `],
    ["less", text.slice(0, -1)],
    ["a stream", `data: ${text}\n\n`],
  ])("leaves a text with %s to the parser", (_, other) => {
    const { repeat } = learned();
    expect(repeat(text)).toBeDefined();
    expect(repeat(other)).toBeUndefined();
  });

  it("knows nothing without a memory, and without templates", () => {
    const options = { client: "anthropic", provider: "openai-chat" } as const;
    for (const bridge of [createBridge(options), learned((each) => each, false).open()])
      expect(bridge.repeatResponse(text)).toBeUndefined();
  });
});

/** A gateway that has translated a few responses. */
function learned(write = (text: string) => text, templates = true) {
  const memory = new ToolMemory();
  const open = () => {
    const bridge = createBridge({ client: "anthropic", provider: "openai-chat", memory, fast: { templates } });
    bridge.request({ model: "claude", max_tokens: 9, messages: [{ role: "user", content: "Hi there" }] });
    return bridge;
  };
  const translate = (text: string) => open().response(parseJson(text) as never, { text });
  for (let turn = 0; turn < 5; turn++) translate(write(response({ content: `Words ${turn}` })));
  return { open, translate, repeat: (text: string) => open().repeatResponse(text) };
}

function response({ content = "", id = "chatcmpl-A1b2C3d4E5f6G7h8J9k0L1m2", tokens = 20 }): string {
  return JSON.stringify({
    id,
    object: "chat.completion",
    created: 1_700_000_000 + tokens,
    model: "gpt-4.1",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: tokens, completion_tokens: 9, total_tokens: tokens + 9 },
  });
}
