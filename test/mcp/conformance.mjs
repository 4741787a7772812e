// The MCP conformance suite against `toolglot mcp --http`, behind which stands the server with the suite's tools.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What toolglot does not offer, because it offers tools and nothing else. */
const NOT_OFFERED =
  /^(?:logging|completion|resources|prompts|elicitation|input-required|tools-call-(?:with-logging|sampling|elicitation)|tasks|sep-2640)/;

/** Checks of scenarios about tools that ask for something else as well. */
const NOT_OFFERED_CHECKS =
  /prompts|resources|missing-capability|undeclared-capability|no-log-without-loglevel|no-independent-requests/;

/** Runs the suite for one revision of the protocol, and counts. */
export async function conformance(revision, { here, main, node }) {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-conformance-"));
  const server = await listen(folder, { here, main });
  try {
    const suite = join(here, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
    const options = ["--url", server.url, "--suite", "all", "--spec-version", revision, "-o", join(folder, "results")];
    await ended(spawn(node, [suite, "server", ...options], { stdio: "ignore" }));
    return counted(join(folder, "results"));
  } finally {
    server.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function listen(folder, { here, main }) {
  const config = join(folder, "servers.json");
  const fixture = { command: process.execPath, args: [join(here, "fixture-server.mjs")] };
  writeFileSync(config, JSON.stringify({ mcpServers: { fixture } }));
  const child = spawn(process.execPath, [main, "mcp", "--mcp", config, "--http", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
      const [found] = /http:\/\/\S+/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("close", () => reject(new Error(said)));
  });
  return { child, url };
}

function counted(results) {
  const count = { scenarios: 0, passed: 0, failed: [], notOffered: 0 };
  for (const folder of readdirSync(results)) {
    const [, scenario] = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(folder);
    const checks = JSON.parse(readFileSync(join(results, folder, "checks.json"), "utf8"));
    const isOffered = !NOT_OFFERED.test(scenario);
    if (isOffered) count.scenarios++;
    for (const { id, status, errorMessage } of checks) {
      if (status === "FAILURE" && isOffered && !NOT_OFFERED_CHECKS.test(id))
        count.failed.push(`${scenario}: ${id}: ${errorMessage}`);
      else if (status === "FAILURE") count.notOffered++;
      else if (status === "SUCCESS" && isOffered) count.passed++;
    }
  }
  return count;
}

function ended(child) {
  return new Promise((resolve) => child.once("close", resolve));
}
