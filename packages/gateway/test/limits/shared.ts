import { afterTest } from "../../../../test/support/cleanup.ts";
import { systemClock } from "../../src/clock.ts";
import { randomId } from "../../src/http/random-id.ts";
import { SharedLimits, type SharedLimitsOptions } from "../../src/limits/shared-limits.ts";
import { Silence } from "../../src/limits/silence.ts";
import { RedisLimits } from "../../src/store/redis/redis-limits.ts";
import { RedisLink } from "../../src/store/redis/redis-link.ts";
import { untilSuccess } from "../support/until.ts";

/** Limits at a server, which are closed after the test. */
export function limitsAt(url: string, prefix = `test-${Math.random()}`): RedisLimits {
  const link = new RedisLink({ type: "single", urls: [url] }, () => {});
  afterTest(() => link.close());
  return new RedisLimits({ link, prefix });
}

/** A connection to a server, once it answers, which is closed after the test. A link itself does not wait for a busy machine. */
export async function openLink(url: string): Promise<RedisLink> {
  const link = new RedisLink({ type: "single", urls: [url] }, () => {});
  afterTest(() => link.close());
  link.open();
  await untilSuccess(() => link.run((client) => client.get("test:first")));
  return link;
}

/** A gateway's limits, and what it was told of their troubles. */
export function sharedLimits(shared: SharedLimitsOptions["shared"], more: Partial<SharedLimitsOptions> = {}) {
  const troubles: (string | undefined)[] = [];
  // Long, because the machine may be busy.
  const { clock = systemClock, timeout = 5000 } = more;
  const limits = new SharedLimits({
    shared,
    onDown: "open",
    timeout,
    clock,
    silence: new Silence(clock, timeout),
    makeId: randomId,
    onTrouble: (trouble) => troubles.push(trouble),
    ...more,
  });
  afterTest(() => limits.close());
  return { limits, troubles };
}

/** Waits until the server answers. */
export async function connected(limits: RedisLimits): Promise<RedisLimits> {
  await untilSuccess(() => limits.reserve({ id: "first", key: "nobody", reservations: [] }));
  return limits;
}
