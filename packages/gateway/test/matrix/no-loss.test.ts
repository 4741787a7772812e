import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { startSimulator } from "../../src/sim/server.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { connections, DIALECTS } from "./clients/index.ts";

/** A model of each vendor that reasons and refuses parameters of older ones, and one of whom nothing is known. */
const MODELS: Readonly<Record<string, readonly string[]>> = {
  "openai-chat": ["gpt-5.6", "sim-1"],
  "openai-responses": ["gpt-5.6", "sim-1"],
  anthropic: ["claude-opus-4-8", "sim-1"],
  gemini: ["gemini-3.8-pro", "sim-1"],
  "gemini-interactions": ["gemini-3.8-pro", "sim-1"],
  ollama: ["qwen3", "sim-1"],
  openrouter: ["openai/gpt-5.6", "sim-1"],
  bedrock: ["us.anthropic.claude-opus-4-8", "sim-1"],
};

async function startWorld(): Promise<TestGateway> {
  const sim = await startSimulator();
  afterTest(() => sim.close());
  const baseUrl = (dialect: string): string => {
    if (dialect === "openrouter") return `${sim.url}/api/v1`;
    return dialect.startsWith("openai") ? `${sim.url}/v1` : sim.url;
  };
  const providers = Object.keys(MODELS).map((dialect) => [dialect, { dialect, baseUrl: baseUrl(dialect) }]);
  return startGateway({ providers: Object.fromEntries(providers) });
}

describe.each(DIALECTS)("A plain request of the SDK of %s", (dialect) => {
  it.each([false, true])("loses nothing at any provider, streamed: %s", async (streams) => {
    const gateway = await startWorld();
    const models = Object.entries(MODELS).flatMap(([provider, names]) => names.map((name) => `${provider}/${name}`));
    for (const model of models) {
      const headers: (string | null)[] = [];
      const send: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        headers.push(response.headers.get("x-toolglot-losses"));
        return response;
      };
      const conversation = connections[dialect]({ url: gateway.url, fetch: send }).converse({ model, streams });
      conversation.addUserMessage("hi");
      await conversation.send();
      expect([model, ...headers]).toEqual([model, "0"]);
    }
    const records = await gateway.requests(models.length);
    expect(records.map(({ model, losses }) => [model, losses])).toEqual(models.map((model) => [model, []]));
  });
});
