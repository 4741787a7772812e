import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../test/support/extent.ts";
import { readUsageFile } from "../../src/store/usage/read-usage-file.ts";
import { MemoryUsage } from "../../src/usage/memory-usage.ts";
import { COUNTERS } from "../../src/usage/usage-counts.ts";
import type { UsageStore } from "../../src/usage/usage-log.ts";
import { hasRedis, RedisServer } from "../state/redis-server.ts";
import { folder } from "../store/folder.ts";
import { ALWAYS, NOON } from "./entries.ts";
import { Replica, type Step, steps, total } from "./replicas.ts";
import { usageInFile, usageOnRedis } from "./stores.ts";

/** Runs what happens to two gateways. `connect` opens the store that both of them write to. */
async function play(happens: readonly Step[], connect: () => Promise<UsageStore>): Promise<void> {
  const current = [new Replica(await connect()), new Replica(await connect())];
  const crashed: Replica[] = [];
  for (const step of happens) {
    const replica = current[step.replica];
    if (replica === undefined) continue;
    if (step.type === "request") replica.request(step.entry);
    if (step.type === "write") await replica.write(step.mode);
    if (step.type !== "crash") continue;
    crashed.push(replica);
    current[step.replica] = new Replica(await connect());
  }
  for (const replica of current) await replica.finish();
  await Promise.all([...current, ...crashed].map(({ store }) => store.idle()));
  const found = await (await connect()).read(ALWAYS);
  expect(total(found.map(({ counts }) => counts))).toEqual(total([...current, ...crashed].map(({ added }) => added)));
  for (const replica of current) expect(replica.added).toEqual(replica.total);
  for (const { added, total: charged } of crashed)
    for (const counter of COUNTERS) expect(added[counter]).toBeLessThanOrEqual(charged[counter]);
}

function neverCountsTwice(open: () => Promise<() => Promise<UsageStore>>): void {
  it("has what was charged, and never more, whatever fails and crashes", { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (happens) => play(happens, await open())),
      { numRuns: runs(100) },
    );
  });
}

describe("two gateways that count in memory", () => {
  neverCountsTwice(async () => {
    const store = new MemoryUsage({ days: 90, now: () => NOON });
    return async () => store;
  });
});

describe("two gateways that count in a file", () => {
  neverCountsTwice(async () => {
    const store = usageInFile(join(await folder(), "usage"));
    return async () => store;
  });

  it("has what was written before its process was killed, repeatedly", { timeout: 240_000 }, async () => {
    const file = join(await folder(), "usage");
    let [least, most] = [0, 0];
    for (let round = 0; round < 3; round++) {
      const { written, added } = await countUntilKilled(file, 5 + round * 7);
      expect(written).toBeGreaterThan(0);
      least += written;
      most += added;
      const { requests, cost, input } = total((await readUsageFile(file, ALWAYS)).rows.map(({ counts }) => counts));
      expect(requests).toBeGreaterThanOrEqual(least);
      expect(requests).toBeLessThanOrEqual(most);
      expect([cost, input]).toEqual([requests * 1e9, requests * 100]);
      // What was not written is lost for good.
      [least, most] = [requests, requests];
    }
  });
});

describe.skipIf(!hasRedis)("two gateways that count in Redis", () => {
  let server: Promise<RedisServer> | undefined;
  let prefixes = 0;

  neverCountsTwice(async () => {
    server ??= RedisServer.start();
    const { url } = await server;
    const prefix = `run-${++prefixes}`;
    return () => usageOnRedis(url, prefix);
  });
});

const COUNTER = fileURLToPath(new URL("counter.mjs", import.meta.url));

/** Lets a process count requests until it has said so often that all are written, and kills it. */
async function countUntilKilled(file: string, times: number): Promise<{ written: number; added: number }> {
  const child = spawn(process.execPath, [COUNTER, file, String(NOON)], { stdio: ["ignore", "pipe", "inherit"] });
  let reported = "";
  child.stdout.on("data", (chunk) => {
    reported += chunk;
    if (reported.split("\n").length > times) child.kill("SIGKILL");
  });
  await once(child, "close");
  const lines = reported.trimEnd().split("\n");
  const numberIn = (name: string) => Number(lines.findLast((line) => line.startsWith(name))?.split(" ")[1] ?? 0);
  return { written: numberIn("written"), added: numberIn("adding") };
}
