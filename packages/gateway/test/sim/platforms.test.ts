import Anthropic from "@anthropic-ai/sdk";
import {
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
  ValidationException,
} from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import OpenAI, { AzureOpenAI } from "openai";
import { beforeAll, describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { type SimServer, startSimulator } from "../../src/sim/server.ts";
import { startPlatformGateway } from "../platforms/support/gateway.ts";
import { bedrockClient } from "../support/aws-sdk.ts";

const messages = [{ role: "user" as const, content: "Hello" }];
const tool = { name: "weather", input_schema: { type: "object" as const, properties: { city: { type: "string" } } } };
const claude = { anthropic_version: "bedrock-2023-05-31", max_tokens: 99, messages };

async function started(): Promise<SimServer> {
  const sim = await startSimulator();
  afterTest(() => sim.close());
  return sim;
}

describe("the simulated provider on platforms, asked by the official SDKs,", () => {
  it("serves Azure's addresses with a version and without", async () => {
    const { url, requests } = await started();
    const versioned = new AzureOpenAI({ endpoint: url, apiKey: "k", apiVersion: "2024-10-21", maxRetries: 0 });
    const chat = await versioned.chat.completions.create({ model: "my-deployment", messages });
    expect(chat).toMatchObject({ model: "my-deployment", choices: [{ finish_reason: "stop" }] });
    expect(requests[0]?.path).toBe("/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21");
    const plain = new OpenAI({ baseURL: `${url}/openai/v1`, apiKey: "k", maxRetries: 0 });
    expect((await plain.responses.create({ model: "my-deployment", input: "Hello" })).output_text).not.toBe("");
    const refused = versioned.post("/chat/completions", { body: { messages }, query: { "api-version": "latest" } });
    await expect(refused).rejects.toMatchObject({ status: 404 });
  });

  it("serves InvokeModel, whole and streamed, and refuses what the address says already", async () => {
    const client = bedrockClient((await started()).url);
    const invoke = { modelId: "anthropic.claude-sonnet-5", contentType: "application/json" };
    const body = JSON.stringify(claude);
    const whole = await client.send(new InvokeModelCommand({ ...invoke, body }));
    expect(JSON.parse(whole.body.transformToString())).toMatchObject({ type: "message", stop_reason: "end_turn" });
    const { body: chunks } = await client.send(new InvokeModelWithResponseStreamCommand({ ...invoke, body }));
    const types: string[] = [];
    for await (const { chunk } of chunks ?? []) types.push(JSON.parse(new TextDecoder().decode(chunk?.bytes)).type);
    expect([types[0], types.at(-1)]).toEqual(["message_start", "message_stop"]);
    for (const more of [{ model: "x" }, { stream: true }, { anthropic_version: "2023-06-01" }]) {
      const refused = client.send(new InvokeModelCommand({ ...invoke, body: JSON.stringify({ ...claude, ...more }) }));
      await expect(refused).rejects.toBeInstanceOf(ValidationException);
    }
  });

  it("serves Gemini on Vertex AI, and refuses what only the Gemini API has", async () => {
    const { url, requests } = await started();
    const { models } = new GoogleGenAI({ vertexai: true, apiKey: "k", httpOptions: { baseUrl: url } });
    const response = await models.generateContent({ model: "gemini-3.8-pro", contents: "Hello" });
    expect(response.text).not.toBe("");
    expect(requests[0]?.path).toMatch(/\/publishers\/google\/models\/gemini-3\.8-pro:generateContent$/);
    const path = "/v1beta1/projects/p/locations/global/publishers/google/models/gemini-3.8-pro:generateContent";
    const body = { contents: [{ role: "user", parts: [{ text: "Hello" }] }], store: true };
    const refused = await fetch(url + path, { method: "POST", body: JSON.stringify(body) });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Unknown name \\"store\\"')]);
  });
});

/** The platforms of a gateway, as fields of its provider. */
const PLATFORMS = {
  "Claude on Vertex AI": "dialect: anthropic, platform: vertex, project: p, location: global, auth: { bearer: t }",
  "Gemini on Vertex AI": "dialect: gemini, platform: vertex, project: p, location: us-east5, auth: { bearer: t }",
  "Claude on Bedrock": "dialect: anthropic, platform: bedrock, region: us-east-1, auth: { bearer: t }",
  "Azure with a version": "dialect: openai-chat, platform: azure, apiVersion: 2024-10-21, apiKey: k",
  "Azure without": "dialect: openai-responses, platform: azure, apiKey: k",
  "Claude on Azure": "dialect: anthropic, platform: azure, apiKey: k",
} as const;

describe.each(Object.entries(PLATFORMS))("%s, simulated behind the gateway,", (_, fields) => {
  let sim: SimServer;
  beforeAll(async () => {
    sim = await startSimulator();
    return () => sim.close();
  });

  const model = "p/claude-sonnet-5-5";
  const request = { model, max_tokens: 999, messages: [{ role: "user" as const, content: "Weather?" }], tools: [tool] };

  it("calls a tool, whole and streamed", async () => {
    const gateway = await startPlatformGateway({ provider: `{ ${fields}, baseUrl: "${sim.url}" }` });
    const { messages: api } = new Anthropic({ baseURL: gateway.url, apiKey: "x", maxRetries: 0 });
    for (const message of [await api.create(request), await api.stream(request).finalMessage()]) {
      expect(message.stop_reason).toBe("tool_use");
      // Signatures of the provider come before the call.
      expect(message.content.at(-1)).toMatchObject({ type: "tool_use", name: "weather" });
    }
  });

  it.runIf(fields.includes("azure"))("is logged without a cost, because its address is not of Azure", async () => {
    const gateway = await startPlatformGateway({ provider: `{ ${fields}, baseUrl: "${sim.url}" }` });
    await new Anthropic({ baseURL: gateway.url, apiKey: "x", maxRetries: 0 }).messages.create(request);
    const record = gateway.records.find((each) => "outcome" in each);
    expect(record).toHaveProperty("usage");
    expect(record).not.toHaveProperty("cost");
    expect(record).not.toHaveProperty("unpriced");
  });

  it("refuses with the message of the vendor", async () => {
    const gateway = await startPlatformGateway({ provider: `{ ${fields}, baseUrl: "${sim.url}", retries: false }` });
    const { messages: api } = new Anthropic({ baseURL: gateway.url, apiKey: "x", maxRetries: 0 });
    const refused = api.create({ ...request, model: "p/fault-status-429" });
    await expect(refused).rejects.toMatchObject({ status: 429 });
  });
});
