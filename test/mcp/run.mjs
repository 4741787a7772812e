// Real MCP servers through the client, through `toolglot mcp`, and the MCP conformance suite against the latter.
// usage: node test/mcp/run.mjs
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectServers, parseServers, Registry } from "../../packages/toolbox/dist/index.js";
import { conformance } from "./conformance.mjs";
import { calls, servers } from "./servers.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, "node_modules");
const main = join(here, "../../packages/cli/dist/main.js");
// The suite needs a newer Node than we do.
const node = Number.parseInt(process.versions.node, 10) >= 22 ? process.execPath : join(modules, "node/bin/node");
const failures = [];

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolglot-mcp-")));
const direct = { mcpServers: patiently(servers(modules, folder)) };
await tryAll("real servers, directly", direct);
const file = join(folder, "servers.json");
writeFileSync(file, JSON.stringify(direct));
const through = { mcpServers: { toolglot: { command: process.execPath, args: [main, "mcp", "--mcp", file] } } };
await tryAll("real servers, through toolglot mcp", through);
const listening = await everythingOverHttp();
await tryAll("a real server over HTTP", { mcpServers: { everything: { url: listening.url } } });
listening.child.kill();
rmSync(folder, { recursive: true, force: true });

for (const revision of ["2025-11-25", "2026-07-28"]) {
  const { scenarios, passed, failed, notOffered } = await conformance(revision, { here, main, node });
  console.log(
    `conformance ${revision}: ${scenarios} scenarios, ${passed} checks passed, ${failed.length} failed, ${notOffered} about what is not offered`,
  );
  failures.push(...failed.map((each) => `conformance ${revision}: ${each}`));
}

for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

/** The servers, which may take long to start on a machine that is busy. */
function patiently(all) {
  const limits = { connectTimeout: 120_000, listTimeout: 120_000 };
  return Object.fromEntries(Object.entries(all).map(([name, server]) => [name, { ...server, limits }]));
}

/** What is true of a result is not even defined for a failure. */
function holds(condition) {
  try {
    return condition();
  } catch {
    return false;
  }
}

async function everythingOverHttp() {
  const [port, entry] = [await freePort(), servers(modules, folder).everything.args[0]];
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, [entry, "streamableHttp"], { env, stdio: ["ignore", "ignore", "pipe"] });
  // It says so on standard error.
  await new Promise((resolve) => child.stderr.on("data", (text) => String(text).includes("listening") && resolve()));
  return { child, url: `http://127.0.0.1:${port}/mcp` };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

async function tryAll(title, { mcpServers }) {
  const config = { mcpServers: patiently(mcpServers) };
  const connected = await connectServers(parseServers(JSON.stringify(config), { file: title }));
  failures.push(...connected.refusals.map(({ where, reason }) => `${title}: ${where}: ${reason}`));
  const registry = new Registry(connected.tools);
  const known = calls(folder).filter(([name]) => connected.tools.length === 0 || registry.find(name) !== undefined);
  let passed = 0;
  for (const [name, input, isRight] of known) {
    const told = [];
    const outcome = await registry.call(name, input, { onProgress: (message) => told.push(message) });
    if (holds(() => isRight(outcome, told))) passed++;
    else failures.push(`${title}: ${name}: ${JSON.stringify(outcome).slice(0, 300)} ${told}`);
  }
  console.log(`${title}: ${connected.tools.length} tools, ${passed} of ${known.length} calls right`);
  await connected.close();
}
