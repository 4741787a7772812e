import type { Environment } from "../providers/environment.ts";
import { presets } from "../providers/presets.ts";
import type { Config, Provider } from "./config.ts";
import { isLoopback } from "./loopback.ts";

/** A vendor's key that a config sends to somebody else. */
export interface ForeignKey {
  /** The variable that holds the key. */
  readonly variable: string;
  /** Where it is sent: scheme and host. */
  readonly origin: string;
}

/**
 * The vendors' keys of the environment that a config sends to other machines than the vendor's, this machine excepted.
 *
 * @example
 * const text = "providers: { proxy: { dialect: openai-chat, baseUrl: https://proxy.example/v1, apiKey: sk-1 } }";
 * const config = await readConfig(text, { name: "toolglot.yaml", env: {} });
 * foreignKeys(config, { OPENAI_API_KEY: "sk-1" }); // [{ variable: "OPENAI_API_KEY", origin: "https://proxy.example" }]
 */
export function foreignKeys({ providers }: Config, env: Environment): ForeignKey[] {
  return [...providers.values()].flatMap((provider) => {
    const { origin, hostname } = new URL(provider.baseUrl);
    if (isLoopback(hostname)) return [];
    const sent = presets
      .filter(({ baseUrl }) => new URL(baseUrl).hostname !== hostname)
      .flatMap(({ keys }) => keys)
      .filter((variable) => isSent(env[variable]?.trim() ?? "", provider));
    return sent.map((variable) => ({ variable, origin }));
  });
}

function isSent(key: string, { apiKey, headers, baseUrl }: Provider): boolean {
  return key !== "" && [apiKey ?? "", baseUrl, ...Object.values(headers)].some((text) => text.includes(key));
}
