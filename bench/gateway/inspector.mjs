// What recording for the inspector costs while nobody looks:
// node bench/gateway/inspector.mjs [--starts N] [--rounds N] [--pair CLIENT] [--kind TEXT] [--way starts|switched] [--json].
//
// In two ways, because each has an error that the other one has not.
// 1. Gateways that differ in nothing else take turns in short rounds, after as many requests as run.mjs sends before it measures. V8 compiles
//    the same program a little differently each time it is started, which changes what it costs by some percent: they are started many times, in
//    another order each time, and the mean of the ratios counts, with its error. A third gateway, without the inspector, is the control.
// 2. In one gateway the inspector is switched on and off between rounds, as a reload of the config does: V8's luck is the same for both. The
//    control is another gateway, which is told the same and has no inspector in either state.
//
// What is disturbed costs more, never less: "undisturbed" is the lower eighth of the rounds, "all" is the sum of them. The first half of the
// rounds ("early") is counted alone: there V8 compiles, and what was kept of the first burst is searched for secrets. Both happen once. The CPU
// time of a round is counted from the end of the round before it, so that what a recording leaves to be done later is counted too.
import { parseArgs } from "node:util";
import { bodyOf, KINDS, modelOf, PAIRS, PATHS } from "./fixtures.mjs";
import { start } from "./subject-process.mjs";
import { startTraffic } from "./traffic.mjs";

const { values: flags } = parseArgs({
  options: {
    starts: { type: "string", default: "24" },
    rounds: { type: "string", default: "24" },
    pair: { type: "string", default: "anthropic" },
    kind: { type: "string", default: "" },
    way: { type: "string", default: "" },
    json: { type: "boolean" },
  },
});
const WARM = 2000;
/** How many requests a round has. */
const COUNT = { whole: 400, stream: 150 };
/** Longer than what is left to be done later waits while the gateway rests, in milliseconds. */
const SETTLED = 20;

const HEAD = `| | off, µs | recording: undisturbed | all | early | control: undisturbed | all | early |
|---|---|---|---|---|---|---|---|`;
/** The mean of the ratios lies within so many of its errors, in 95 of 100 cases. */
const ERRORS = 2;

const pair = PAIRS.find(({ client }) => client === flags.pair);
const { mock, connect } = await startTraffic();
const rows = [];
print(HEAD);
// New tools are recorded as known ones are.
for (const kind of KINDS.filter((each) => each.kind.includes(flags.kind) && !each.fresh))
  for (const [way, bench] of Object.entries({ starts: benchStart, switched: benchSwitched }))
    if (way.includes(flags.way)) print(toMarkdown(await benchKind(kind, way, bench)));
await mock.stop();
if (flags.json) console.log(JSON.stringify({ node: process.version, pair: flags.pair, rows }, undefined, 2));
process.exit(0);

/** Each row as soon as it is measured: all of them take minutes. */
function print(line) {
  if (!flags.json) console.log(line);
}

async function benchKind(kind, way, bench) {
  const runs = [];
  for (let index = 0; index < Number(flags.starts); index++) runs.push(await bench(kind, index));
  const row = { kind: kind.kind, way, runs };
  rows.push(row);
  return row;
}

/** The CPU times of the rounds in each state, in microseconds per request. */
async function benchStart(kind, index) {
  const states = ["off", "on", "control"];
  const subjects = {};
  for (const state of rotated(states, index)) subjects[state] = await startSubject(state === "on" ? "on" : "off", kind);
  const rounds = { off: [], on: [], control: [] };
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const state of rotated(states, index + round)) rounds[state].push(await subjects[state].round());
  for (const { stop } of Object.values(subjects)) await stop();
  return { on: [rounds.on, rounds.off], control: [rounds.control, rounds.off] };
}

async function benchSwitched(kind, index) {
  const subjects = [];
  for (const inspector of rotated(["on", "off"], index)) subjects.push(await startSubject(inspector, kind));
  const rounds = { on: [[], []], off: [[], []] };
  for (let round = 0; round < 2 * Number(flags.rounds); round++)
    for (const subject of subjects) {
      const isOn = (round + (round >> 1) + index) % 2 === 0;
      subject.switch(isOn && subject.inspector === "on");
      rounds[subject.inspector][isOn ? 0 : 1].push(await subject.round());
    }
  for (const { stop } of subjects) await stop();
  return { on: rounds.on, control: rounds.off };
}

async function startSubject(inspector, kind) {
  const args = [mock.url, pair.provider, modelOf(pair.provider), inspector];
  const gateway = await start("subjects/toolglot.mjs", { args, quiet: true });
  const load = connect(gateway, { path: PATHS[pair.client], body: bodyOf(pair.client, kind) });
  const count = kind.stream ? COUNT.stream : COUNT.whole;
  await load.time(WARM);
  let before = await cpuOf(gateway);
  const round = async () => {
    await load.time(count);
    await new Promise((resolve) => setTimeout(resolve, SETTLED));
    const last = before;
    before = await cpuOf(gateway);
    return (before - last) / count;
  };
  const stop = async () => {
    load.stop();
    await gateway.stop();
  };
  return { inspector, round, stop, switch: (enabled) => gateway.tell({ inspector: enabled }) };
}

async function cpuOf(gateway) {
  const { cpu } = await gateway.usage();
  return cpu.user + cpu.system;
}

function rotated(values, by) {
  const first = by % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
}

function toMarkdown({ kind, way, runs }) {
  const off = median(runs.map(({ on: [, without] }) => low(later(without))));
  const counts = [(rounds) => low(later(rounds)), (rounds) => sum(later(rounds)), (rounds) => sum(early(rounds))];
  const cells = ["on", "control"].flatMap((state) => counts.map((count) => costOf(runs, state, count)));
  return `| ${[`${kind}, ${way}`, off.toFixed(0), ...cells].join(" | ")} |`;
}

/** By how much more one takes than the other, in percent: the mean and the median of the runs, and the error of the mean. */
function costOf(runs, state, count) {
  const costs = runs.map(({ [state]: [one, other] }) => (count(one) / count(other) - 1) * 100);
  const mean = sum(costs) / costs.length;
  const variance = sum(costs.map((cost) => (cost - mean) ** 2)) / Math.max(1, costs.length - 1);
  const error = ERRORS * Math.sqrt(variance / costs.length);
  return `${mean.toFixed(1)} ± ${error.toFixed(1)} % (median ${median(costs).toFixed(1)})`;
}

function early(rounds) {
  return rounds.slice(0, rounds.length >> 1);
}

function later(rounds) {
  return rounds.slice(rounds.length >> 1);
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
