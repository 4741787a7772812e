import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { environmentConfig, serve, startSimulator } from "@toolglot/gateway";
import {
  type AgentEnd,
  allowAll,
  functionTool,
  type Generate,
  gatewayModel,
  Registry,
  runAgent,
  sdkModel,
  withText,
} from "@toolglot/toolbox";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { afterFile } from "../../../../test/support/cleanup.ts";

const registry = new Registry([
  functionTool({
    name: "double",
    description: "Double a number.",
    inputSchema: z.object({ n: z.int() }),
    call: ({ n }) => n * 2,
  }),
]);

function ask(generate: Generate): Promise<AgentEnd> {
  return runAgent({ registry, generate, messages: withText([], "What is twice 21?"), confirm: allowAll });
}

const RESPONSES = [{ tool_calls: [{ name: "double", arguments: { n: 21 } }] }, { content: "It is 42." }];

/** A simulated provider in every dialect, which calls the tool and then answers. */
async function simulated(): Promise<string> {
  const { simulator, url, close } = await startSimulator();
  afterFile(close);
  simulator.expect({ responses: RESPONSES });
  return url;
}

const apiKey = "sk-test";

describe("a model of an SDK", () => {
  it.each<[string, (url: string) => Generate]>([
    ["openai, Chat Completions", (url) => sdkModel(new OpenAI({ baseURL: `${url}/v1`, apiKey }), { model: "m" })],
    [
      "openai, Responses",
      (url) => sdkModel(new OpenAI({ baseURL: `${url}/v1`, apiKey }), { model: "m", api: "responses" }),
    ],
    ["@anthropic-ai/sdk", (url) => sdkModel(new Anthropic({ baseURL: url, apiKey }), { model: "claude-opus-4-5" })],
    [
      "@google/genai",
      (url) => sdkModel(new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } }), { model: "gemini-2.5-pro" }),
    ],
    ["ollama", (url) => sdkModel(new Ollama({ host: url }), { model: "m" })],
  ])("calls tools and answers: %s", async (_, model) => {
    const end = await ask(model(await simulated()));
    expect(end).toMatchObject({ type: "answered", text: "It is 42.", turns: 2 });
    const [, , results] = end.messages;
    expect(results?.content).toMatchObject([{ type: "tool_result", content: '{"tool_success":true,"result":42}' }]);
  });

  it("fails with the SDK's error", async () => {
    const openai = new OpenAI({ baseURL: "http://127.0.0.1:9/v1", apiKey, maxRetries: 0 });
    expect(await ask(sdkModel(openai, { model: "m" }))).toMatchObject({ type: "failed", error: expect.any(String) });
  });

  it("is refused for anything else", () => {
    expect(() => sdkModel({} as OpenAI, { model: "m" })).toThrow("this is no client of openai");
  });
});

describe("a model of a gateway", () => {
  it("calls tools and answers", async () => {
    const served = await serve({ config: await environmentConfig({}), port: 0 });
    afterFile(() => served.close());
    const body = JSON.stringify({ responses: RESPONSES });
    await fetch(`${served.url}/_sim/expect`, { method: "POST", headers: { "content-type": "application/json" }, body });
    for (const baseUrl of [served.url]) {
      const end = await ask(gatewayModel({ baseUrl: `${baseUrl}/v1/`, model: "sim/default" }));
      expect(end).toMatchObject({ type: "answered", text: "It is 42.", turns: 2 });
    }
  });

  it("sends key, headers and max_tokens", async () => {
    const sent: RequestInit[] = [];
    const send = async (_: unknown, init: RequestInit = {}) => {
      sent.push(init);
      return new Response('{"type":"error","error":{"type":"overloaded_error","message":"later"}}', { status: 529 });
    };
    const options = { baseUrl: "http://gateway", apiKey, headers: { "x-team": "a" }, fetch: send as typeof fetch };
    const end = await ask(gatewayModel({ ...options, model: "anthropic/claude-opus-4-5" }));
    expect(end).toMatchObject({ type: "failed", code: "overloaded_error", error: "later" });
    expect(sent[0]?.headers).toMatchObject({ "x-api-key": apiKey, "x-team": "a" });
    expect(JSON.parse(String(sent[0]?.body))).toMatchObject({ stream: true, max_tokens: expect.any(Number) });
    await ask(gatewayModel({ ...options, model: "openai/gpt-5.6" }));
    expect(JSON.parse(String(sent[1]?.body))).not.toHaveProperty("max_tokens");
    await ask(gatewayModel({ ...options, model: "openai/gpt-5.6", maxTokens: 9 }));
    expect(JSON.parse(String(sent[2]?.body))).toMatchObject({ max_tokens: 9 });
  });

  it.each([
    ["a gateway that is not there", async () => Promise.reject(new TypeError("fetch failed")), "unreachable"],
    ["an answer that is no error of the dialect", async () => new Response("<html>", { status: 502 }), "http_502"],
    ["a stream that is cut short", async () => new Response("data: {}\n\n"), "truncated"],
  ])("fails for %s", async (_, send, code) => {
    const model = gatewayModel({ baseUrl: "http://gateway", model: "m", fetch: send as typeof fetch });
    expect(await ask(model)).toMatchObject({ type: "failed", code });
  });
});
