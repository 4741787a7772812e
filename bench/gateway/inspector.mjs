// What recording for the inspector costs while nobody looks:
// node bench/gateway/inspector.mjs [--starts N] [--seconds N] [--pair CLIENT] [--kind TEXT] [--json].
//
// Three gateways are started: with the inspector, without it, and once more without it, as the control, which shows what chance does. Each is
// busy for some seconds, the first ones of its life included, in short rounds that take turns: a slow moment of the machine that is longer meets
// all of them. A block has two rounds of each, the second time in the opposite order (A B C C B A), so that what grows slowly cancels out.
// While the others have their turn, the date of a gateway stands still: it is as one that is never idle, which is what the other tables of
// this benchmark measure. How many exchanges and rows are recorded depends on the time, and not on the requests.
//
// - "first" are the first 2,000 requests: V8 compiles the gateway, the first burst is recorded, and its secrets are removed;
// - "steady" are the blocks after them, taken together;
// - "whole" is all that a gateway has used, from the first request to some seconds after the last one.
//
// No round is left out. The CPU time of a round is counted from the end of the round before it, so that what a recording leaves to be done later
// is counted too. V8 compiles the same program a little differently each time it is started, which changes what it costs by some
// percent, so that the gateways are started many times: the table has the median of the starts, and the range of the half in the middle.
import { parseArgs } from "node:util";
import { bodyOf, KINDS, modelOf, PAIRS, PATHS } from "./fixtures.mjs";
import { formatSpread, median, more, spread, sum } from "./statistics.mjs";
import { start } from "./subject-process.mjs";
import { startTraffic } from "./traffic.mjs";

const { values: flags } = parseArgs({
  options: {
    starts: { type: "string", default: "16" },
    seconds: { type: "string", default: "6" },
    pair: { type: "string", default: "anthropic" },
    kind: { type: "string", default: "" },
    json: { type: "boolean" },
  },
});
/** How many requests a round has. */
const ROUND = 250;
/** How many requests are the first ones. */
const FIRST = 2000;
/** How long a gateway rests after a round, and in the end: longer than what is left to be done later waits, in milliseconds. */
const SETTLED = 5;
const SETTLED_AT_LAST = 2500;
const STATES = ["off", "on", "control"];
/** In microseconds. */
const BUSY = Number(flags.seconds) * 1e6;
const FIRST_BLOCKS = FIRST / ROUND / 2;

const pair = PAIRS.find(({ client }) => client === flags.pair);
const { mock, connect } = await startTraffic();
const rows = [];
const PARTS = ["steady", "whole", "first"];
print(`| | off, µs | ${PARTS.map((part) => `${part}, recording | ${part}, control`).join(" | ")} |
|---|---|${PARTS.map(() => "---|---|").join("")}`);
// New tools are recorded as known ones are.
for (const kind of KINDS.filter((each) => each.kind.includes(flags.kind) && !each.fresh)) {
  const starts = [];
  for (let index = 0; index < Number(flags.starts); index++) starts.push(await measureStart(kind, index));
  rows.push({ kind: kind.kind, starts });
  print(toMarkdown({ kind: kind.kind, starts }));
}
await mock.stop();
if (flags.json) console.log(JSON.stringify({ node: process.version, pair: flags.pair, rows }, undefined, 2));
process.exit(0);

/** Each row as soon as it is measured: all of them take minutes. */
function print(line) {
  if (!flags.json) console.log(line);
}

/** What each state takes in the blocks, in microseconds per request, and by how much more than without recording. */
async function measureStart(kind, index) {
  const subjects = {};
  for (const state of rotated(STATES, index)) subjects[state] = await startSubject(state, kind);
  const blocks = [];
  while (blocks.length <= FIRST_BLOCKS || sum(blocks.map(({ off }) => off)) < BUSY)
    blocks.push(await measureBlock(subjects, rotated(STATES, index + blocks.length)));
  for (const { wake } of Object.values(subjects)) await wake();
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AT_LAST));
  const rest = {};
  for (const state of STATES) rest[state] = await subjects[state].used();
  for (const { stop } of Object.values(subjects)) await stop();
  const parts = { off: median(blocks.slice(FIRST_BLOCKS).map(({ off }) => off)) / (2 * ROUND) };
  for (const state of ["on", "control"]) parts[state] = partsOf(blocks, rest, state);
  return parts;
}

/** The CPU time of each state in two rounds, in microseconds. */
async function measureBlock(subjects, states) {
  const block = { off: 0, on: 0, control: 0 };
  for (const state of [...states, ...states.toReversed()]) block[state] += await subjects[state].round();
  return block;
}

function partsOf(blocks, rest, state) {
  const used = (some, each) => sum(some.map((block) => block[each]));
  const first = blocks.slice(0, FIRST_BLOCKS);
  const steady = blocks.slice(FIRST_BLOCKS);
  return {
    steady: more(used(steady, state), used(steady, "off")),
    whole: more(used([...blocks, rest], state), used([...blocks, rest], "off")),
    first: more(used(first, state), used(first, "off")),
  };
}

async function startSubject(state, kind) {
  const args = [mock.url, pair.provider, modelOf(pair.provider), state === "on" ? "on" : "off", "rests"];
  const gateway = await start("subjects/toolglot.mjs", { args, quiet: true });
  const load = connect(gateway, { path: PATHS[pair.client], body: bodyOf(pair.client, kind) });
  let before = await cpuOf(gateway);
  const used = async () => {
    const last = before;
    before = await cpuOf(gateway);
    return before - last;
  };
  const wake = () => gateway.ask("wake", "wake");
  await gateway.ask("rest", "rest");
  const round = async () => {
    await wake();
    await load.time(ROUND);
    await new Promise((resolve) => setTimeout(resolve, SETTLED));
    await gateway.ask("rest", "rest");
    return used();
  };
  const stop = async () => {
    load.stop();
    await gateway.stop();
  };
  return { round, used, wake, stop };
}

async function cpuOf(gateway) {
  const { cpu } = await gateway.usage();
  return cpu.user + cpu.system;
}

function rotated(values, by) {
  const first = by % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
}

function toMarkdown({ kind, starts }) {
  const costs = PARTS.flatMap((part) =>
    ["on", "control"].map((state) => formatSpread(spread(starts.map((each) => each[state][part])))),
  );
  return `| ${[kind, median(starts.map(({ off }) => off)).toFixed(0), ...costs].join(" | ")} |`;
}
