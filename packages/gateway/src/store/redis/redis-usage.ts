import { daysIn } from "../../usage/days.ts";
import { MAX_MODELS } from "../../usage/usage-book.ts";
import { COUNTERS, countsBy } from "../../usage/usage-counts.ts";
import { type DayRange, OTHER_MODELS, type UsageBatch, type UsageRow, type UsageStore } from "../../usage/usage-log.ts";
import type { RedisLink } from "./redis-link.ts";

export interface RedisUsageOptions {
  readonly link: RedisLink;
  /** What all keys begin with. */
  readonly prefix: string;
  /** How many days are kept. */
  readonly days: number;
}

/** How many days are read at once: the connection has room for a limited number of commands. */
const DAYS_AT_ONCE = 100;

/**
 * Adds up usage in Redis or Valkey, for all gateways that share it. Each day has two hashes: the sums of each series, and the number of
 * the last batch of each gateway, by which a batch that is sent again is known.
 */
export class RedisUsage implements UsageStore {
  private readonly options: RedisUsageOptions;

  constructor(options: RedisUsageOptions) {
    this.options = options;
    options.link.open();
  }

  async add({ rows, ...batch }: UsageBatch): Promise<void> {
    for (const day of new Set(rows.map((row) => row.day)))
      await this.addDay(
        day,
        batch,
        rows.filter((row) => row.day === day),
      );
  }

  async read(range: DayRange): Promise<readonly UsageRow[]> {
    const days = daysIn(range);
    const rows: UsageRow[] = [];
    for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
      const found = await Promise.all(days.slice(at, at + DAYS_AT_ONCE).map((day) => this.readDay(day)));
      rows.push(...found.flat());
    }
    return rows;
  }

  // Other stores that share the connection may still have something to write: it is closed with them.
  async close(): Promise<void> {}

  private async addDay(
    day: string,
    { source, sequence }: Omit<UsageBatch, "rows">,
    rows: readonly UsageRow[],
  ): Promise<void> {
    const { link, days } = this.options;
    const settings = [source, sequence, (days + 1) * 24 * 3600, MAX_MODELS, COUNTERS.length];
    const values = rows.flatMap(({ key, provider, model, counts }) => [
      key,
      fieldOf(key, provider, model),
      fieldOf(key, provider, OTHER_MODELS),
      ...COUNTERS.map((counter) => String(counts[counter])),
    ]);
    const options = { keys: this.keysOf(day), arguments: [...settings.map(String), ...values] };
    await link.run((redis) => redis.eval(ADD, options));
  }

  private async readDay(day: string): Promise<UsageRow[]> {
    const options = { keys: this.keysOf(day), arguments: [] };
    const entries = (await this.options.link.run((redis) => redis.eval(READ, options))) as readonly string[];
    return entries.flatMap((field, index) => (index % 2 === 0 ? [rowOf(day, field, entries[index + 1] ?? "")] : []));
  }

  // The braces put both on one node of a cluster.
  private keysOf(day: string): string[] {
    const key = `${this.options.prefix}:${SCHEMA_VERSION}:usage:{${day}}`;
    return [`${key}:sums`, `${key}:batches`];
  }
}

/** The form of keys and values. A gateway with another version finds nothing of this one, rather than something wrong. */
const SCHEMA_VERSION = 1;

function fieldOf(key: string, provider: string, model: string): string {
  return JSON.stringify([key, provider, model]);
}

function rowOf(day: string, field: string, value: string): UsageRow {
  const [key, provider, model] = JSON.parse(field) as [string, string, string];
  const numbers = value.split(" ").map(Number);
  return { day, key, provider, model, counts: countsBy((counter) => numbers[COUNTERS.indexOf(counter)] || 0) };
}

const READ = `return redis.call('HGETALL', KEYS[1])`;

/**
 * The number of the batch is written first: if the script fails after that, something is not counted, and nothing is counted twice. A key
 * with too many models has the others under one name.
 */
const ADD = `
local source, sequence, ttl, most, counters = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
if tonumber(redis.call('HGET', KEYS[2], 'last:' .. source) or '0') >= sequence then return 0 end
redis.call('HSET', KEYS[2], 'last:' .. source, sequence)
local function fieldFor(key, own, other)
  if redis.call('HEXISTS', KEYS[1], own) == 1 then return own end
  local models = tonumber(redis.call('HGET', KEYS[2], 'models:' .. key) or '0')
  if models >= most then return other end
  redis.call('HSET', KEYS[2], 'models:' .. key, models + 1)
  return own
end
for at = 6, #ARGV, counters + 3 do
  local field = fieldFor(ARGV[at], ARGV[at + 1], ARGV[at + 2])
  local sums = {}
  for number in string.gmatch(redis.call('HGET', KEYS[1], field) or '', '%S+') do
    sums[#sums + 1] = tonumber(number)
  end
  for index = 1, counters do
    sums[index] = string.format('%.17g', (sums[index] or 0) + tonumber(ARGV[at + 2 + index]))
  end
  redis.call('HSET', KEYS[1], field, table.concat(sums, ' '))
end
redis.call('EXPIRE', KEYS[1], ttl)
redis.call('EXPIRE', KEYS[2], ttl)
return 1
`;
