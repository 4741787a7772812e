import Anthropic from "@anthropic-ai/sdk";
import type { JsonObject } from "@toolglot/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type SimServer, startSimulator } from "../../src/sim/server.ts";
import { startGateway } from "../support/gateway.ts";

let sim: SimServer;

beforeEach(async () => {
  sim = await startSimulator();
});
afterEach(() => sim.close());

const CITIES = ["Paris", "Oslo", "Rome"];

it.each([
  ["whole", false],
  ["streamed", true],
])("gives the calls of a server that numbers them anew ids of their own: %s", async (_, stream) => {
  const chat = { dialect: "openai-chat", baseUrl: `${sim.url}/v1`, apiKey: "secret" } as const;
  const gateway = await startGateway({ providers: { local: chat } });
  const client = new Anthropic({ baseURL: gateway.url, apiKey: "x", maxRetries: 0 });
  const calls = CITIES.map(
    (city): JsonObject => ({ tool_calls: [{ id: "call_0", name: "rain", arguments: { city } }] }),
  );
  sim.simulator.expect({ responses: [...calls, { content: "Rain everywhere." }], reset: true });
  const asked: string[] = [];
  const rain = {
    type: "custom" as const,
    name: "rain",
    description: "Whether it rains.",
    input_schema: { type: "object" as const, properties: { city: { type: "string" } } },
    parse: (input: unknown) => input as { city: string },
    run: ({ city }: { city: string }) => {
      asked.push(city);
      return `Rain in ${city}.`;
    },
  };
  const runner = client.beta.messages.toolRunner({
    model: "local/llama",
    max_tokens: 100,
    messages: [{ role: "user", content: "Where does it rain?" }],
    tools: [rain],
    stream,
  });
  await runner.runUntilDone();
  expect(asked).toEqual(CITIES);
  const blocks = runner.params.messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const ids = blocks.flatMap((block) => (block?.type === "tool_use" ? [block.id] : []));
  expect(new Set(ids).size).toBe(CITIES.length);
  const { messages } = JSON.parse(sim.requests.at(-1)?.body ?? "{}") as { messages: JsonObject[] };
  const sent = messages.flatMap(({ tool_call_id: id, content }) => (id === undefined ? [] : [[id, content]]));
  expect(new Set(sent.map(([id]) => id)).size).toBe(CITIES.length);
  expect(sent.map(([, content]) => content)).toEqual(CITIES.map((city) => `Rain in ${city}.`));
});
