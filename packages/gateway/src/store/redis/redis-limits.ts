import type { LimitRefusal, LimitState, Reservation, Reserved } from "../../limits/limit-state.ts";
import type { RedisLink } from "./redis-link.ts";

export interface RedisLimitsOptions {
  readonly link: RedisLink;
  /** What all keys begin with. */
  readonly prefix: string;
}

/** Counts in Redis or Valkey, for all gateways that share it. A script does each step, so that two gateways never take the same. */
export class RedisLimits implements LimitState {
  private readonly options: RedisLimitsOptions;

  constructor(options: RedisLimitsOptions) {
    this.options = options;
    options.link.open();
  }

  async reserve(key: string, reservations: readonly Reservation[]): Promise<LimitRefusal | Reserved> {
    const [index = 0, retryAfter = 0] = await this.run(key, reservations, true);
    const refused = reservations[index - 1]?.name;
    if (refused !== undefined) return { refused, retryAfter };
    return { adjust: async (more) => void (await this.run(key, more, false)) };
  }

  close(): Promise<void> {
    return this.options.link.close();
  }

  private async run(key: string, reservations: readonly Reservation[], mayRefuse: boolean): Promise<readonly number[]> {
    if (reservations.length === 0) return [];
    const keys = reservations.map(({ name, limit }) =>
      this.keyOf(key, name, limit.type === "sum" ? limit.resetsAt : 0),
    );
    const values = reservations.flatMap(({ limit, amount }) => [
      limit.type,
      String(limit.max),
      String(limit.type === "sum" ? limit.resetsAt : limit.period),
      String(amount),
    ]);
    const options = { keys, arguments: [mayRefuse ? "1" : "0", ...values] };
    return this.options.link.run((redis) => redis.eval(SCRIPT, options)) as Promise<readonly number[]>;
  }

  // The braces put all counters of a key on one node of a cluster.
  private keyOf(key: string, name: string, period: number): string {
    return `${this.options.prefix}:1:limit:{${encodeURIComponent(key)}}:${name}:${period}`;
  }
}

/**
 * Each counter is a hash of what is used and when that was. Returns the number of the first reservation that is refused and in how many
 * milliseconds it is possible, or 0. The server's clock is used, because gateways' clocks differ.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function read(index)
  local at = 2 + (index - 1) * 4
  local kind, max, last, amount = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local counter = redis.call('HMGET', KEYS[index], 'used', 'at')
  local used, since = tonumber(counter[1] or '0'), tonumber(counter[2] or now)
  if kind == 'sum' then
    if now >= last then used = 0 end
  else
    used = math.max(0, used - math.max(0, now - since) * max / last)
  end
  return kind, max, last, amount, used
end
if ARGV[1] == '1' then
  for index = 1, #KEYS do
    local kind, max, last, amount, used = read(index)
    local excess = used + math.min(amount, max) - max
    if excess > max * 1e-9 then
      if kind == 'sum' then return { index, math.max(1, last - now) } end
      return { index, math.ceil(excess * last / max) }
    end
  end
end
for index = 1, #KEYS do
  local kind, max, last, amount, used = read(index)
  redis.call('HSET', KEYS[index], 'used', string.format('%.17g', math.max(0, used + amount)), 'at', string.format('%.0f', now))
  local ttl = kind == 'sum' and last - now + 86400000 or last * 2
  redis.call('PEXPIRE', KEYS[index], string.format('%.0f', math.max(1000, ttl)))
end
return { 0, 0 }
`;
