// Real servers behind the gateway, and real client libraries before it.
// usage: node test/servers/run.mjs [--part sdks|node|python] [--client TEXT] [--server TEXT] [--scenario TEXT] [--verbose]
import { parseArgs } from "node:util";
import { startSimulator } from "../../packages/gateway/dist/sim/server.js";
import { startProxy } from "../support/opt-in/proxy.mjs";
import { printSummary, printTotal } from "../support/opt-in/summary.mjs";
import { libraryScenarios, nodeLibraries, pythonLibraries } from "./library-scenarios.mjs";
import { startLlama } from "./llama.mjs";
import { sdkScenarios } from "./sdks.mjs";
import { World } from "./world.mjs";

/** The dialects of a provider, and what follows its address in their SDKs' base addresses. */
const SIMULATED = { "openai-chat": "/v1", "openai-responses": "/v1", anthropic: "", gemini: "", ollama: "" };
const LLAMA = { "openai-chat": "/v1", "openai-responses": "/v1", anthropic: "" };
const LONGEST = 60_000;

const text = { type: "string" };
const { values: wanted } = parseArgs({
  options: { part: text, client: text, server: text, scenario: text, verbose: { type: "boolean" } },
});

const [world, results, skipped] = [new World(), [], []];
const simulator = await startSimulator();
const llama = await orSkip("llama.cpp", startLlama);
const proxy = llama && (await startProxy(llama.url));
const simulated = providersAt("sim", simulator.url, SIMULATED);
const real = proxy ? providersAt("llama", proxy.url, LLAMA) : {};
await world.start({ ...simulated, ...real });
const servers = [...serversOf(real, "noise", false), ...serversOf(simulated, "sim-1", true)];

if (llama) await part("sdks", "official SDKs", () => sdkScenarios(Object.keys(real)));
await libraries("node", nodeLibraries);
await libraries("python", pythonLibraries);

await world.stop();
proxy?.close();
await llama?.stop();
await simulator.close();
printTotal(results, skipped);

function providersAt(name, url, dialects) {
  return Object.fromEntries(
    Object.entries(dialects).map(([dialect, path]) => [`${name}-${dialect}`, { dialect, baseUrl: url + path }]),
  );
}

function serversOf(providers, model, repeats) {
  return Object.keys(providers).map((server) => ({ server, model, repeats }));
}

async function libraries(name, start) {
  if (wanted.part !== undefined && wanted.part !== name) return;
  const found = await orSkip(`the libraries of ${name}`, start);
  if (found === undefined) return;
  await part(name, `client libraries (${name})`, () => libraryScenarios(found, servers));
  found.stop();
}

async function orSkip(what, start) {
  try {
    return await start();
  } catch (error) {
    skipped.push(`${what}: ${error.message}`);
    return undefined;
  }
}

async function part(name, title, scenarios) {
  if (wanted.part !== undefined && wanted.part !== name) return;
  const found = [];
  for (const scenario of scenarios().filter(isWanted)) found.push(await attempt(scenario));
  printSummary(title, found);
  results.push(...found);
}

function isWanted({ row, column, name }) {
  const { client = "", server = "", scenario = "" } = wanted;
  return row.includes(client) && column.includes(server) && name.includes(scenario);
}

async function attempt({ row, column, name, run }) {
  world.forget();
  let failures;
  try {
    const { problems } = await Promise.race([run(world), ...(llama ? [llama.ended] : []), tooLong()]);
    failures = problems;
  } catch (error) {
    failures = [
      String(error?.stack ?? error)
        .split("\n")
        .slice(0, 3)
        .join(" "),
    ];
  }
  failures = [...failures, ...(await world.violations())];
  console.error(`${row} / ${column} / ${name}: ${failures.join("; ").slice(0, 1500) || "passed"}`);
  if (failures.length > 0 && wanted.verbose) console.error(world.exchanges.map(described).join("\n"));
  return { row, column, name, failures };
}

function described({ method, url, status, body, text: answer }) {
  return `  ${method} ${url} ${status}\n    > ${body.slice(0, 3000)}\n    < ${answer.slice(0, 3000)}`;
}

function tooLong() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("took too long")), LONGEST).unref());
}
