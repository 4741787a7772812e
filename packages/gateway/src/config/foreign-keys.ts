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

/** The vendors' keys of the environment that a config sends to other machines than the vendor's, this machine excepted. */
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
