import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { byExtent } from "../../../../test/support/extent.ts";
import { serve } from "../../src/serve.ts";
import { startSimulator } from "../../src/sim/server.ts";
import { DIALECTS, post, requestFor } from "../clients/requests.ts";
import { configOf } from "../support/gateway.ts";
import { until } from "../support/until.ts";

const MIB = 1024 * 1024;

/** What goes on in a soak: mostly well, sometimes not. */
const MODELS = [
  "x",
  "x",
  "x",
  "fault-status-503",
  "fault-reset@6",
  "fault-eof@6",
  "fault-garbage@5",
  "fault-split",
  "fault-refuse",
];

it("F43: nothing is left of many requests that fail and succeed (litellm #12685, #6404)", async () => {
  // The long one: TOOLGLOT_SOAK=50000.
  const requests = Number(process.env.TOOLGLOT_SOAK ?? byExtent({ quick: 60, sample: 400, all: 4_000 }));
  const before = resources();
  const sim = await startSimulator();
  const providers = Object.fromEntries(
    DIALECTS.map((dialect) => [
      dialect,
      { dialect, baseUrl: dialect.startsWith("openai") ? `${sim.url}/v1` : sim.url },
    ]),
  );
  const served = await serve({ config: configOf({ providers }), port: 0 });
  const soak = async (count: number): Promise<number> => {
    let left = count;
    const client = async (): Promise<void> => {
      while (left-- > 0) await one(served.url, left);
    };
    await Promise.all(Array.from({ length: 16 }, client));
    // What was asked is remembered by the provider, which is the test's.
    (sim.requests as unknown[]).length = 0;
    return heap();
  };
  const tenth = Math.ceil(requests / 10);
  const first = await soak(tenth);
  const last = await soak(requests - tenth);
  if (process.env.TOOLGLOT_SOAK !== undefined) console.info({ requests, first, last, before, during: resources() });
  expect(last).toBeLessThan(first * 1.1 + 4 * MIB);
  expect([served.gateway.admission.requests, served.gateway.admission.streams]).toEqual([0, 0]);
  void served.close();
  await served.close();
  await sim.close();
  await until(() => resources().length <= before.length, 20_000);
  expect(resources().length).toBeLessThanOrEqual(before.length);
});

/** The sockets and timers that are there. */
function resources(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /TCP|Timeout|TLS|GetAddrInfo/.test(name))
    .toSorted();
}

async function one(url: string, index: number): Promise<void> {
  const [client, provider] = [DIALECTS[index % 5], DIALECTS[Math.floor(index / 5) % 5]];
  if (client === undefined) return;
  const model = `${provider}/${MODELS[index % MODELS.length]}`;
  const { path, body } = requestFor(client, { model, streams: index % 3 > 0 });
  const stop = new AbortController();
  const reply = await post(url, path, body, { signal: stop.signal });
  if (index % 11 === 0) stop.abort();
  else await reply.text();
}

/** What is in use after everything that is not was thrown away. */
function heap(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
