import { afterTest } from "../../../../test/support/cleanup.ts";
import { FileStore, type FileStoreOptions } from "../../src/store/file.ts";
import { RedisLink } from "../../src/store/redis/redis-link.ts";
import { RedisUsage } from "../../src/store/redis/redis-usage.ts";
import { FileUsage } from "../../src/store/usage/file-usage.ts";
import { untilSuccess } from "../support/until.ts";
import { ALWAYS, NOON } from "./entries.ts";

const UNBOUNDED = { maxEntries: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };

/** Usage in a file; today is 2026-11-16. */
export function usageInFile(file: string, more: Partial<FileStoreOptions> = {}, now: () => number = () => NOON) {
  const store = new FileStore({ file, pace: 20, ...UNBOUNDED, ...more });
  const usage = new FileUsage({ store, days: 90, now });
  afterTest(() => usage.close());
  return usage;
}

/** Usage on a server that runs, whose connection is up. */
export async function usageOnRedis(url: string, prefix = "test"): Promise<RedisUsage> {
  const link = new RedisLink({ type: "single", urls: [url] }, () => {});
  afterTest(() => link.close());
  const usage = new RedisUsage({ link, prefix, days: 90 });
  await untilSuccess(() => usage.read({ ...ALWAYS, from: ALWAYS.to }));
  return usage;
}
