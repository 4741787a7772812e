// Where the time of a translation goes: node bench/profile.mjs openai-chat strict [variant]. Build the core first.
import { Session } from "node:inspector/promises";
import { convertTools } from "../packages/core/dist/index.js";
import { sampleTools } from "./tool-sample.mjs";

const [to = "openai-chat", profile = "native", variant] = process.argv.slice(2);
const options = { from: "mcp", to, profile, onInvalid: "skip", ...(variant === undefined ? {} : { variant }) };
const { text } = sampleTools();
const SECONDS = 6;
const SHOWN = 30;

work(2);
const nodes = await profiled(() => work(SECONDS));
const self = sumBy(
  nodes,
  ({ name }) => name,
  ({ self }) => self,
);
console.log(`mcp → ${to}, ${profile}: self time`);
for (const [name, share] of top(self)) console.log(`${percent(share)}  ${name}`);
console.log("\nby file");
for (const [name, share] of top(
  sumBy(
    nodes,
    ({ file }) => file,
    ({ self }) => self,
  ),
))
  console.log(`${percent(share)}  ${name}`);
console.log("\nwith all that is called from it");
for (const [name, share] of top(totals(nodes))) console.log(`${percent(share)}  ${name}`);

// Parsing again is as in the benchmark; its share is left out of the percentages.
function work(seconds) {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) convertTools(JSON.parse(text), options);
}

async function profiled(run) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 200 });
  await session.post("Profiler.start");
  run();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  return inside(profile);
}

// Only what convertTools calls, and the collector's work, which has no caller.
function inside({ nodes, samples }) {
  const hits = sumBy(
    samples,
    (id) => id,
    () => 1,
  );
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kept = [];
  const visit = (node, path) => {
    const { functionName, url, lineNumber } = node.callFrame;
    const file = url.replace(/^.*\/dist\//, "") || "(native)";
    const name = `${functionName || "(anonymous)"} ${file}:${lineNumber + 1}`;
    const below = functionName === "convertTools" || path.length > 0 ? [...path, name] : [];
    if (below.length > 0 || functionName === "(garbage collector)")
      kept.push({ name, file, path: below, self: hits.get(node.id) ?? 0 });
    for (const child of node.children ?? []) visit(byId.get(child), below);
  };
  visit(nodes[0], []);
  return kept;
}

function totals(nodes) {
  const each = nodes.flatMap(({ path, self }) => [...new Set(path)].map((name) => ({ name, self })));
  return sumBy(
    each,
    ({ name }) => name,
    ({ self }) => self,
  );
}

function sumBy(items, key, amount) {
  const sums = new Map();
  for (const item of items) sums.set(key(item), (sums.get(key(item)) ?? 0) + amount(item));
  return sums;
}

function top(sums) {
  return [...sums].toSorted(([, one], [, other]) => other - one).slice(0, SHOWN);
}

function percent(count) {
  const all = nodes.reduce((sum, { self }) => sum + self, 0);
  return `${((100 * count) / all).toFixed(1).padStart(5)} %`;
}
