// Real agents, each started in a fresh home by the line that `toolglot serve` prints for it, through the gateway to scripted providers
// of each dialect.
// usage: node test/clients/run.mjs [--agent NAME] [--provider DIALECT] [--scenario NAME] [--jobs N]   (names may be several: a,b)
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { printSummary, printTotal } from "../support/opt-in/summary.mjs";
import { agents } from "./agents.mjs";
import { dialects } from "./dialects.mjs";
import { scenarios } from "./scenarios/index.mjs";
import { modules, runSession } from "./session.mjs";

const text = { type: "string" };
const { values } = parseArgs({
  options: { agent: text, provider: text, scenario: text, jobs: { ...text, default: "2" } },
});

prepare();
const waiting = selected();
const results = [];
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
for (const { name } of scenarios)
  if (results.some(({ scenario }) => scenario === name))
    printSummary(name, inOrder(results.filter(({ scenario }) => scenario === name)));
printTotal(results);

// Scripts of packages are not run on install; these two put a program in its place.
function prepare() {
  for (const script of ["@anthropic-ai/claude-code/install.cjs", "opencode-ai/postinstall.mjs"])
    spawnSync(process.execPath, [join(modules, script)], { cwd: dirname(join(modules, script)), stdio: "inherit" });
}

function selected() {
  const found = [];
  for (const scenario of scenarios.filter(({ name }) => among(values.scenario, name)))
    for (const dialect of Object.keys(dialects).filter((name) => among(values.provider, name)))
      for (const agent of agents.filter(({ name }) => among(values.agent, name)))
        if (scenario.suits?.(agent, dialect) ?? true) found.push({ scenario, agent, dialect });
  return found;
}

function among(wanted, name) {
  return wanted === undefined || wanted.split(",").includes(name);
}

async function work() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results.push(await attempt(next));
}

async function attempt({ scenario, agent, dialect }) {
  const session = await runSession({ scenario, agent, dialect }).catch(asFailed);
  const { failures, ms } = session;
  const told = failures.map((failure) => failure.slice(0, 400)).join("\n  - ");
  const verdict = failures.length === 0 ? "passed" : `FAILED\n  - ${told}`;
  console.error(`${scenario.name} ${agent.name} ${dialect} (${Math.round(ms / 1000)} s): ${verdict}`);
  if (failures.length > 0) console.error(details(session));
  return { scenario: scenario.name, row: agent.name, column: dialect, failures };
}

// What cannot even be started is one failure among others.
function asFailed(error) {
  return { failures: [String(error)], ms: 0, exchanges: [], outcome: { stdout: "", stderr: "" } };
}

function details({ exchanges, outcome: { stdout, stderr } }) {
  const failed = exchanges.filter(({ status }) => status >= 400).slice(-4);
  const requests = failed.map(({ url, path = url, status }) => `  ${path} ${status}`);
  return [...requests, `  stdout: ${stdout.slice(-300)}`, `  stderr: ${stderr.slice(-300)}`].join("\n");
}

function inOrder(found) {
  const names = [agents.map(({ name }) => name), Object.keys(dialects)];
  const place = ({ row, column }) => names[0].indexOf(row) * 10 + names[1].indexOf(column);
  return found.toSorted((one, other) => place(one) - place(other));
}
