import type { Agent } from "./agent.ts";

/** A custom provider in OPENCODE_CONFIG_CONTENT: https://opencode.ai/docs/providers/#custom-provider */
export const opencode: Agent = {
  name: "opencode",
  title: "OpenCode",
  package: "opencode-ai",
  launchOptions: ({ url, key, models }) => ({
    env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(config(`${url}/v1`, key, models)) },
    args: [],
    unset: [],
  }),
};

function config(baseURL: string, apiKey: string, models: readonly string[]): object {
  const toolglot = {
    npm: "@ai-sdk/openai-compatible",
    name: "Toolglot",
    options: { baseURL, apiKey },
    models: Object.fromEntries(models.map((model) => [model, {}])),
  };
  return { provider: { toolglot }, model: `toolglot/${models[0]}` };
}
