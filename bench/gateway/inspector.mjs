// What recording for the inspector costs while nobody looks: node bench/gateway/inspector.mjs [--starts N] [--rounds N] [--pair CLIENT] [--kind TEXT] [--json].
//
// Two gateways, which differ in nothing else, take turns in rounds, after as many requests as run.mjs sends before it measures. The CPU
// time of a round is counted from the end of the round before it, so that what a recording leaves to be done later is counted too. V8
// compiles the same program a little differently each time it is started, which changes what it costs by some percent: both are started several
// times, and the median of the ratios counts.
import { parseArgs } from "node:util";
import { bodyOf, KINDS, modelOf, PAIRS, PATHS } from "./fixtures.mjs";
import { start } from "./subject-process.mjs";
import { startTraffic } from "./traffic.mjs";

const { values: flags } = parseArgs({
  options: {
    starts: { type: "string", default: "7" },
    rounds: { type: "string", default: "6" },
    pair: { type: "string", default: "anthropic" },
    kind: { type: "string", default: "" },
    json: { type: "boolean" },
  },
});
const WARM = 2000;
/** How many requests a round has. A gateway keeps some exchanges in each second, also while it rests between two rounds, and so a share of few requests that is too large. */
const COUNT = { whole: 2000, stream: 400 };
/** Longer than what is left to be done later waits while the gateway rests, in milliseconds. */
const SETTLED = 20;

const pair = PAIRS.find(({ client }) => client === flags.pair);
const { mock, connect } = await startTraffic();
const rows = [];
for (const kind of KINDS.filter((each) => each.kind.includes(flags.kind))) rows.push(await benchKind(kind));
await mock.stop();
console.log(
  flags.json ? JSON.stringify({ node: process.version, pair: flags.pair, rows }, undefined, 2) : toMarkdown(),
);
process.exit(0);

async function benchKind(kind) {
  const runs = [];
  for (let index = 0; index < Number(flags.starts); index++) runs.push(await benchStart(kind, index % 2 === 0));
  const cpu = (state) => median(runs.map((run) => median(run[state])));
  const ratios = runs.map(({ off, on }) => median(on) / median(off)).toSorted((one, other) => one - other);
  const ofSums = median(runs.map(({ off, on }) => sum(on) / sum(off)));
  return { kind: kind.kind, off: cpu("off"), on: cpu("on"), ratio: median(ratios), ratios, ofSums };
}

/** The CPU times of the rounds, in microseconds per request, without and with the inspector. */
async function benchStart(kind, isOffFirst) {
  const states = isOffFirst ? ["off", "on"] : ["on", "off"];
  const count = kind.stream ? COUNT.stream : COUNT.whole;
  const subjects = [];
  for (const state of states) subjects.push(await startSubject(state, kind));
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const subject of subjects) {
      await subject.load.time(count);
      await new Promise((resolve) => setTimeout(resolve, SETTLED));
      subject.rounds.push((await subject.used()) / count);
    }
  for (const { stop } of subjects) await stop();
  return Object.fromEntries(subjects.map(({ state, rounds }) => [state, rounds]));
}

async function startSubject(state, kind) {
  const args = [mock.url, pair.provider, modelOf(pair.provider), state];
  const gateway = await start("subjects/toolglot.mjs", { args, quiet: true });
  const load = connect(gateway, { path: PATHS[pair.client], body: bodyOf(pair.client, kind) });
  await load.time(WARM);
  let before = await cpuOf(gateway);
  const used = async () => {
    const last = before;
    before = await cpuOf(gateway);
    return before - last;
  };
  const stop = async () => {
    load.stop();
    await gateway.stop();
  };
  return { state, load, used, stop, rounds: [] };
}

async function cpuOf(gateway) {
  const { cpu } = await gateway.usage();
  return cpu.user + cpu.system;
}

function toMarkdown() {
  const lines = rows.map(({ kind, off, on, ratio, ratios, ofSums }) => {
    const range = `${share(ratios[0])} to ${share(ratios.at(-1))}`;
    return `| ${kind} | ${off.toFixed(0)} | ${on.toFixed(0)} | **${share(ratio)}** | ${range} | ${share(ofSums)} |`;
  });
  // What happens in few rounds, such as what follows the burst of requests before them, is only in the sums.
  const head = "| | off, µs | on, µs | recording: median of the starts | from, to | of the sums of all rounds |";
  return [head, "|---|---|---|---|---|---|", ...lines].join("\n");
}

function share(ratio) {
  return `${((ratio - 1) * 100).toFixed(1)} %`;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1];
}
