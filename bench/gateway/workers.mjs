// How much more two workers serve than one process: node bench/gateway/workers.mjs [--kind TEXT] [--starts N] [--rounds N] [--scale N] [--json]. It needs a C
// compiler, takes ten minutes or more (one kind alone more than seven where other programs take the processors), and is noise on a busy machine. `--scale 0.1` sends a tenth of the requests: enough to see that it
// runs, too few to compile the code.
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
// one. So two single gateways, each with a half of the clients, are measured beside, in the same way: no workers can serve more than these.
// Where these do not reach 1.8 × themselves, the machine cannot show it.
//
// What a request takes changes with the moment (other programs, the host of a virtual machine) and with the process (V8 does not optimize the
// same functions in the same order each time, which makes a tenth). So
//
//   - single gateways, workers and both gateways take turns of a sixth of a second, and a ratio is formed of each round of these: a slow
//     moment that is longer meets all of them;
//   - both single gateways are measured alone, and their mean is `one`, so that the two gateways together are compared with themselves;
//   - each process gets as many requests in each turn, in each round and before the first one;
//   - the result of a start is the median of its rounds, and that of a kind the median of several starts; the lowest and the highest are shown;
//   - which process is the busiest is decided by the sum of a start: by a turn, it would be decided by chance, and chance would only make it worse.
//
// Nobody looks at the inspector here: what workers record stays with them until somebody does.
import { parseArgs } from "node:util";
import { modelOf, PAIRS, PATHS, request } from "./fixtures.mjs";
import { prepareTraffic, startLoad, startMock } from "./native/traffic.mjs";
import { cpuOf, startServe } from "./serve-process.mjs";

const { values: flags } = parseArgs({
  options: {
    kind: { type: "string", default: "" },
    starts: { type: "string", default: "5" },
    rounds: { type: "string", default: "6" },
    scale: { type: "string", default: "1" },
    json: { type: "boolean" },
  },
});
/** `count` is what a process gets in one turn, and `warm` in a round before the first one that counts. */
const KINDS = [
  { kind: "whole, 2 KB", stream: false, tools: false, count: 1200, warm: 1200 },
  { kind: "stream, 200 chunks", stream: true, tools: false, count: 256, warm: 320 },
  { kind: "whole, 24 tools", stream: false, tools: true, count: 320, warm: 800 },
];
const WARM_ROUNDS = 4;
/** Each worker gets a half of them. */
const CONNECTIONS = 16;
const WANTED = 1.8;
/** After so many milliseconds, all is done that requests lead to, such as lines of the log, which workers send after a tenth of a second. */
const SETTLED = 110;

const [pair] = PAIRS;
const traffic = prepareTraffic();
const mock = await startMock(traffic);
const rows = [];
for (const inspector of [false, true])
  for (const plan of KINDS.filter(({ kind }) => kind.includes(flags.kind)))
    rows.push({ kind: plan.kind, inspector, ...(await bench({ ...plan, inspector })) });
mock.stop();
const isEnough = rows.every(({ ratio }) => ratio.middle >= WANTED);
console.log(flags.json ? JSON.stringify({ node: process.version, rows, isEnough }, undefined, 2) : toMarkdown());
process.exit(isEnough ? 0 : 1);

async function bench(plan) {
  const starts = [];
  for (let index = 0; index < Number(flags.starts); index++) {
    const start = resultOf(await measureStart(plan));
    starts.push(start);
    // So that a run that is cut off was not in vain.
    const of = `${plan.kind}${plan.inspector ? ", inspector" : ""}, start ${index + 1}`;
    console.error(`${of}: ${start.ratio.toFixed(2)} ×, two gateways ${start.control.toFixed(2)} ×`);
  }
  const middle = (name) => median(starts.map((each) => each[name]));
  const range = (name) => {
    const values = starts.map((each) => each[name]);
    return { middle: median(values), least: Math.min(...values), most: Math.max(...values) };
  };
  const times = Object.fromEntries(["one", "all", "busiest", "primary"].map((name) => [name, middle(name)]));
  const perSecond = ["oneRate", "workersRate", "bothRate"].map(middle);
  return { ...times, ratio: range("ratio"), control: range("control"), perSecond };
}

/** What was measured in the rounds of new processes. */
async function measureStart({ stream, tools, count, warm, inspector }) {
  const gateways = await Promise.all([1, 2, 1].map((workers) => startGateway(workers, inspector)));
  const [first, workers, second] = gateways;
  const body = request(pair.client, { stream, tools });
  const subjects = {
    first: subject([first], body, 1),
    second: subject([second], body, 1),
    both: subject([first, second], body, 2),
    workers: subject([workers], body, 2),
  };
  for (let index = 0; index < WARM_ROUNDS; index++) await round(subjects, scaled(warm), index);
  const rounds = [];
  for (let index = 0; index < Number(flags.rounds); index++) rounds.push(await round(subjects, scaled(count), index));
  for (const { stop } of [...Object.values(subjects), ...gateways]) stop();
  return rounds;
}

function startGateway(workers, inspector) {
  const provider = { dialect: pair.provider, baseUrl: `${mock.url}/v1`, apiKey: "key-of-the-mock" };
  const routes = [{ match: "*", to: `mock/${modelOf(pair.provider)}` }];
  const settings = { server: { maxLag: 0 }, inspector: { enabled: inspector } };
  return startServe({ providers: { mock: provider }, routes, ...settings }, workers);
}

/** Gateways that share the connections of one load generator, as workers do; `size` processes of them serve. */
function subject(gateways, body, size) {
  const port = gateways.map((each) => each.port).join(",");
  const load = startLoad({ folder: traffic, port, path: PATHS[pair.client], body, connections: CONNECTIONS });
  return { size, pids: gateways.flatMap(({ pids }) => pids), send: load.send, stop: load.stop };
}

/** A number of requests that all connections get the same part of. */
function scaled(count) {
  return Math.max(1, Math.round((count * Number(flags.scale)) / CONNECTIONS)) * CONNECTIONS;
}

/** Workers have two turns, as each single gateway has: one of its own and one together with the other. */
async function round({ first, second, both, workers }, count, index) {
  const order = [first, workers, second, workers, both];
  const measured = new Map(order.map((each) => [each, []]));
  // The order changes, so that nobody always follows the same one.
  for (const each of index % 2 === 0 ? order : order.toReversed())
    measured.get(each).push(await measure(each, count * each.size));
  const turnsOf = (...subjects) => subjects.flatMap((each) => measured.get(each));
  return { one: turnsOf(first, second), workers: turnsOf(workers), both: turnsOf(both) };
}

/** The requests per second, and the processor time of each process per request in microseconds. */
async function measure({ pids, send }, count) {
  const before = pids.map(cpuOf);
  const seconds = await send(count);
  await new Promise((resolve) => setTimeout(resolve, SETTLED));
  return {
    perSecond: count / seconds,
    cpu: pids.map((pid, index) => (cpuOf(pid) - before[index]) / 1000 / count),
  };
}

function resultOf(rounds) {
  const all = rounds.map(({ workers }) => mean(workers.map(({ cpu }) => sum(cpu))));
  const shares = sharesOf(rounds.flatMap(({ workers }) => workers));
  const rate = (name) => median(rounds.map((each) => mean(each[name].map(({ perSecond }) => perSecond))));
  return {
    one: median(rounds.map(({ one }) => mean(one.map(({ cpu }) => sum(cpu))))),
    all: median(all),
    busiest: median(all) * Math.max(...shares),
    primary: median(all) * shares[0],
    ratio: ratioOf(rounds, "workers"),
    control: ratioOf(rounds, "both"),
    oneRate: rate("one"),
    workersRate: rate("workers"),
    bothRate: rate("both"),
  };
}

function ratioOf(rounds, name) {
  const costOf = (turns) => mean(turns.map(({ cpu }) => sum(cpu)));
  const ratio = median(rounds.map((each) => costOf(each.one) / costOf(each[name])));
  return ratio * Math.min(2, 1 / Math.max(...sharesOf(rounds.flatMap((each) => each[name]))));
}

/** Which part of the processor time each process takes. */
function sharesOf(turns) {
  const sums = turns[0].cpu.map((_, index) => sum(turns.map(({ cpu }) => cpu[index])));
  return sums.map((each) => each / sum(sums));
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function mean(numbers) {
  return sum(numbers) / numbers.length;
}

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return mean([sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]);
}

function toMarkdown() {
  const cell = (microseconds) => `${microseconds.toFixed(0)} µs`;
  const times = ({ middle, least, most }) => `${middle.toFixed(2)} × (${least.toFixed(2)} to ${most.toFixed(2)})`;
  const lines = rows.map(
    ({ kind, inspector, one, all, primary, busiest, ratio, control, perSecond }) =>
      `| ${kind}${inspector ? ", inspector" : ""} | ${[one, all, busiest, primary].map(cell).join(" | ")} | **${times(ratio)}** | ${times(control)} | ${perSecond.map((each) => each.toFixed(0)).join(" / ")} |`,
  );
  return [
    "| | one process | two workers and primary | the busiest | primary | two workers serve | two gateways serve | requests/s here: one / workers / gateways |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
    "",
    isEnough ? `All serve at least ${WANTED} ×.` : `BROKEN: not all serve ${WANTED} ×.`,
  ].join("\n");
}
