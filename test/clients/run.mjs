// Real agents, each through the gateway to a provider of each dialect, complete a tool loop.
// usage: node test/clients/run.mjs [AGENT[/DIALECT]…]
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startSimulator } from "../../packages/gateway/dist/sim/server.js";
import { agents } from "./agents.mjs";
import { Rehearsal } from "./rehearsal.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(process.env.CLIENTS_DIR ?? here, "node_modules");
const main = join(here, "../../packages/cli/dist/main.js");
const LONGEST = 240_000;

/** The dialects of providers, and what follows the server's address in their SDKs' base addresses. */
const dialects = { "openai-chat": "/v1", "openai-responses": "/v1", anthropic: "", gemini: "", ollama: "" };

prepare();
const wanted = process.argv.slice(2);
const rows = [];
for (const agent of agents)
  for (const dialect of Object.keys(dialects))
    if (wanted.length === 0 || wanted.some((word) => `${agent.name}/${dialect}`.startsWith(word)))
      rows.push(await attempt(agent, dialect));
tell(rows);
process.exitCode = rows.every(({ failures }) => failures.length === 0) ? 0 : 1;

// Scripts of packages are not run on install; these two put a program in its place.
function prepare() {
  for (const script of ["@anthropic-ai/claude-code/install.cjs", "opencode-ai/postinstall.mjs"])
    spawnSync(process.execPath, [join(modules, script)], { cwd: dirname(join(modules, script)), stdio: "inherit" });
}

async function attempt(agent, dialect) {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-clients-"));
  const plan = planFor(agent, folder);
  const simulator = new Rehearsal(plan);
  const server = await startSimulator({ simulator });
  const config = { providers: { it: { dialect, baseUrl: server.url + dialects[dialect], apiKey: "a-key" } } };
  writeFileSync(join(folder, "toolglot.json"), JSON.stringify(config));
  const started = performance.now();
  const outcome = await runAgent(agent, folder);
  const row = { agent: agent.name, dialect, ms: performance.now() - started, ...verdict(plan, simulator, outcome) };
  row.log = logOf(folder);
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  console.error(`${row.agent} ${row.dialect}: ${row.failures.join("; ") || "passed"} (${Math.round(row.ms / 1000)} s)`);
  if (row.failures.length > 0) console.error(details(row, outcome));
  return row;
}

function planFor({ settings = {}, tool, call, parallel = true }, folder) {
  const [home, work] = ["home", "work"].map((name) => join(folder, name));
  const words = (parallel ? ["first", "second"] : ["only"]).map(random);
  const files = words.map((_, index) => join(work, `note-${index}.txt`));
  for (const each of [home, work]) mkdirSync(each);
  for (const [index, file] of files.entries()) writeFileSync(file, `The word is ${words[index]}.\n`);
  for (const [name, content] of Object.entries(settings)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), JSON.stringify(content));
  }
  return { words, files, missing: join(work, random("missing")), last: random("last"), tool, call };
}

function random(name) {
  return `${name}-${Math.random().toString(36).slice(2)}`;
}

function runAgent(agent, folder) {
  const args = ["run", agent.name, "--model", "it/sim-1", "--config", "../toolglot.json", "--log", "../log.jsonl"];
  const child = spawn(process.execPath, [main, ...args, "--", ...agent.args("Which words do the notes here hold?")], {
    cwd: join(folder, "work"),
    env: environment(agent, join(folder, "home")),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: LONGEST,
    killSignal: "SIGKILL",
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (said[name] += text));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...said })));
}

// A proxy that is not there keeps agents from the internet; this machine is reached without it.
function environment({ env = {} }, home) {
  const nowhere = "http://127.0.0.1:9";
  return {
    PATH: `${join(modules, ".bin")}:${process.env.PATH}`,
    HOME: home,
    TERM: "dumb",
    NO_COLOR: "1",
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: "localhost",
    ...env,
  };
}

function verdict({ last }, { seen }, { code, stdout }) {
  const failures = [
    ...(seen.called ? [] : ["its tool was never offered"]),
    ...(seen.failed ? [] : ["the call that fails did not come back"]),
    ...(seen.returned ? [] : ["what the files hold did not come back"]),
    ...(stdout.includes(last) ? [] : ["the last word did not come out"]),
    ...(code === 0 ? [] : [`exit code ${code}`]),
    ...seen.refusals.map((refusal) => `refused: ${refusal}`),
  ];
  return { failures };
}

function logOf(folder) {
  try {
    const lines = readFileSync(join(folder, "log.jsonl"), "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

function details({ log }, { stdout, stderr }) {
  const requests = log.map(({ path, status, error, message }) => `  ${path} ${status} ${error ?? message ?? ""}`);
  return [...requests, `  stdout: ${stdout.slice(-600)}`, `  stderr: ${stderr.slice(-600)}`].join("\n");
}

function tell(rows) {
  const names = Object.keys(dialects);
  console.log(`| agent \\ provider | ${names.join(" | ")} |\n|---|${names.map(() => "---|").join("")}`);
  for (const { name } of agents) {
    const cells = names.map((dialect) => rows.find((row) => row.agent === name && row.dialect === dialect));
    console.log(
      `| ${name} | ${cells.map((row) => (row ? (row.failures.length === 0 ? "passed" : "failed") : "")).join(" | ")} |`,
    );
  }
  const passed = rows.filter(({ failures }) => failures.length === 0).length;
  console.log(`\n${passed} of ${rows.length}`);
}
