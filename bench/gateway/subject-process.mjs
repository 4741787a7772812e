// A process of the benchmark, on a CPU of its own and controlled over IPC.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TASKSET = "/usr/bin/taskset";

/**
 * Starts a script that prints the port that it listens on. `cpu` pins it to that CPU, where the system allows it; the output
 * of a quiet one is discarded. `runtime` is the program that runs it.
 */
export async function start(script, { args = [], cpu = 0, env = {}, quiet = false, runtime = process.execPath } = {}) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const node = [runtime, ...(env.NODE_FLAGS ?? "--expose-gc").split(" "), file, ...args];
  const [command, ...rest] = existsSync(TASKSET) ? [TASKSET, "-c", String(cpu), ...node] : node;
  const child = spawn(command, rest, {
    stdio: ["ignore", "ignore", quiet ? "ignore" : "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
  const { port } = await message(child, "ready");
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** The CPU time that it has used so far. */
    async usage() {
      child.send("usage");
      return message(child, "usage");
    },
    /** Its memory after a garbage collection. */
    async memory() {
      child.send("memory");
      return message(child, "usage");
    },
    /** Sends what a script of `--import` listens for, and resolves to its reply. */
    async ask(text, type) {
      child.send(text);
      return message(child, type);
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function message(child, type) {
  return new Promise((resolve, reject) => {
    const failed = (code) => reject(new Error(`a process of the benchmark ended with ${code}`));
    child.once("exit", failed);
    const listen = (value) => {
      if (value.type !== type) return;
      child.off("message", listen);
      child.off("exit", failed);
      resolve(value);
    };
    child.on("message", listen);
  });
}

/** What the started script does: prints its port, and responds to requests. */
export function serveBenchmark(port) {
  process.on("message", (asked) => {
    if (asked !== "memory" && asked !== "usage") return;
    // No garbage collection between rounds: with nothing in flight, V8 would drop the shapes of objects and the code that is
    // optimized for them, which a long-running server keeps.
    if (asked === "memory") globalThis.gc?.();
    process.send({ type: "usage", cpu: process.cpuUsage(), rss: process.memoryUsage.rss() });
  });
  // A benchmark that fails leaves nobody behind.
  process.on("disconnect", () => process.exit());
  process.send({ type: "ready", port });
}
