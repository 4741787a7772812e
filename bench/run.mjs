// All benchmarks: node bench/run.mjs [--quick] [--json] [--only tools,requests,exchanges,streams,json]. Build the core and install the peers
// first (npm run bench does).
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { benchExchanges } from "./exchange.mjs";
import { about } from "./machine.mjs";
import { QUICK, THOROUGH } from "./measure.mjs";
import { benchRequests } from "./request.mjs";
import { benchStreams } from "./stream.mjs";
import { toMarkdown } from "./tables.mjs";
import { benchTools } from "./tools.mjs";

const PARTS = {
  tools: benchTools,
  requests: benchRequests,
  exchanges: benchExchanges,
  streams: benchStreams,
  json: benchJson,
};

const { values: flags } = parseArgs({
  options: { quick: { type: "boolean" }, json: { type: "boolean" }, only: { type: "string" } },
});
const plan = flags.quick ? QUICK : THOROUGH;
const results = { ...about(), plan };
for (const part of flags.only?.split(",") ?? Object.keys(PARTS)) results[part] = await PARTS[part](plan);
console.log(flags.json ? JSON.stringify(results, null, 2) : toMarkdown(results));

function benchJson() {
  const file = fileURLToPath(new URL("./json.mjs", import.meta.url));
  if (flags.quick || !existsSync(file)) return undefined;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  if (status !== 0) throw new Error(`json.mjs failed: ${stderr}`);
  return stdout;
}
