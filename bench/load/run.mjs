// The gateway under load, as a team runs it: `serve --workers 2` with a real redis-server, thousands of streams at once, and many requests of
// all dialects with the simulator's faults. Nothing may be lost, mixed up or counted twice, and memory must stay flat.
// node bench/load/run.mjs [--requests 50000] [--streams 2000] [--workers 2] [--json]
import { parseArgs } from "node:util";
import { Client } from "./client.mjs";
import { conditionsOf } from "./conditions.mjs";
import { floodBudget, floodInFlight, floodRate, readUsage } from "./limits.mjs";
import { MemorySamples, usedBy } from "./memory.mjs";
import { Mixed } from "./mixed.mjs";
import { startAll } from "./processes.mjs";
import { inFlight, openStreams } from "./streams.mjs";
import { toMarkdown } from "./table.mjs";

const { values: flags } = parseArgs({
  options: {
    requests: { type: "string", default: "50000" },
    streams: { type: "string", default: "2000" },
    workers: { type: "string", default: "2" },
    json: { type: "boolean" },
  },
});
const [requests, streams, workers] = [flags.requests, flags.streams, flags.workers].map(Number);
/** How many requests the clients have under way at once. */
const HANDS = 64;

const all = await startAll({ workers, streams });
let result;
try {
  result = await run();
} finally {
  await all.stop();
}
const conditions = conditionsOf(result);
console.log(flags.json ? JSON.stringify({ ...result, conditions }, undefined, 2) : toMarkdown(result, conditions));
process.exitCode = conditions.every(({ holds }) => holds) ? 0 : 1;

async function run() {
  const { gateway, redis } = all;
  const client = new Client(gateway.url, HANDS);
  const pids = [...gateway.pids(), redis.pid];
  const opened = await timed("streams", () => openStreams(all, streams));
  // What a process needs at all is there after some requests: compiled code, pools of connections, the inspector's ring.
  const mixed = new Mixed(client);
  await mixed.run(Math.ceil(requests / 10), HANDS);
  const memory = new MemorySamples(pids);
  const ran = await timed("requests", async () => {
    for (let part = 0; part < 9; part++) {
      await mixed.run(Math.ceil(requests / 10), HANDS);
      await all.provider.ask({ type: "forget" });
    }
    return mixed.tally;
  });
  const processes = memory.stop();
  const rate = await floodRate(all);
  const concurrency = await floodInFlight(all);
  const budget = await floodBudget(all);
  const sent = {
    steady: mixed.sentBy.steady,
    faulty: mixed.sentBy.faulty + streams,
    rpm: rate.admitted,
    concurrency: concurrency.admitted,
    budget: budget.admitted,
  };
  const usage = await readUsage(all, sent);
  const left = await inFlight(gateway);
  await client.close();
  const files = await settledFiles(pids.slice(0, -1));
  return {
    plan: { requests, streams, workers, node: process.version },
    streams: opened,
    requests: ran,
    limits: { rpm: rate, concurrency, budget },
    usage: {
      sent,
      counted: Object.fromEntries(Object.keys(sent).map((key) => [key, usage[key]?.requests ?? 0])),
      tokens: ran.tokens,
      countedTokens: tokensOf(usage.steady),
      spent: budget.spent,
      countedSpent: usage.budget?.cost ?? 0,
    },
    memory: processes.map((each, index) => ({ name: nameOf(index, processes.length), ...each })),
    left: { streams: left, files, isRunning: gateway.isRunning(), pids: gateway.pids().length },
    problems: gateway
      .problems()
      .split("\n")
      .filter((line) => /"level":"(?:warn|error)"|Error|warn/.test(line))
      .slice(0, 20),
  };
}

async function timed(name, work) {
  const began = performance.now();
  const done = await work();
  const seconds = (performance.now() - began) / 1000;
  console.error(`${name}: ${Math.round(seconds)} s`);
  return { ...done, seconds };
}

function nameOf(index, count) {
  if (index === count - 1) return "redis-server";
  return index === 0 ? "primary" : `worker ${index}`;
}

function tokensOf({ tokens: { input, output } = { input: 0, output: 0 } } = {}) {
  return input + output;
}

/** The open files of each process, once connections are closed that nobody uses. */
async function settledFiles(pids) {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return pids.map((pid) => usedBy(pid).files);
}
