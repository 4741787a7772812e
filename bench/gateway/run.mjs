// The gateway compared with its lower bounds and others, in one run; README.md tells how to read it:
// node bench/gateway/run.mjs [--quick] [--json] [--pair CLIENT] [--kind TEXT] [--only requests|cold|memory] [--peers nginx,clasp,…] [--runtimes node@24,bun]
import { parseArgs } from "node:util";
import { about } from "../machine.mjs";
import { bodyOf, KINDS, modelOf, PAIRS, PATHS, request, streamPath, TARGETS } from "./fixtures.mjs";
import { hold } from "./load.mjs";
import { startPeers } from "./peers.mjs";
import { runtimes } from "./runtimes.mjs";
import { start } from "./subject-process.mjs";
import { coldTable, kindTable, memoryTable, title } from "./table.mjs";
import { startTraffic } from "./traffic.mjs";

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean" },
    json: { type: "boolean" },
    pair: { type: "string" },
    kind: { type: "string", default: "" },
    only: { type: "string" },
    peers: { type: "string", default: "" },
    runtimes: { type: "string", default: "" },
  },
});
/** Short rounds, in which the subjects take turns: a busy moment of the machine meets few of them. */
const plan = flags.quick ? { count: 100, streams: 40, rounds: 3 } : { count: 400, streams: 150, rounds: 16 };
/** How many requests each subject has answered before it is measured: a person's gateway has seen few thousands. */
const WARM = flags.quick ? { count: 200, streams: 50 } : { count: 2000, streams: 2000 };
/** What a gateway that was just started costs: how often it is started, and the phases of its first requests. */
const COLD = { starts: flags.quick ? 1 : 5, phases: [200, 1800] };
const OPEN = 1000;

const { mock, connect, name: language } = await startTraffic();
const results = { ...about(), plan, traffic: language, cold: [], pairs: [], memory: [] };
const chosen = PAIRS.filter(({ client }) => flags.pair === undefined || client === flags.pair);
const isWanted = (part) => flags.only === undefined || flags.only === part;
print(title(results));
if (isWanted("cold")) {
  for (const pair of chosen) results.cold.push(await benchCold(pair));
  print(coldTable(results.cold));
}
if (isWanted("requests")) for (const pair of chosen) results.pairs.push(await benchPair(pair));
if (isWanted("memory")) {
  results.memory = await benchMemory(chosen[0]);
  print(memoryTable(results.memory));
}
await mock.stop();
if (flags.json) console.log(JSON.stringify(results, null, 2));
process.exit(0);

async function benchPair({ client, provider }) {
  const subjects = await startSubjects({ client, provider });
  const rows = [];
  for (const each of KINDS.filter(({ kind }) => kind.includes(flags.kind))) {
    const able = subjects.filter(({ wholeOnly }) => !(each.stream && wholeOnly));
    const { kind, stream } = each;
    const measured = await benchKind(able, { path: PATHS[client], body: bodyOf(client, each), stream });
    rows.push({ kind, subjects: measured });
    print(kindTable(`${client} → ${provider}`, kind, measured));
  }
  for (const { stop } of subjects) await stop();
  return { pair: `${client} → ${provider}`, rows };
}

async function benchKind(subjects, { path, body, stream }) {
  const loads = subjects.map((subject) => connect(subject, { path: pathOf(subject, stream) ?? path, body }));
  const measured = subjects.map(({ name }) => ({ name, runs: [] }));
  for (let round = 0; round <= plan.rounds; round++)
    for (const [index, subject] of subjects.entries()) {
      const { count: whole, streams } = round === 0 ? WARM : plan;
      const run = await measure(subject, loads[index], (stream ? streams : whole) * (subject.share ?? 1));
      if (round > 0) measured[index].runs.push(run);
    }
  for (const { stop } of loads) stop();
  return measured.map(({ name, runs }) => ({ name, ...medians(runs), cpu: low(runs) }));
}

/** Each table as soon as it is measured: a whole run takes long. */
function print(table) {
  if (!flags.json) console.log(table);
  else console.error(table.split("\n", 1)[0]);
}

// Most of the first requests' time goes into compiling, and a person's gateway is started often.
async function benchCold({ client, provider }) {
  const body = request(client, { stream: false, tools: false });
  const gateway = { args: [mock.url, provider, modelOf(provider)], quiet: true };
  const subjects = [
    { name: "parse and re-serialise", launch: () => start("subjects/reserialise.mjs", { args: floorArgs(provider) }) },
    { name: "toolglot", launch: () => start("subjects/toolglot.mjs", gateway) },
  ].map((subject) => ({ ...subject, runs: COLD.phases.map(() => []) }));
  for (let round = 0; round < COLD.starts; round++)
    for (const { launch, runs } of subjects) {
      const started = await launch();
      const load = connect(started, { path: PATHS[client], body });
      for (const [phase, count] of COLD.phases.entries()) runs[phase].push(await measure(started, load, count));
      load.stop();
      await started.stop();
    }
  const phases = subjects.map(({ name, runs }) => ({ name, cpu: runs.map((each) => medians(each).cpu) }));
  return { pair: `${client} → ${provider}`, subjects: phases };
}

function floorArgs(provider) {
  return [mock.url, TARGETS[provider]];
}

async function startSubjects({ client, provider }) {
  const args = floorArgs(provider);
  const { url, port, usage } = mock;
  const direct = { name: "the mock itself", url, port, usage, path: TARGETS[provider], stop: async () => {} };
  const gateway = [mock.url, provider, modelOf(provider)];
  const subjects = [
    { name: "pipe", ...(await start("subjects/pipe.mjs", { args })) },
    { name: "parse and re-serialise", ...(await start("subjects/reserialise.mjs", { args })) },
    {
      name: "toolglot",
      ...(await start("subjects/toolglot.mjs", { args: gateway, quiet: true })),
    },
    {
      name: "toolglot, inspector off",
      ...(await start("subjects/toolglot.mjs", { args: [...gateway, "off"], quiet: true })),
    },
  ];
  for (const { name, runtime } of await runtimes(list(flags.runtimes)))
    subjects.push({ name, ...(await start("subjects/toolglot.mjs", { args: gateway, quiet: true, runtime })) });
  const pair = { client, provider, mock: mock.url, path: TARGETS[provider] };
  return [direct, ...subjects, ...(await startPeers(list(flags.peers), pair))];
}

function list(names) {
  return names.split(",").filter((name) => name !== "");
}

function pathOf({ path }, stream) {
  return stream && path !== undefined ? streamPath(path) : path;
}

async function measure(subject, load, number) {
  const count = Math.ceil(number);
  const before = await subject.usage();
  const run = await load.time(count);
  const after = await subject.usage();
  const cpu = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
  return { ...run, cpu: cpu / count };
}

/** What is disturbed costs more, never less: the lower eighth. */
function low(runs) {
  return runs.map(({ cpu }) => cpu).toSorted((one, other) => one - other)[runs.length >> 3];
}

async function benchMemory({ client, provider }) {
  const rows = [];
  const subjects = await startSubjects({ client, provider });
  for (const subject of subjects.filter(({ usage, wholeOnly }) => usage !== mock.usage && !wholeOnly)) {
    const empty = (await subject.memory()).rss;
    const body = request(client, { stream: true, tools: false }).replace("The quick", '\\"hold-open\\" The quick');
    const headers = subject.headers;
    const release = await hold({ url: subject.url, path: PATHS[client], body: held(body), count: OPEN, headers });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { rss } = await subject.memory();
    rows.push({ name: subject.name, empty: empty / 2 ** 20, open: rss / 2 ** 20, each: (rss - empty) / OPEN / 1024 });
    await release();
    await subject.stop();
  }
  return rows;
}

// The mock provider recognizes the marker word in a request of any dialect.
function held(body) {
  const parsed = JSON.parse(body);
  return JSON.stringify({ ...parsed, metadata: { user_id: "hold-open" } });
}

function medians(runs) {
  const middle = (name) => runs.map((run) => run[name]).toSorted((one, other) => one - other)[runs.length >> 1];
  return Object.fromEntries(["cpu", "perSecond", "p50", "p99", "first"].map((name) => [name, middle(name)]));
}
