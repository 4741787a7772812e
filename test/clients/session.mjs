import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startSimulator } from "../../packages/gateway/dist/sim/server.js";
import { answerViolations } from "../support/opt-in/rules.mjs";
import { dialects } from "./dialects.mjs";
import { ScriptedProvider } from "./provider.mjs";

const here = dirname(fileURLToPath(import.meta.url));
export const modules = join(process.env.CLIENTS_DIR ?? here, "node_modules");
const main = join(here, "../../packages/cli/dist/main.js");
const recorder = pathToFileURL(join(here, "../support/opt-in/exchanges-to-file.mjs")).href;
const LONGEST = 240_000;

/** Has an agent live through a scenario, with providers that are scripted by it. */
export async function runSession({ scenario, agent, dialect }) {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-clients-"));
  for (const name of ["home", "work"]) mkdirSync(join(folder, name));
  const plan = scenario.plan({ agent, dialect, folder, work: join(folder, "work") });
  const servers = await startProviders(folder, plan);
  try {
    return await judged({ agent, plan, folder, providers: servers.map(({ simulator }) => simulator) });
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    if (process.env.KEEP === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    else console.error(`kept ${folder}`);
  }
}

async function judged({ agent, plan, folder, providers }) {
  const started = performance.now();
  const outcome = await runAgent(withSettings(agent, plan), folder, plan);
  const ms = performance.now() - started;
  const exchanges = linesOf(join(folder, "exchanges.jsonl"));
  const failures = [
    ...common(plan, providers, outcome, exchanges),
    ...transport(agent, exchanges),
    ...(plan.judge?.(providers, outcome, exchanges) ?? []),
  ];
  return { failures, ms, outcome, exchanges };
}

async function startProviders(folder, { providers, routes }) {
  const servers = [];
  const written = {};
  for (const [name, { dialect, ...plan }] of Object.entries(providers)) {
    const server = await startSimulator({ simulator: new ScriptedProvider(plan) });
    servers.push(server);
    written[name] = { dialect, baseUrl: server.url + dialects[dialect], apiKey: "a-key", retries: { attempts: 0 } };
  }
  const file = join(folder, "toolglot.json");
  writeFileSync(file, JSON.stringify({ providers: written, routes }), { mode: 0o600 });
  return servers;
}

function withSettings(agent, { settings = {}, args = [], env = {} }) {
  return { ...agent, settings: { ...agent.settings, ...settings }, more: args, env: { ...agent.env, ...env } };
}

async function runAgent(agent, folder, { prompt = "Which words do the notes here hold?" }) {
  for (const [name, content] of Object.entries(agent.settings)) {
    const file = join(folder, "home", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  const place = { cwd: join(folder, "work"), env: environment(agent, join(folder, "home")) };
  const gateway = await startGateway(place, folder);
  try {
    const printed = gateway.lineFor(agent.title);
    const command = agent.line?.(printed) ?? printed;
    const line = [command, ...[...agent.args(prompt), ...agent.more].map(shellQuote)].join(" ");
    return await outcomeOf(spawn("sh", ["-c", line], { ...place, stdio: ["ignore", "pipe", "pipe"], detached: true }));
  } finally {
    await gateway.stop();
  }
}

/** Starts `toolglot serve`, and finds the line that it prints for an agent. */
async function startGateway({ cwd, env }, folder) {
  const exchanges = { TOOLGLOT_TEST_EXCHANGES: join(folder, "exchanges.jsonl") };
  const args = ["--import", recorder, main, "serve", "--config", "../toolglot.json", "--port", "0"];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, ...exchanges },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = outcomeOf(child);
  let printed = "";
  await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => {
      printed += text;
      if (/^ {2}curl .*\n/m.test(printed)) resolve();
    });
    ended.then(({ code, stderr }) => reject(new Error(`toolglot serve exited with ${code}: ${stderr.slice(-1000)}`)));
  });
  const lineFor = (title) => {
    const line = printed.split("\n").find((each) => each.startsWith(`  ${title} `));
    if (line === undefined) throw new Error(`toolglot serve prints no line for ${title}`);
    return line.slice(2 + title.length).trim();
  };
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { lineFor, stop };
}

function shellQuote(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function outcomeOf(child) {
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (said[name] += text));
  // With all that it has started, where it leads a group of processes.
  const kill = () => process.kill(child.spawnargs[0] === "sh" ? -child.pid : child.pid, "SIGKILL");
  const timer = setTimeout(kill, LONGEST);
  return new Promise((resolve) =>
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, ...said });
    }),
  );
}

// A proxy that is not there keeps agents from the internet; this machine is reached without it.
function environment({ env = {} }, home) {
  const nowhere = "http://127.0.0.1:9";
  return {
    CLIENTS_MODULES: modules,
    PATH: `${join(modules, ".bin")}:${process.env.PATH}`,
    HOME: home,
    TERM: "dumb",
    NO_COLOR: "1",
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: "localhost,127.0.0.1",
    ...env,
  };
}

// Holds for every scenario: it ends, and no side receives what its dialect forbids.
function common({ last }, providers, { code, stdout }, exchanges) {
  const furthest = providers.map(({ reached, plan }) => `${reached + 1} of ${plan.steps.length}`).join(" and ");
  return [
    ...(stdout.includes(last) ? [] : [`the last word did not come out (steps: ${furthest})`]),
    ...(code === 0 ? [] : [`exit code ${code}`]),
    ...providers.flatMap(({ refusals }) => [...new Set(refusals)].map((refusal) => `refused: ${refusal}`)),
    ...providers.flatMap(({ violations }) => [...violations].map((violation) => `illegal: ${violation}`)),
    ...new Set(exchanges.flatMap(answerViolations).map((violation) => `illegal: ${violation}`)),
  ];
}

function transport({ usesWebSocket = false }, exchanges) {
  const posted = exchanges.filter(({ method, webSocket = false }) => method === "POST" && !webSocket);
  return usesWebSocket && posted.length > 0 ? [`${posted.length} requests did not come over the WebSocket`] : [];
}

function linesOf(file) {
  try {
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line));
  } catch {
    // It was never written.
    return [];
  }
}
