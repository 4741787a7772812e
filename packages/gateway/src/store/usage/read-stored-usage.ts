import { setTimeout as sleep } from "node:timers/promises";
import type { Config, StateSettings } from "../../config/config.ts";
import type { DayRange, UsageRow } from "../../usage/usage-log.ts";
import { readUsageQuery, type UsageQueryTexts } from "../../usage/usage-query.ts";
import { type UsageReport, usageReport } from "../../usage/usage-report.ts";
import { readUsageFile } from "./read-usage-file.ts";
import { usageFile } from "./usage-record.ts";

/** What was used, from the store that a config names, whether a gateway runs or not. */
export interface StoredUsage {
  readonly report: UsageReport;
  /** Where it was found, for people. */
  readonly place: string;
  /** How many lines of a file were skipped because they cannot be read, such as one that was torn by a crash. */
  readonly damagedLines?: number;
}

/**
 * Reads usage without a gateway: from the file or the Redis of its config. `undefined` if the config has neither, since usage is then in
 * the memory of its gateway.
 *
 * @example
 * const config = await environmentConfig({});
 * await readStoredUsage(config, { by: "day" }); // undefined
 */
export async function readStoredUsage(config: Config, texts: UsageQueryTexts): Promise<StoredUsage | undefined> {
  const { store, state, usage } = config;
  const query = readUsageQuery(texts, { now: Date.now(), days: usage.days });
  if (state !== undefined)
    return { report: usageReport(await redisRows(state, usage.days, query.range), query), place: "Redis" };
  if (store.file === undefined) return undefined;
  const file = usageFile(store.file);
  const { rows, damagedLines } = await readUsageFile(file, query.range);
  return { report: usageReport(rows, query), place: file, damagedLines };
}

/** How long to wait for a connection, in milliseconds. */
const TIMEOUT = 5000;
const PAUSE = 50;

async function redisRows(
  { redis, prefix }: StateSettings,
  days: number,
  range: DayRange,
): Promise<readonly UsageRow[]> {
  const [{ RedisLink }, { RedisUsage }] = await Promise.all([
    import("../redis/redis-link.ts"),
    import("../redis/redis-usage.ts"),
  ]);
  const link = new RedisLink(redis, () => {});
  const usage = new RedisUsage({ link, prefix, days });
  const end = Date.now() + TIMEOUT;
  try {
    for (;;)
      try {
        return await usage.read(range);
      } catch (error) {
        // It connects in the background, and commands fail until it has.
        if (Date.now() >= end) throw error;
        await sleep(PAUSE);
      }
  } finally {
    await link.close();
  }
}
