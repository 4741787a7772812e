// What recording for the inspector costs while nobody looks: node bench/gateway/inspector.mjs [--slices N] [--pair CLIENT] [--kind KIND].
//
// Two gateways, which differ in nothing else, take turns in short slices. The CPU time of a slice is counted from the end of the
// slice before it, so that what a recording leaves to be done later is counted too.
import { parseArgs } from "node:util";
import { modelOf, PAIRS, PATHS, request } from "./fixtures.mjs";
import { load } from "./load.mjs";
import { start } from "./subject-process.mjs";

const { values: flags } = parseArgs({
  options: {
    slices: { type: "string", default: "150" },
    pair: { type: "string", default: "anthropic" },
    kind: { type: "string" },
  },
});
const KINDS = [
  { kind: "whole, 2 KB", stream: false, tools: false, count: 100, warm: 6000 },
  { kind: "stream, 200 chunks", stream: true, tools: false, count: 20, warm: 800 },
  { kind: "whole, 24 tools", stream: false, tools: true, count: 50, warm: 3000 },
].filter(({ kind }) => flags.kind === undefined || kind === flags.kind);
const CONNECTIONS = 8;
/** Longer than what is left to be done later waits, in milliseconds. */
const SETTLED = 20;

const pair = PAIRS.find(({ client }) => client === flags.pair);
const mock = await start("mock-provider.mjs", { cpu: 1 });
console.log("| | off, µs | on, µs | recording, median of the ratios | of the sums |\n|---|---|---|---|---|");
for (const kind of KINDS) console.log(row(kind, await bench(kind)));
await mock.stop();
process.exit(0);

async function bench({ stream, tools, count, warm }) {
  const gateway = [mock.url, pair.provider, modelOf(pair.provider)];
  const subjects = [];
  for (const state of ["off", "on"])
    subjects.push({ ...(await start("subjects/toolglot.mjs", { args: [...gateway, state], quiet: true })), cpu: [] });
  const options = { path: PATHS[pair.client], body: request(pair.client, { stream, tools }), connections: CONNECTIONS };
  for (const subject of subjects) await load({ ...options, url: subject.url, count: warm });
  for (const subject of subjects) subject.used = await cpuOf(subject);
  for (let slice = 0; slice < Number(flags.slices); slice++)
    // Who is first changes, so that neither always follows the other.
    for (const subject of slice % 2 === 0 ? subjects : subjects.toReversed()) {
      await load({ ...options, url: subject.url, count });
      await new Promise((resolve) => setTimeout(resolve, SETTLED));
      const used = await cpuOf(subject);
      subject.cpu.push((used - subject.used) / count);
      subject.used = used;
    }
  for (const { stop } of subjects) await stop();
  return subjects.map(({ cpu }) => cpu);
}

async function cpuOf(subject) {
  const { cpu } = await subject.usage();
  return cpu.user + cpu.system;
}

// The median of the ratios of slices that ran one after the other: a busy moment of the machine meets both of them. What happens
// in few slices, such as a full garbage collection, is only in the sums, which a busy machine disturbs more.
function row({ kind }, [off, on]) {
  const ratio = median(on.map((cpu, index) => cpu / off[index]));
  return `| ${kind} | ${median(off).toFixed(0)} | ${median(on).toFixed(0)} | ${share(ratio)} | ${share(sum(on) / sum(off))} |`;
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
