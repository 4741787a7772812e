// How much more two workers serve than one process: node bench/gateway/workers.mjs [--kind TEXT] [--slices N] [--scale N] [--json]. It needs a C
// compiler, takes about four minutes on a quiet machine, and is noise on a busy one. `--scale 0.1` sends a tenth of the requests: enough to see that
// it runs, too few to compile the code.
//
// The clients and the provider of this benchmark are a small program in C, but they run on the same processors as the gateway, so that requests per second
// say something about them too: where they need a fifth of a processor, two workers have 1.8. So what counts is the processor time of all processes of the
// gateway, of which a machine with two processors has two seconds per second. A request that takes `one` seconds of a single process, and `all`
// seconds of the workers and their primary together, of which the busiest process takes `busiest`, can be served
//
//   1 / one                       times per second by one process, which uses one processor,
//   min(2 / all, 1 / busiest)     times per second by the others, none of which uses more than one.
//
// The ratio of these is what two workers are worth where they have two processors for themselves. All workers are busy at the same time while
// it is measured, so that what they cost each other (caches, locks, messages to the primary) is in it; what other programs take is not.
// Processors also share caches and memory, so that two processes which have nothing to do with each other serve less than twice as much as
// one. So two single gateways, each with a half of the clients, are measured beside: no workers can serve more than these.
// The requests per second as they were measured are beside it.
//
// Where these do not reach 1.8 × themselves, the machine cannot show it. Nobody looks at the inspector here: what workers record stays with
// them until somebody does.
import { spawn } from "node:child_process";
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { modelOf, PAIRS, PATHS, request } from "./fixtures.mjs";
import { prepareTraffic, startLoad, startMock } from "./native/traffic.mjs";

const { values: flags } = parseArgs({
  options: {
    kind: { type: "string", default: "" },
    slices: { type: "string", default: "16" },
    scale: { type: "string", default: "1" },
    json: { type: "boolean" },
  },
});
const MAIN = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
const KINDS = [
  { kind: "whole, 2 KB", stream: false, tools: false, count: 2000, warm: 8000 },
  { kind: "stream, 200 chunks", stream: true, tools: false, count: 320, warm: 2000 },
  { kind: "whole, 24 tools", stream: false, tools: true, count: 1200, warm: 8000 },
];
const SCALE = Number(flags.scale);
/** Each worker gets a half of them. */
const CONNECTIONS = 16;
const WANTED = 1.8;
/** How much of what a gateway says is kept, in characters. */
const MOST_SAID = 10_000;

const [pair] = PAIRS;
/** The gateways that run: none of them outlives the benchmark, however that ends. */
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
const traffic = prepareTraffic();
const mock = await startMock(traffic);
const rows = [];
for (const inspector of [false, true])
  for (const { kind, count, warm, ...plan } of KINDS.filter((each) => each.kind.includes(flags.kind))) {
    const counts = { count: scaled(count), warm: scaled(warm) };
    rows.push({ kind, inspector, ...(await bench({ ...plan, ...counts, inspector })) });
  }
mock.stop();
const isEnough = rows.every(({ ratio }) => ratio >= WANTED);
console.log(flags.json ? JSON.stringify({ node: process.version, rows, isEnough }, undefined, 2) : toMarkdown());
process.exit(isEnough ? 0 : 1);

/** A number of requests that both workers, and all of their connections, get the same part of. */
function scaled(count) {
  return Math.max(1, Math.round((count * SCALE) / CONNECTIONS)) * CONNECTIONS;
}

async function bench({ stream, tools, count, warm, inspector }) {
  const gateways = [
    await startGateway(1, inspector),
    await startGateway(2, inspector),
    await startGateway(1, inspector),
  ];
  const [first, workers, second] = gateways;
  const body = request(pair.client, { stream, tools });
  const one = subject([first], body);
  const two = subject([workers], body);
  const both = subject([first, second], body);
  // Each worker compiles its code for itself, and so needs as many requests as the single process.
  for (const each of [both, two]) await each.send(2 * warm);
  const slices = [];
  for (let index = 0; index < Number(flags.slices); index++) {
    // Who is first changes, so that neither always follows the other.
    const order = index % 2 === 0 ? [one, two, both] : [both, two, one];
    const measured = new Map();
    for (const each of order) measured.set(each, await measure(each, count));
    slices.push({ one: measured.get(one), two: measured.get(two), both: measured.get(both) });
  }
  for (const { stop } of [one, two, both, ...gateways]) stop();
  return resultOf(slices);
}

/** Gateways that share the connections of one load generator, as workers do. */
function subject(gateways, body) {
  const port = gateways.map((each) => each.port).join(",");
  const load = startLoad({ folder: traffic, port, path: PATHS[pair.client], body, connections: CONNECTIONS });
  return { pids: gateways.flatMap(({ pids }) => pids), send: load.send, stop: load.stop };
}

/** The requests per second, and the processor time of each process per request in microseconds. */
async function measure({ pids, send }, count) {
  const before = pids.map(cpuOf);
  const seconds = await send(count);
  // What is left to be done after the responses, such as records of them, is part of it.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    perSecond: count / seconds,
    cpu: pids.map((pid, index) => (cpuOf(pid) - before[index]) / 1000 / count),
  };
}

function resultOf(slices) {
  const middle = (value) => {
    const sorted = slices.map(value).toSorted((one, other) => one - other);
    return sorted[sorted.length >> 1];
  };
  return {
    one: middle(({ one }) => sum(one.cpu)),
    all: middle(({ two }) => sum(two.cpu)),
    primary: middle(({ two }) => two.cpu[0]),
    busiest: middle(({ two }) => Math.max(...two.cpu)),
    ratio: middle(({ one, two }) => ratioOf(one, two)),
    most: middle(({ one, both }) => ratioOf(one, both)),
    perSecond: [
      middle(({ one }) => one.perSecond),
      middle(({ two }) => two.perSecond),
      middle(({ both }) => both.perSecond),
    ],
  };
}

function ratioOf(one, several) {
  return sum(one.cpu) * Math.min(2 / sum(several.cpu), 1 / Math.max(...several.cpu));
}

async function startGateway(workers, inspector) {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-bench-"));
  const file = join(folder, "toolglot.json");
  const provider = { dialect: pair.provider, baseUrl: `${mock.url}/v1`, apiKey: "key-of-the-mock" };
  const routes = [{ match: "*", to: `mock/${modelOf(pair.provider)}` }];
  const settings = { server: { maxLag: 0 }, inspector: { enabled: inspector } };
  writeFileSync(file, JSON.stringify({ providers: { mock: provider }, routes, ...settings }), { mode: 0o600 });
  const args = [MAIN, "serve", "--config", file, "--port", "0", "--workers", String(workers)];
  const log = join(folder, "log");
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", openSync(log, "w")] });
  running.add(child);
  let said = "";
  const url = await new Promise((resolve, reject) => {
    // A line may come in several pieces, and a part of a port is a port too.
    child.stdout.on("data", (text) => {
      said = `${said}${text}`.slice(-MOST_SAID);
      const [, found] = /(http:\/\/127\.0\.0\.1:\d+)\s/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    // What ends a gateway while it is measured would look like a refused connection.
    child.once("exit", (code, signal) => {
      const error = new Error(
        `toolglot serve --workers ${workers} ended with ${signal ?? code}:\n${readFileSync(log, "utf8").slice(-MOST_SAID)}`,
      );
      reject(error);
      queueMicrotask(() => fail(error));
    });
  });
  const stop = () => {
    child.removeAllListeners("exit");
    child.kill("SIGKILL");
    running.delete(child);
    rmSync(folder, { recursive: true });
  };
  return { port: Number(new URL(url).port), pids: [child.pid, ...childrenOf(child.pid)], stop };
}

/** Ends the benchmark, with the reason. */
function fail(error) {
  console.error(error.message);
  process.exit(1);
}

function childrenOf(pid) {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

/** The processor time of all threads of a process, in nanoseconds. https://docs.kernel.org/scheduler/sched-stats.html */
function cpuOf(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`);
  return sum(tasks.map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0])));
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function toMarkdown() {
  const cell = (microseconds) => `${microseconds.toFixed(0)} µs`;
  const lines = rows.map(
    ({ kind, inspector, one, all, primary, busiest, ratio, most, perSecond }) =>
      `| ${kind}${inspector ? ", inspector" : ""} | ${[one, all, busiest, primary].map(cell).join(" | ")} | **${ratio.toFixed(2)} ×** | ${most.toFixed(2)} × | ${perSecond.map((each) => each.toFixed(0)).join(" / ")} |`,
  );
  return [
    "| | one process | two workers and primary | the busiest | primary | two workers serve | two gateways serve | requests/s here: one / workers / gateways |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
    "",
    isEnough ? `All serve at least ${WANTED} ×.` : `BROKEN: not all serve ${WANTED} ×.`,
  ].join("\n");
}
