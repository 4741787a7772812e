import { expect, it } from "vitest";
import type { LogRecord, RequestRecord } from "../../src/observe/log.ts";
import { Metrics } from "../../src/observe/metrics.ts";
import { MemoryUsage } from "../../src/usage/memory-usage.ts";
import { MemoryUsageLog } from "../../src/usage/memory-usage-log.ts";
import type { UsageEntry } from "../../src/usage/usage-log.ts";
import { UsageRows } from "../../src/usage/usage-rows.ts";
import type { Observed } from "../../src/workers/methods.ts";
import { Observations } from "../../src/workers/observations.ts";

const NOW = Date.parse("2026-11-16T08:00:00Z");
const MODELS = ["gpt-5.6", "qwen3", "only asked for"];

/** Requests of three models, some of which failed. */
const REQUESTS: readonly RequestRecord[] = Array.from({ length: 60 }, (_, index) => {
  const isError = index % 5 === 0 || index % 3 === 2;
  const [provider, providerModel = ""] = [index % 2 === 0 ? "openai" : "local", MODELS[index % 3]];
  return {
    ...{ event: "request", id: `r${index}`, method: "POST", path: "/v1/messages", client: "anthropic" },
    ...{ key: "ann", model: "claude-x", provider, providerModel, status: isError ? 502 : 200 },
    outcome: isError ? "error" : "success",
    ...(isError ? { errorType: "upstream_reset" } : { usage: { input: 10 * index, output: index }, cost: 0.25 }),
    attempts: [{ provider, model: providerModel, status: isError ? 502 : 200, durationMs: index }],
    losses: index % 4 === 0 ? [{ path: "/top_k", code: "field", level: "setting", action: "dropped" }] : [],
    durationMs: index * 16,
    ...(index % 2 === 0 ? { firstChunkMs: index } : {}),
  };
});

function usageOf({ key = "", provider = "", providerModel: model = "", status, usage = {}, cost }: RequestRecord) {
  const isAnswered = status === 200;
  const entry: UsageEntry = {
    ...{ key, provider, model, at: NOW, isAnswered, isError: !isAnswered, isEstimated: false },
    ...{ losses: 0, tokens: usage, cost },
  };
  return entry;
}

/** What a gateway has measured and counted: by itself, or by two workers that send what they have in parts. */
async function counted(workers: number, isNamed: (provider: string, model: string) => boolean) {
  const metrics = new Metrics(isNamed);
  const usage = new MemoryUsageLog(new MemoryUsage({ days: 30, now: () => NOW }), new UsageRows(isNamed));
  const apply = (observed: Observed) => {
    // Only data passes between processes.
    const { metrics: measured, usage: used } = structuredClone(observed);
    if (measured !== undefined) metrics.add(measured);
    for (const each of used) usage.addCounted(each);
  };
  const others = Array.from({ length: workers }, () => new Observations(apply));
  const places = workers === 0 ? [{ metrics, usage, flush: () => {} }] : others;
  for (const [index, record] of REQUESTS.entries()) {
    const place = places[index % places.length] as (typeof places)[number];
    place.metrics.observeOverhead(0.0002 * (index % 7), "anthropic");
    place.metrics.observe(record);
    place.usage.add(usageOf(record));
    if (index % 9 === 0) place.flush();
  }
  for (const place of places) place.flush();
  const rows = await usage.read({ from: "2026-11-16", to: "2026-11-16" });
  const byName = rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  // The order in which numbers are added changes their last digit.
  const text = metrics.text([]).replaceAll(/\d+\.\d+$/gm, (number) => Number(number).toFixed(9));
  return { lines: text.split("\n").toSorted(), usage: byName };
}

it.each([["gpt-5.6"], [""]])(
  "is counted as one process would count it, whichever models the config names",
  async (named) => {
    const isNamed = (_: string, model: string) => model === named;
    expect(await counted(2, isNamed)).toEqual(await counted(0, isNamed));
  },
);

it("is sent as lines where the worker has a format, and as records otherwise", () => {
  const sent: Observed[] = [];
  const observations = new Observations((observed) => sent.push(observed));
  const [request] = REQUESTS;
  if (request === undefined) return;
  const notice: LogRecord = { event: "store", level: "warn", message: "the store is down" };
  observations.log(notice);
  observations.configure(2, { format: ({ id }) => `${id}\n` });
  observations.log(request);
  observations.log(notice);
  observations.configure(2, undefined);
  observations.log(request);
  observations.flush();
  observations.flush();
  expect(sent).toEqual([
    {
      lines: "r0\n",
      records: [notice, { ...notice, worker: 2 }, { ...request, worker: 2 }],
      metrics: undefined,
      usage: [],
    },
  ]);
});

it("goes to the primary without the lines that the worker writes itself, and with what keys have used at the same time", async () => {
  const sent: Observed[] = [];
  const written: string[] = [];
  const observations = new Observations((observed) => sent.push(observed));
  observations.configure(2, { format: ({ id }) => `${id}\n`, write: (text) => written.push(text) });
  for (const record of REQUESTS.slice(0, 3)) {
    observations.usage.add(usageOf(record));
    observations.log(record);
  }
  expect(written).toEqual(["r0\n", "r1\n", "r2\n"]);
  await expect.poll(() => sent[0]?.lines).toBe("");
  expect(sent[0]).toMatchObject({ records: [], metrics: undefined });
  expect(sent[0]?.usage.flatMap(({ rows }) => rows)).not.toEqual([]);
});
