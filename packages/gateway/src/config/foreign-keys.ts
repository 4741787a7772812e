import { secretsOfAuth } from "../providers/credentials/settings.ts";
import type { Environment } from "../providers/environment.ts";
import { presets } from "../providers/presets.ts";
import type { Config, Provider } from "./config.ts";
import { resolvePreset } from "./from-preset.ts";
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
  const variables = [...hostsByVariable(env)].filter(([variable]) => (env[variable]?.trim() ?? "") !== "");
  return [...providers.values()].flatMap((provider) => {
    const { origin, hostname } = new URL(provider.baseUrl);
    if (isLoopback(hostname)) return [];
    const sent = variables.filter(([variable, hosts]) => {
      return !hosts.has(hostname) && isSent(env[variable]?.trim() ?? "", provider);
    });
    return sent.map(([variable]) => ({ variable, origin }));
  });
}

/** The hosts whose keys are in a variable, which several vendors may share. */
function hostsByVariable(env: Environment): Map<string, Set<string>> {
  const hosts = new Map<string, Set<string>>();
  for (const preset of presets.filter(({ auth }) => auth === undefined)) {
    const { baseUrl } = resolvePreset(preset, env);
    for (const variable of preset.keys) {
      const known = hosts.get(variable) ?? new Set();
      hosts.set(variable, baseUrl === undefined ? known : known.add(new URL(baseUrl).hostname));
    }
  }
  return hosts;
}

function isSent(key: string, { apiKey = "", apiKeys = [], auth, headers, baseUrl }: Provider): boolean {
  const secrets = auth === undefined ? [] : secretsOfAuth(auth);
  const texts = [apiKey, ...apiKeys.map((each) => each.key), ...secrets, baseUrl, ...Object.values(headers)];
  return texts.some((text) => text.includes(key));
}
