import { describe, expect, it } from "vitest";
import { createBridge, type Json, parseJson, stringifyJson, ToolMemory } from "../../src/index.ts";

const OPTIONS = { client: "anthropic", provider: "openai-chat" } as const;

describe("repeatRequest", () => {
  it.each([
    ["", "Other words"],
    ["with escapes", 'A "quoted" line\nand \u00e9, \ud83d\ude00, \\, \u2028.'],
  ])("translates a request that differs in texts, ids and arguments alone %s", (_, content) => {
    const { open } = learned();
    const body = request({ content });
    const repeated = open().repeatRequest(body as never);
    const { value, losses, changes } = createBridge({ ...OPTIONS, fast: false }).request(body as never);
    expect(repeated).toEqual({ text: stringifyJson(value), losses, changes });
    expect(losses).not.toEqual([]);
  });

  it("gives the response what it needs of the request", () => {
    const answers = [learned().open(), createBridge({ ...OPTIONS, fast: false })].map((bridge) => {
      if (bridge.repeatRequest(request({ content: "Other words" }) as never) === undefined)
        bridge.request(request({ content: "Other words" }) as never);
      return bridge.response(RESPONSE as never).value;
    });
    expect(answers[0]).toEqual(answers[1]);
  });

  it.each<[string, Json]>([
    ["another model", { ...request({}), model: "other" }],
    ["a text of another class", request({ content: " Words" })],
    ["half of a surrogate pair", request({ content: "Words \ud83d" })],
    ["a field more", { ...request({}), temperature: 0.5 }],
    ["a message more", { ...request({}), messages: [...request({}).messages, { role: "user", content: "Go on" }] }],
    ["a key twice", parseJson(JSON.stringify(request({})).replace("{", '{"model":"m",'), { noteDuplicates: true })],
    ["a list in place of an object", []],
  ])("leaves a request with %s to `request`", (_, body) => {
    const { open } = learned();
    expect(open().repeatRequest(request({}) as never)).toBeDefined();
    expect(open().repeatRequest(body as never)).toBeUndefined();
  });

  it("marks long requests for the provider's prompt cache", () => {
    const memory = new ToolMemory();
    const other = { client: "openai-chat", provider: "anthropic", caching: {} } as const;
    const chat = (content: string) => ({
      model: "m",
      messages: [
        { role: "system", content: "Be brief" },
        { role: "user", content },
      ],
    });
    for (let turn = 0; turn < 4; turn++) createBridge({ ...other, memory }).request(chat(`Hi ${turn}`) as never);
    for (const length of [1000, 1016, 1017, 5000]) {
      const body = chat("x".repeat(length)) as never;
      const repeated = createBridge({ ...other, memory }).repeatRequest(body);
      const { value, losses, changes } = createBridge({ ...other, fast: false }).request(body);
      const isMarked = changes.some(({ rule }) => rule === "cache-marks");
      expect(isMarked || repeated === undefined).toBe(true);
      if (length > 1016) expect(repeated).toEqual({ text: stringifyJson(value), losses, changes });
    }
  });

  it("leaves requests to `request` where the provider's prompt cache needs a key, or marks that a short one has not", () => {
    const other = { client: "openai-chat", provider: "anthropic" } as const;
    const chat = { model: "m", messages: [{ role: "user", content: "Words" }] };
    for (const [caching, isRepeated] of [[undefined, true] as const, [{}, false] as const]) {
      const memory = new ToolMemory();
      const open = () => createBridge({ ...other, memory, ...(caching && { caching }) });
      for (let turn = 0; turn < 4; turn++) open().request(chat as never);
      expect(open().repeatRequest(chat as never) !== undefined).toBe(isRepeated);
    }
    const { open } = learned();
    expect(open({}).repeatRequest(request({}) as never)).toBeDefined();
    expect(open({ key: "k" }).repeatRequest(request({}) as never)).toBeUndefined();
  });

  it("knows nothing without a memory, and without templates", () => {
    for (const bridge of [createBridge(OPTIONS), learned(false).open()])
      expect(bridge.repeatRequest(request({}) as never)).toBeUndefined();
  });
});

describe("a request with stored reasoning", () => {
  it("is not answered by what is known of the request before it", () => {
    const bridge = learned().open();
    bridge.request(request({}) as never);
    const reasoning = new Map([["key", { provider: "p", parts: [] }]]) as never;
    bridge.request({ ...request({}), model: "other" } as never, { reasoning });
    expect(bridge.repeatResponse(stringifyJson(RESPONSE))).toBeUndefined();
  });
});

describe("a request whose tools have other descriptions", () => {
  it("is translated as the first was", () => {
    const { ask } = learnedTools();
    expect(ask(withTool("Reads a file", "A path", "A number", "Some lines")).isRepeated).toBe(true);
  });

  it.each<[string, Parameters<typeof withTool>]>([
    ["equal to each other", ["Reads", "A path", "Lines", "Lines"]],
    ["of which one stands in the other", ["Reads", "A path", "Lines", "Lines of it"]],
    ["that are blank", [" ", "A path", "A number", "Some lines"]],
    ["that are empty", ["", "", "A number", "Some lines"]],
    ["that look like no text of a tool", ["[Error] no such tool", "A path", "A number", "Some lines"]],
  ])("is the same with descriptions %s", (_, descriptions) => {
    const { ask } = learnedTools();
    const { repeated, reference } = ask(withTool(...descriptions));
    expect(repeated).toEqual(reference);
  });

  it("is the same where a profile reads them", () => {
    const { ask } = learnedTools("lenient");
    const { repeated, reference } = ask(withTool("Reads", "Optional path", "A number", "Some lines"));
    expect(repeated).toEqual(reference);
    expect(ask(withTool("Reads", "A path", "A number", "Some lines")).reference).not.toEqual(reference);
  });

  it("has no template where descriptions are joined", () => {
    const joined = (first: string, second: string) => {
      const limit = { description: first, allOf: [{ type: "integer", description: second }] };
      return { ...request({}), tools: [{ name: "read", input_schema: { type: "object", properties: { limit } } }] };
    };
    const memory = new ToolMemory();
    const open = () => createBridge({ ...OPTIONS, provider: "ollama", memory });
    for (let turn = 0; turn < 5; turn++) open().request(joined(`One ${turn}.`, `Two ${turn}.`) as never);
    const { value } = open().request(joined("One.", "One. Of them.") as never);
    expect(stringifyJson(value)).toContain('"description":"One. Of them."');
  });
});

/** A gateway that has translated a few requests with a tool, each with other descriptions. */
function learnedTools(profile: "native" | "lenient" = "native") {
  const memory = new ToolMemory();
  const options = { client: "anthropic", provider: "gemini", profile } as const;
  for (let turn = 0; turn < 4; turn++) {
    const body = withTool(`Reads ${turn}`, `Path ${turn}`, `Number ${turn}`, `Lines ${turn}`);
    createBridge({ ...options, memory }).request(body as never);
  }
  return {
    ask: (body: object) => {
      const bridge = createBridge({ ...options, memory });
      const known = bridge.repeatRequest(body as never);
      const { value, ...report } = bridge.request(body as never);
      const reference = createBridge({ ...options, fast: false }).request(body as never);
      return {
        isRepeated: known !== undefined,
        repeated: known ?? { text: stringifyJson(value), losses: report.losses, changes: report.changes },
        reference: {
          text: stringifyJson(reference.value),
          losses: reference.losses,
          changes: reference.changes,
        },
      };
    },
  };
}

function withTool(tool: string, path: string, number: string, lines: string) {
  const lineSchemas = [
    { type: "string", description: number },
    { type: "string", description: lines },
  ];
  const properties = { path: { type: "string", description: path }, lines: { anyOf: lineSchemas } };
  const input_schema = { type: "object", properties, required: ["path"] };
  return { ...request({}), tools: [{ name: "read", description: tool, input_schema }] };
}

/** A gateway that has translated a few requests and responses. */
function learned(templates = true) {
  const memory = new ToolMemory();
  const open = (caching?: { key?: string }) =>
    createBridge({ ...OPTIONS, memory, fast: { templates }, ...(caching && { caching }) });
  for (let turn = 0; turn < 5; turn++) {
    const bridge = open();
    bridge.request(request({ content: `Words ${turn}` }) as never);
    bridge.response(RESPONSE as never, { text: stringifyJson(RESPONSE) });
  }
  return { open };
}

function request({ content = "Words" }) {
  return { model: "claude", max_tokens: 9, top_k: 3, messages: [{ role: "user", content }] };
}

const RESPONSE = {
  id: "chatcmpl-A1b2C3d4E5f6G7h8J9k0L1m2",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "gpt-4.1",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello there" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 20, completion_tokens: 9, total_tokens: 29 },
};
