// What recording for the inspector costs while nobody looks: node bench/gateway/inspector.mjs [--starts N] [--rounds N] [--pair CLIENT] [--kind TEXT] [--json].
//
// Two gateways, which differ in nothing else, take turns in short rounds, after as many requests as run.mjs sends before it measures. What is
// disturbed costs more, never less: the lower eighth of the rounds counts, as in run.mjs. V8 compiles the same program a little differently each
// time it is started, which changes what it costs by some percent: both are started several times, and the median of the ratios counts.
//
// The CPU time of a round is counted from the end of the round before it, so that what a recording leaves to be done later is counted too.
// What follows the burst of the first requests, from which secrets are removed when it is over, is in one round only: the sums of all rounds have it.
import { parseArgs } from "node:util";
import { bodyOf, KINDS, modelOf, PAIRS, PATHS } from "./fixtures.mjs";
import { start } from "./subject-process.mjs";
import { startTraffic } from "./traffic.mjs";

const { values: flags } = parseArgs({
  options: {
    starts: { type: "string", default: "7" },
    rounds: { type: "string", default: "24" },
    pair: { type: "string", default: "anthropic" },
    kind: { type: "string", default: "" },
    json: { type: "boolean" },
  },
});
const WARM = 2000;
/** How many requests a round has. */
const COUNT = { whole: 400, stream: 150 };
/** Longer than what is left to be done later waits while the gateway rests, in milliseconds. */
const SETTLED = 20;

const HEAD = `| | off, µs | on, µs | recording: median of the starts | from, to | of the sums of all rounds |
|---|---|---|---|---|---|`;

const pair = PAIRS.find(({ client }) => client === flags.pair);
const { mock, connect } = await startTraffic();
const rows = [];
print(HEAD);
// New tools are recorded as known ones are.
for (const kind of KINDS.filter((each) => each.kind.includes(flags.kind) && !each.fresh)) {
  const row = await benchKind(kind);
  rows.push(row);
  print(toMarkdown(row));
}
await mock.stop();
if (flags.json) console.log(JSON.stringify({ node: process.version, pair: flags.pair, rows }, undefined, 2));
process.exit(0);

/** Each row as soon as it is measured: all of them take minutes. */
function print(line) {
  if (!flags.json) console.log(line);
}

async function benchKind(kind) {
  const runs = [];
  for (let index = 0; index < Number(flags.starts); index++) runs.push(await benchStart(kind, index % 2 === 0));
  const cpu = (state) => median(runs.map((run) => low(run[state])));
  const ratios = runs.map(({ off, on }) => low(on) / low(off)).toSorted((one, other) => one - other);
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

function toMarkdown({ kind, off, on, ratio, ratios, ofSums }) {
  const range = `${share(ratios[0])} to ${share(ratios.at(-1))}`;
  return `| ${kind} | ${off.toFixed(0)} | ${on.toFixed(0)} | **${share(ratio)}** | ${range} | ${share(ofSums)} |`;
}

function share(ratio) {
  return `${((ratio - 1) * 100).toFixed(1)} %`;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function median(numbers) {
  return sorted(numbers)[numbers.length >> 1];
}

function low(numbers) {
  return sorted(numbers)[numbers.length >> 3];
}

function sorted(numbers) {
  return numbers.toSorted((one, other) => one - other);
}
