// What the gateway does for each request, in numbers that a busy machine does not change:
// node bench/gateway/counts.mjs [--pair CLIENT] [--kind KIND] [--inspector off] [--where NAME], which also tells who does it. Beside it
// stands the proxy that only parses and re-serialises.
import { parseArgs } from "node:util";
import { modelOf, PAIRS, PATHS, request, streamPath, TARGETS } from "./fixtures.mjs";
import { load } from "./load.mjs";
import { start } from "./subject-process.mjs";

const { values: flags } = parseArgs({
  options: {
    pair: { type: "string", default: "anthropic" },
    kind: { type: "string" },
    where: { type: "string" },
    inspector: { type: "string", default: "on" },
  },
});
const WARM = 2000;
const COUNT = 400;
const CONNECTIONS = 8;
/** Nothing is collected during a run, or so often that what is in flight at that moment does not matter. */
const LARGE_HEAP = "--min-semi-space-size=512 --max-semi-space-size=512";
const SMALL_HEAP = "--max-semi-space-size=1";
/** How many places `--where` shows. */
const SHOWN = 30;
const HOOKS = new URL("counting.mjs", import.meta.url).href;
const KINDS = [
  { kind: "whole, 2 KB", stream: false, tools: false },
  { kind: "whole, 24 tools", stream: false, tools: true },
  { kind: "stream, 200 chunks", stream: true, tools: false },
].filter(({ kind }) => flags.kind === undefined || kind === flags.kind);

const pair = PAIRS.find(({ client }) => client === flags.pair);
const mock = await start("mock-provider.mjs", { cpu: 1 });
const columns = [];
for (const { kind, ...options } of KINDS)
  for (const subject of subjectsFor(options)) columns.push({ kind, ...subject, ...(await measure(subject, options)) });
await mock.stop();
print();
process.exit(0);

function subjectsFor({ stream }) {
  const { provider } = pair;
  const target = stream ? streamPath(TARGETS[provider]) : TARGETS[provider];
  return [
    { name: "toolglot", file: "toolglot.mjs", args: [mock.url, provider, modelOf(provider), flags.inspector] },
    { name: "parse and re-serialise", file: "reserialise.mjs", args: [mock.url, target] },
  ];
}

// Promises are counted in a run of their own, because the hooks for them allocate. So is what outlives a minor garbage collection:
// it is copied, and collected later at a far higher cost than what is dead by then.
async function measure(subject, kind) {
  const { bytes } = await counted(subject, kind, { COUNT_PROMISES: "off" });
  const { bytes: kept } = await counted(subject, kind, { COUNT_PROMISES: "off", COUNT_KEPT: "on" }, SMALL_HEAP);
  const { counts, places } = await counted(subject, kind, { COUNT_WHERE: flags.where ?? "" });
  return { counts: { ...counts, "bytes allocated": bytes, "bytes that outlive a minor collection": kept }, places };
}

async function counted({ file, args }, kind, env, heap = LARGE_HEAP) {
  const subject = await start(`subjects/${file}`, {
    args,
    quiet: true,
    env: { ...env, NODE_FLAGS: `--expose-gc ${heap} --import ${HOOKS}` },
  });
  const options = { url: subject.url, path: PATHS[pair.client], body: request(pair.client, kind) };
  await load({ ...options, connections: CONNECTIONS, count: WARM });
  await subject.ask("reset", "reset");
  await load({ ...options, connections: CONNECTIONS, count: COUNT });
  const result = await subject.ask("counts", "counts");
  await subject.stop();
  return result;
}

function print() {
  const names = [...new Set(columns.flatMap(({ counts }) => Object.keys(counts)))].toSorted();
  const titles = columns.map(({ kind, name }) => `${kind}: ${name}`);
  console.log(`| per request | ${titles.join(" | ")} |\n|---|${"---|".repeat(columns.length)}`);
  for (const name of names)
    console.log(`| ${name} | ${columns.map(({ counts }) => round((counts[name] ?? 0) / COUNT)).join(" | ")} |`);
  if (flags.where === undefined) return;
  for (const { kind, name, places } of columns) {
    console.log(`\n${flags.where}, ${kind}: ${name}`);
    const sorted = Object.entries(places).toSorted(([, one], [, other]) => other - one);
    for (const [place, count] of sorted.slice(0, SHOWN)) console.log(`${round(count / COUNT).padStart(8)}  ${place}`);
  }
}

function round(number) {
  return number >= 100 ? number.toFixed(0) : number.toFixed(1).replace(/\.0$/, "");
}
