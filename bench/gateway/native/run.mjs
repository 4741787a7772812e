// CPU time per request, measured with a mock provider and a load generator in C, which need next to none themselves:
// node bench/gateway/native/run.mjs [--pair CLIENT] [--kind TEXT] [--count N] [--rounds N] [--peers nginx,clasp,…] [--json].
// It needs a C compiler.
import { parseArgs } from "node:util";
import { KINDS, modelOf, PAIRS, PATHS, request, streamPath, TARGETS } from "../fixtures.mjs";
import { startPeers } from "../peers.mjs";
import { start } from "../subject-process.mjs";
import { prepareTraffic, startLoad, startMock } from "./traffic.mjs";

const { values: flags } = parseArgs({
  options: {
    pair: { type: "string" },
    kind: { type: "string", default: "" },
    count: { type: "string", default: "600" },
    rounds: { type: "string", default: "24" },
    peers: { type: "string", default: "" },
    json: { type: "boolean" },
  },
});
const WARM = 2000;
const CONNECTIONS = 16;
/** Streams, and requests whose tools are new, take longer than others. */
const SHARE = 0.25;

const folder = prepareTraffic();
const mock = await startMock(folder, 1);
const rows = [];
for (const pair of PAIRS.filter(({ client }) => flags.pair === undefined || client === flags.pair))
  for (const kind of KINDS.filter((each) => each.kind.includes(flags.kind))) {
    rows.push(await benchKind(pair, kind));
    if (!flags.json) console.log(lineOf(rows.at(-1)));
  }
mock.stop();
if (flags.json) console.log(JSON.stringify(rows, null, 2));
process.exit(0);

async function benchKind({ client, provider }, kind) {
  const count = Math.ceil(Number(flags.count) * (kind.stream || kind.fresh ? SHARE : 1));
  const subjects = await startSubjects({ client, provider }, kind);
  const options = { folder, cpu: 1, path: PATHS[client], body: bodyOf(client, kind), connections: CONNECTIONS };
  for (const subject of subjects) {
    const { port, headers, share = 1 } = subject;
    subject.load = startLoad({ ...options, port, headers });
    await subject.load.send(Math.ceil(WARM * share));
  }
  const costs = subjects.map(() => []);
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const [index, subject] of subjects.entries())
      costs[index].push(await measure(subject, Math.ceil(count * (subject.share ?? 1))));
  for (const { load, stop } of subjects) {
    load.stop();
    await stop();
  }
  return {
    pair: `${client} → ${provider}`,
    kind: kind.kind,
    cpu: costs.map(low),
    names: subjects.map(({ name }) => name),
  };
}

async function startSubjects({ client, provider }, { stream }) {
  const path = stream ? streamPath(TARGETS[provider]) : TARGETS[provider];
  const gateway = [mock.url, provider, modelOf(provider)];
  const names = flags.peers.split(",").filter((name) => name !== "");
  const pair = { client, provider, mock: mock.url, path };
  const peers = await startPeers(names, pair);
  return [
    { name: "floor", ...(await start("subjects/reserialise.mjs", { args: [mock.url, path] })) },
    { name: "off", ...(await start("subjects/toolglot.mjs", { args: [...gateway, "off"], quiet: true })) },
    { name: "on", ...(await start("subjects/toolglot.mjs", { args: gateway, quiet: true })) },
    ...peers,
  ];
}

/** With `fresh` tools, every description has the number of its request. */
function bodyOf(client, kind) {
  const body = request(client, kind);
  return kind.fresh ? body.replaceAll('"description":"', '"description":"######## ') : body;
}

async function measure({ usage, load }, count) {
  const before = await usage();
  await load.send(count);
  const after = await usage();
  return (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / count;
}

/** What is disturbed costs more, never less: the lower eighth. */
function low(costs) {
  return costs.toSorted((one, other) => one - other)[costs.length >> 3];
}

function lineOf({ pair, kind, names, cpu: [floor, ...others] }) {
  const cells = others.map(
    (cost, index) => `${names[index + 1]} ${cost.toFixed(0)} µs, ${(cost / floor).toFixed(2)} ×`,
  );
  return `| ${pair} | ${kind} | floor ${floor.toFixed(0)} µs | ${cells.join(" | ")} |`;
}
