import { resolve } from "node:path";
import type { Config, StateSettings } from "../config/config.ts";
import { KEY_FILE } from "../config/key-file.ts";
import { FileKeys } from "./file-keys.ts";
import type { KeyStore } from "./key-store.ts";

/**
 * Where a config keeps the keys that `toolglot keys` changes: in the shared state, or in a file. Throws if the shared state cannot be
 * reached.
 *
 * @example
 * const config = await readConfig("keyFile: keys.json", { name: "toolglot.yaml", env: {} });
 * const keys = await openKeyStore(config);
 * await keys.close();
 */
export async function openKeyStore({
  state,
  keyFile = KEY_FILE,
}: Pick<Config, "state" | "keyFile">): Promise<KeyStore> {
  return state?.keys === true ? redisKeys(state) : new FileKeys(resolve(keyFile));
}

async function redisKeys({ redis, prefix }: StateSettings): Promise<KeyStore> {
  const [{ RedisLink }, { RedisKeys }] = await Promise.all([
    import("./redis/redis-link.ts"),
    import("./redis/redis-keys.ts"),
  ]);
  const link = new RedisLink(redis, () => {});
  await link.connected();
  return new RedisKeys({ link, prefix });
}
