// A program that is no script of ours: its CPU time and memory are read from the system, children included.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";

/** The kernel counts memory in pages. */
const PAGE = 4096;
const TASKSET = "/usr/bin/taskset";
/** How long a program may take to start, in milliseconds: LiteLLM imports for half a minute. */
const TIMEOUT = 180_000;

/** Starts a program and waits until it accepts connections; it gets the CPU that the other subjects have, or with `null` any. */
export async function startExternal(command, args, { port, env = {}, cpu = 0 }) {
  const [program, ...rest] =
    cpu !== null && existsSync(TASKSET) ? [TASKSET, "-c", String(cpu), command, ...args] : [command, ...args];
  const child = spawn(program, rest, { stdio: ["ignore", "ignore", "ignore"], env: { ...process.env, ...env } });
  let failure;
  child.once("error", (error) => {
    failure = error;
  });
  child.once("exit", (code) => {
    failure ??= new Error(`${command} ended with ${code}`);
  });
  await accepting(port, () => failure);
  const usage = async () => usageOf(child.pid);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    usage,
    memory: usage,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), 5000).unref();
      await ended;
    },
  };
}

/** A port that nobody listens on. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function accepting(port, failure) {
  for (const end = Date.now() + TIMEOUT; Date.now() < end; ) {
    if (failure() !== undefined) throw failure();
    if (await isAccepted(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nobody listens on port ${port}`);
}

function isAccepted(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

function usageOf(root) {
  const family = familyOf(root);
  const sum = (amountOf) => family.reduce((total, process) => total + amountOf(process), 0);
  // The kernel's clock for scheduling does not tell user from system, but counts nanoseconds, not hundredths of a second.
  return { cpu: { user: sum(({ pid }) => cpuOf(pid)), system: 0 }, rss: sum(({ pages }) => pages * PAGE) };
}

/** The CPU time of a process with all of its threads, in microseconds. https://docs.kernel.org/scheduler/sched-stats.html */
function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  return times.reduce((total, time) => total + Number(time) / 1000, 0);
}

function familyOf(root) {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const family = new Set([root]);
  // A child has a greater number than its parent, except after the numbers have begun anew.
  for (const { pid, parent } of all.toSorted((one, other) => one.pid - other.pid))
    if (family.has(parent)) family.add(pid);
  return all.filter(({ pid }) => family.has(pid));
}

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program may have spaces in it.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return [{ pid: Number(pid), parent: +fields[1], pages: +fields[21] }];
  } catch {
    // The process has ended since the list was read.
    return [];
  }
}
