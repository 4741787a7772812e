// Real servers behind the gateway, and real client libraries before it.
// usage: node test/servers/run.mjs [--part sdks] [--client TEXT] [--server NAME] [--scenario TEXT] [--verbose]
import { parseArgs } from "node:util";
import { startProxy } from "../support/opt-in/proxy.mjs";
import { printSummary, printTotal } from "../support/opt-in/summary.mjs";
import { startLlama } from "./llama.mjs";
import { sdkScenarios } from "./sdks.mjs";
import { World } from "./world.mjs";

/** The dialects of llama.cpp's server, and what follows its address in their SDKs' base addresses. */
const LLAMA = { "openai-chat": "/v1", "openai-responses": "/v1", anthropic: "" };
const LONGEST = 60_000;

const text = { type: "string" };
const { values: wanted } = parseArgs({
  options: { part: text, client: text, server: text, scenario: text, verbose: { type: "boolean" } },
});

const [world, results, skipped] = [new World(), [], []];
if (wanted.part === undefined || wanted.part === "sdks") await withLlama();
printTotal(results, skipped);

async function withLlama() {
  let llama;
  try {
    llama = await startLlama();
  } catch (error) {
    skipped.push(`llama.cpp: ${error.message}`);
    return;
  }
  const proxy = await startProxy(llama.url);
  const providers = Object.entries(LLAMA).map(([dialect, path]) => [
    `llama-${dialect}`,
    { dialect, baseUrl: proxy.url + path },
  ]);
  await world.start(Object.fromEntries(providers));
  const found = [];
  for (const scenario of sdkScenarios(providers.map(([name]) => name)).filter(isWanted))
    found.push(await attempt(scenario, llama.ended));
  printSummary("official SDKs by llama.cpp", found);
  results.push(...found);
  await world.stop();
  proxy.close();
  await llama.stop();
}

function isWanted({ row, column, name }) {
  const { client = "", server = "", scenario = "" } = wanted;
  return row.includes(client) && column.includes(server) && name.includes(scenario);
}

async function attempt({ row, column, name, run }, ended) {
  world.forget();
  let failures;
  try {
    const { problems } = await Promise.race([run(world), ended, tooLong()]);
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
  if (failures.length > 0 && wanted.verbose) console.error(world.exchanges.map(tellExchange).join("\n"));
  return { row, column, name, failures };
}

function tellExchange({ method, url, status, body, text: answer }) {
  return `  ${method} ${url} ${status}\n    > ${body.slice(0, 3000)}\n    < ${answer.slice(0, 3000)}`;
}

function tooLong() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("took too long")), LONGEST).unref());
}
