import type { Agent } from "./agent.ts";
import { codexModelArguments } from "./codex-models.ts";

/** A custom provider whose key is in an environment variable: https://developers.openai.com/codex/config-advanced */
export const codex: Agent = {
  name: "codex",
  title: "Codex",
  family: "gpt",
  package: "@openai/codex",
  launchOptions: ({ url, key, model }) => ({
    env: { TOOLGLOT_KEY: key },
    args: ["-c", "model_provider=toolglot", "-c", `model_providers.toolglot=${provider(url)}`, ...modelOption(model)],
    unset: [],
  }),
  modelArguments: codexModelArguments,
};

// The value of `-c` is TOML.
function modelOption(model: string | undefined): string[] {
  return model === undefined ? [] : ["-c", `model=${JSON.stringify(model)}`];
}

function provider(url: string): string {
  const fields = {
    name: "Toolglot",
    base_url: `${url}/v1`,
    env_key: "TOOLGLOT_KEY",
    wire_api: "responses",
    // Each turn sends its new items only.
    supports_websockets: true,
  };
  const pairs = Object.entries(fields).map(([field, value]) => `${field}=${JSON.stringify(value)}`);
  return `{${pairs.join(",")}}`;
}
