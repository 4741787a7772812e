// Starts workerd, Cloudflare's runtime, with one Worker and the Durable Objects of the gateway.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import workerd from "workerd";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Bundles a Worker, whose path is relative to this folder. What its objects store survives a restart, until it is removed. */
export async function createWorker(name, variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-workerd-"));
  mkdirSync(join(folder, "objects"));
  await build({
    entryPoints: [join(here, name)],
    outfile: join(folder, "worker.js"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "browser"],
  });
  writeFileSync(join(folder, "config.capnp"), capnp(variables));
  return { start: () => startWorkerd(folder), remove: () => rmSync(folder, { recursive: true }) };
}

async function startWorkerd(folder) {
  const child = spawn(workerd.default ?? workerd, ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const [told] = await Promise.race([once(child.stdio[3], "data"), once(child, "exit").then(died)]);
  const { port } = JSON.parse(String(told).split("\n")[0]);
  const stop = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

function died([code]) {
  throw new Error(`workerd ended with ${code}`);
}

function capnp(variables) {
  const texts = Object.entries(variables).map(([name, value]) => `(name = "${name}", text = ${JSON.stringify(value)})`);
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .gateway),
    (name = "internet", network = (allow = ["public", "private"])),
    (name = "objects", disk = (path = "objects", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const gateway :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-10-01",
  compatibilityFlags = ["enable_request_signal"],
  durableObjectNamespaces = [(className = "ToolglotState", uniqueKey = "toolglot", enableSql = true)],
  durableObjectStorage = (localDisk = "objects"),
  bindings = [${['(name = "STATE", durableObjectNamespace = "ToolglotState")', ...texts].join(", ")}],
);
`;
}
