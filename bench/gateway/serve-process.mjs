// `toolglot serve` as a program of its own, with the processor time of its processes.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
/** How much of what a gateway says is kept, in characters. */
const MOST_SAID = 10_000;

/** The gateways that run: none of them outlives the benchmark, however that ends. */
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts it with a config; `pids` are its processes, the one that was started first. */
export async function startServe(config, workers) {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-bench-"));
  // Not beside the log: a gateway watches the folder of its config, and would wake up for each write.
  const file = join(folder, "config", "toolglot.json");
  mkdirSync(join(folder, "config"));
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  const args = [MAIN, "serve", "--config", file, "--port", "0", "--workers", String(workers)];
  const log = join(folder, "log");
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", openSync(log, "w")] });
  running.add(child);
  // What ends a gateway while it is measured would look like a refused connection.
  child.once("exit", (code, signal) => {
    const said = readFileSync(log, "utf8").slice(-MOST_SAID);
    console.error(`toolglot serve --workers ${workers} ended with ${signal ?? code}:\n${said}`);
    process.exit(1);
  });
  const port = await portOf(child);
  const stop = () => {
    child.removeAllListeners("exit");
    child.kill("SIGKILL");
    running.delete(child);
    rmSync(folder, { recursive: true });
  };
  return { port, pids: [child.pid, ...childrenOf(child.pid)], stop };
}

function portOf(child) {
  let said = "";
  return new Promise((resolve) => {
    // A line may come in several pieces, and a part of a port is a port too.
    child.stdout.on("data", (text) => {
      said = `${said}${text}`.slice(-MOST_SAID);
      const [, port] = /http:\/\/127\.0\.0\.1:(\d+)\s/.exec(said) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
  });
}

function childrenOf(pid) {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

/** The processor time of all threads of a process, in nanoseconds. https://docs.kernel.org/scheduler/sched-stats.html */
export function cpuOf(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const times = tasks.map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]));
  return times.reduce((total, time) => total + time, 0);
}
