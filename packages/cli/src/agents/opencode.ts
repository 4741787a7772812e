import type { Agent } from "./agent.ts";

/** https://opencode.ai/docs/providers/#custom-provider: a provider of one's own, in a config that is only a variable. */
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
