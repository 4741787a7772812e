import type { AuthType } from "../providers/credentials/settings.ts";
import { isOwnHost } from "../providers/platforms/index.ts";
import type { Config } from "./config.ts";
import { isLoopback } from "./loopback.ts";

/** Credentials of the machine that a config sends to somebody else than their cloud. */
export interface ForeignCredentials {
  readonly auth: AuthType;
  /** Where they are sent: scheme and host. */
  readonly origin: string;
}

/** What the machine has for a cloud, and the config does not contain. */
const MACHINE: readonly AuthType[] = ["aws", "azure", "gcp"];

/**
 * The credentials of the machine that a config sends to other hosts than those of their cloud, this machine excepted.
 *
 * @example
 * const text = "providers: { v: { dialect: gemini, platform: vertex, project: p, location: global, auth: gcp, baseUrl: https://proxy.example } }";
 * const config = await readConfig(text, { name: "toolglot.yaml", env: {} });
 * foreignCredentials(config); // [{ auth: "gcp", origin: "https://proxy.example" }]
 */
export function foreignCredentials({ providers }: Config): ForeignCredentials[] {
  return [...providers.values()].flatMap(({ baseUrl, auth, platform }) => {
    if (auth === undefined || platform === undefined || !MACHINE.includes(auth.type)) return [];
    const { origin, hostname } = new URL(baseUrl);
    return isLoopback(hostname) || isOwnHost(platform, hostname) ? [] : [{ auth: auth.type, origin }];
  });
}
