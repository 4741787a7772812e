import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SimServer, startSimulator } from "../../src/sim/server.ts";
import { ARGUMENTS, SCHEMA, SUNNY } from "./weather.ts";

let server: SimServer;

beforeAll(async () => {
  server = await startSimulator();
});

afterAll(() => server.close());

describe("the SDK of OpenAI, with Chat Completions", () => {
  const client = () => new OpenAI({ baseURL: `${server.url}/v1`, apiKey: "key", maxRetries: 0 });
  const tools = [{ type: "function" as const, function: { name: "get_weather", parameters: SCHEMA } }];
  const ask = { role: "user" as const, content: "How is the weather?" };

  it("calls a tool and quotes its result", async () => {
    const first = await client().chat.completions.create({ model: "sim-1", tools, messages: [ask] });
    const [choice] = first.choices;
    const [call] = choice?.message.tool_calls ?? [];
    if (choice === undefined || call?.type !== "function") throw new Error("no call");
    expect(choice.finish_reason).toBe("tool_calls");
    expect(JSON.parse(call.function.arguments)).toEqual(ARGUMENTS);
    const second = await client().chat.completions.create({
      model: "sim-1",
      tools,
      messages: [ask, choice.message, { role: "tool", tool_call_id: call.id, content: SUNNY }],
    });
    expect(second.choices[0]?.message.content).toBe(`get_weather answered: ${SUNNY}`);
  });

  it("streams two calls in parallel, and usage where it is asked for", async () => {
    const two = [...tools, { type: "function" as const, function: { name: "get_time", parameters: SCHEMA } }];
    const stream = client().chat.completions.stream({
      model: "sim-1",
      tools: two,
      stream_options: { include_usage: true },
      messages: [{ role: "user", content: "in parallel, please" }],
    });
    const final = await stream.finalChatCompletion();
    const calls = final.choices[0]?.message.tool_calls ?? [];
    expect(calls.map((call) => call.type === "function" && call.function.name)).toEqual(["get_weather", "get_time"]);
    expect(final.usage?.total_tokens).toBeGreaterThan(0);
  });

  it("throws the error class of the status", async () => {
    const request = client().chat.completions.create({ model: "fault-status-429", messages: [ask] });
    await expect(request).rejects.toBeInstanceOf(OpenAI.RateLimitError);
    const broken = client().chat.completions.create({
      model: "sim-1",
      messages: [{ role: "tool", tool_call_id: "call_1", content: "?" }],
    });
    await expect(broken).rejects.toThrow(/must be a response to a preceeding message/);
  });

  it("lists models", async () => {
    const models = await client().models.list();
    expect(models.data.map(({ id }) => id)).toContain("sim-1");
  });
});

describe("the SDK of OpenAI, with Responses", () => {
  const client = () => new OpenAI({ baseURL: `${server.url}/v1`, apiKey: "key", maxRetries: 0 });
  const tools = [{ type: "function" as const, name: "get_weather", parameters: SCHEMA, strict: false }];
  const ask = { role: "user" as const, content: "How is the weather?" };

  it("streams reasoning and a call, takes both back and quotes the result", async () => {
    const stream = client().responses.stream({ model: "sim-1", tools, reasoning: { effort: "low" }, input: [ask] });
    const first = await stream.finalResponse();
    expect(first.output.map(({ type }) => type)).toEqual(["reasoning", "function_call"]);
    const call = first.output.find((item) => item.type === "function_call");
    if (call === undefined) throw new Error("no call");
    expect(JSON.parse(call.arguments)).toEqual(ARGUMENTS);
    const items = first.output as OpenAI.Responses.ResponseInputItem[];
    const output = { type: "function_call_output" as const, call_id: call.call_id, output: SUNNY };
    const second = await client().responses.create({ model: "sim-1", tools, input: [ask, ...items, output] });
    expect(second.output_text).toBe(`get_weather answered: ${SUNNY}`);
  });

  it("is refused with reasoning that another provider has encrypted", async () => {
    const reasoning = { type: "reasoning" as const, id: "rs_1", summary: [], encrypted_content: "gAAAAABforeign" };
    const request = client().responses.create({ model: "sim-1", input: [ask, reasoning, ask] });
    await expect(request).rejects.toThrow(/could not be verified/);
  });

  it("counts tokens", async () => {
    const counted = await client().responses.inputTokens.count({ model: "sim-1", input: "one two three" });
    expect(counted.input_tokens).toBeGreaterThan(0);
  });
});

describe("the SDK of Anthropic", () => {
  const client = () => new Anthropic({ baseURL: server.url, apiKey: "key", maxRetries: 0 });
  const tools = [{ name: "get_weather", input_schema: SCHEMA }];
  const ask = { role: "user" as const, content: "How is the weather?" };
  const defaults = { model: "sim-1", max_tokens: 2000, tools };
  const thinking = { type: "enabled" as const, budget_tokens: 1024 };

  it("streams thinking and a call, takes both back and quotes the result", async () => {
    const first = await client()
      .messages.stream({ ...defaults, thinking, messages: [ask] })
      .finalMessage();
    expect(first.content.map(({ type }) => type)).toEqual(["thinking", "tool_use"]);
    expect(first.stop_reason).toBe("tool_use");
    const call = first.content.find((block) => block.type === "tool_use");
    if (call === undefined) throw new Error("no call");
    expect(call.input).toEqual(ARGUMENTS);
    const result = { type: "tool_result" as const, tool_use_id: call.id, content: SUNNY };
    const history = (content: Anthropic.ContentBlockParam[]) => [
      ask,
      { role: "assistant" as const, content },
      { role: "user" as const, content: [result] },
    ];
    const second = await client().messages.create({ ...defaults, thinking, messages: history(first.content) });
    expect(second.content.at(-1)).toMatchObject({ type: "text", text: `get_weather answered: ${SUNNY}` });
    // Without the reasoning before the call there is none after it, and no error.
    const without = await client().messages.create({ ...defaults, thinking, messages: history([call]) });
    expect(without.content.map(({ type }) => type)).toEqual(["text"]);
    expect(second.content.map(({ type }) => type)).toEqual(["thinking", "text"]);
  });

  it("is refused if thinking was changed", async () => {
    const first = await client().messages.create({ ...defaults, thinking, messages: [ask] });
    const changed = first.content.map((block) => (block.type === "thinking" ? { ...block, thinking: "Hm." } : block));
    const results = first.content.flatMap((block) =>
      block.type === "tool_use" ? [{ type: "tool_result" as const, tool_use_id: block.id }] : [],
    );
    const messages = [
      ask,
      { role: "assistant" as const, content: changed },
      { role: "user" as const, content: results },
    ];
    await expect(client().messages.create({ ...defaults, thinking, messages })).rejects.toThrow(/Invalid `signature`/);
  });

  it("throws errors, counts tokens and lists models", async () => {
    const overloaded = client().messages.create({ ...defaults, model: "fault-status-529", messages: [ask] });
    await expect(overloaded).rejects.toThrow(/overloaded_error/);
    const inside = client().messages.stream({ ...defaults, model: "fault-inband@2", messages: [ask] });
    await expect(inside.finalMessage()).rejects.toThrow(/overloaded_error/);
    const { input_tokens } = await client().messages.countTokens({ model: "sim-1", messages: [ask] });
    expect(input_tokens).toBeGreaterThan(0);
    expect((await client().models.list()).data.map(({ id }) => id)).toContain("sim-1");
  });
});

describe("the SDK of Google", () => {
  const client = () => new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: server.url } });
  const config = { tools: [{ functionDeclarations: [{ name: "get_weather", parametersJsonSchema: SCHEMA }] }] };
  const ask = { role: "user", parts: [{ text: "How is the weather?" }] };

  it("calls a tool, requires its signature and quotes the result", async () => {
    const first = await client().models.generateContent({ model: "sim-1", config, contents: [ask] });
    const [call] = first.functionCalls ?? [];
    expect(call?.args).toEqual(ARGUMENTS);
    const content = first.candidates?.[0]?.content;
    if (content === undefined || call === undefined) throw new Error("no call");
    const response = { functionResponse: { id: call.id ?? "", name: "get_weather", response: { output: SUNNY } } };
    const result = { role: "user", parts: [response] };
    const second = await client().models.generateContent({ model: "sim-1", config, contents: [ask, content, result] });
    expect(second.text).toContain(SUNNY);
    const bare = { role: "model", parts: [{ functionCall: call }] };
    const unsigned = client().models.generateContent({ model: "sim-1", config, contents: [ask, bare, result] });
    await expect(unsigned).rejects.toThrow(/missing a `thought_signature`/);
  });

  it("streams reasoning and text", async () => {
    const stream = await client().models.generateContentStream({
      model: "sim-1",
      config: { thinkingConfig: { includeThoughts: true } },
      contents: "Hello",
    });
    let text = "";
    for await (const chunk of stream) text += chunk.text ?? "";
    expect(text).toContain("Hello from the simulated provider");
  });

  it("throws errors and counts tokens", async () => {
    const unavailable = client().models.generateContent({ model: "fault-status-503", contents: "Hello" });
    await expect(unavailable).rejects.toThrow(/UNAVAILABLE/);
    const { totalTokens } = await client().models.countTokens({ model: "sim-1", contents: "Hello" });
    expect(totalTokens).toBeGreaterThan(0);
  });
});

describe("the SDK of Ollama", () => {
  const client = () => new Ollama({ host: server.url });
  const tools = [
    { type: "function", function: { name: "get_weather", description: "", parameters: { ...SCHEMA, type: "object" } } },
  ];
  const ask = { role: "user", content: "How is the weather?" };

  it("streams a call and quotes its result", async () => {
    const stream = await client().chat({ model: "sim-1", stream: true, think: true, tools, messages: [ask] });
    const messages = [];
    for await (const { message } of stream) messages.push(message);
    const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
    expect(calls[0]?.function.arguments).toEqual(ARGUMENTS);
    expect(messages.some(({ thinking }) => thinking !== undefined)).toBe(true);
    const written = { role: "assistant", content: "", tool_calls: calls };
    const result = { role: "tool", tool_name: "get_weather", content: SUNNY };
    const second = await client().chat({ model: "sim-1", tools, messages: [ask, written, result] });
    expect(second.message.content).toBe(`get_weather answered: ${SUNNY}`);
  });

  it("throws errors and lists models", async () => {
    const inside = await client().chat({ model: "fault-inband@1", stream: true, messages: [ask] });
    const read = async () => {
      for await (const _ of inside);
    };
    await expect(read()).rejects.toThrow(/overloaded/);
    expect((await client().list()).models.map(({ name }) => name)).toContain("sim-1");
  });
});
