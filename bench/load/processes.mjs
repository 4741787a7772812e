// What the load needs: Redis, the provider and the gateway with its workers, each a process of its own.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DIALECTS } from "./dialects.mjs";

const MAIN = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
const PROVIDER = fileURLToPath(new URL("provider.mjs", import.meta.url));

/** The keys of the clients, by what they are for. */
export const KEYS = { admin: "key-of-the-admin", steady: "key-of-steady", faulty: "key-of-faulty" };
export const LIMITS = {
  rpm: { key: "key-with-rpm", max: 100 },
  concurrency: { key: "key-in-turn", max: 8 },
  budget: { key: "key-with-a-budget", max: 12 },
};
/** In dollars per million tokens. */
export const OUTPUT_PRICE = 1000;

/** Starts everything; `stop` ends it. */
export async function startAll({ workers, streams }) {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-load-"));
  const started = [];
  const stop = async () => {
    for (const child of started.toReversed()) await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const redis = await startRedis(folder, started);
    const provider = await startProvider(started);
    const config = join(folder, "toolglot.json");
    writeFileSync(config, JSON.stringify(configFor(provider, redis, streams)), { mode: 0o600 });
    const gateway = await startGateway(config, workers, started);
    return { provider, gateway, redis, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts Redis, with its files in a folder. */
export async function startRedis(folder, started) {
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes"];
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  child.on("error", () => {});
  await said(child, child.stdout, /Ready to accept connections/, "redis-server");
  return { url: `redis://127.0.0.1:${port}/0`, pid: child.pid };
}

async function startProvider(started) {
  const child = fork(PROVIDER, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  started.push(child);
  const [urls] = await once(child, "message");
  return {
    ...urls,
    async ask(message) {
      child.send(message);
      for (;;) {
        const [reply] = await once(child, "message");
        if (reply.type === message.type) return reply;
      }
    },
  };
}

/** Starts `toolglot serve` with a config file. */
export async function startGateway(config, workers, started) {
  const args = [MAIN, "serve", "--config", config, "--port", "0", "--workers", String(workers), "--json"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let problems = "";
  child.stderr.on("data", (text) => {
    problems += text;
  });
  const [url] = await said(child, child.stdout, /http:\/\/127\.0\.0\.1:\d+/, "toolglot serve", () => problems);
  child.stdout.resume();
  const pids = () => [child.pid, ...childrenOf(child.pid)];
  return { url, pids, problems: () => problems, isRunning: () => child.exitCode === null };
}

/** Waits until a process has said something. */
function said(child, stream, pattern, name, details = () => "") {
  return new Promise((resolve, reject) => {
    let text = "";
    stream.on("data", function listen(chunk) {
      text += chunk;
      const found = pattern.exec(text);
      if (found === null) return;
      stream.off("data", listen);
      resolve(found);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}: ${details()}`)));
  });
}

function childrenOf(pid) {
  // A thread may have started them.
  const tasks = readdirSync(`/proc/${pid}/task`);
  const lists = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim());
  return lists.filter(Boolean).flatMap((list) => list.split(" ").map(Number));
}

// The event loop may lag for any time: clients, provider and gateway share the machine.
function configFor(provider, redis, streams) {
  const retries = { attempts: 2, delay: "10ms" };
  const providers = Object.fromEntries(
    Object.keys(DIALECTS).map((dialect) => {
      const baseUrl = dialect.startsWith("openai") ? `${provider.simulator}/v1` : provider.simulator;
      return [dialect, { dialect, baseUrl, apiKey: "unused", remembers: false, retries }];
    }),
  );
  const models = [{ match: "*", price: { input: 0, output: OUTPUT_PRICE } }];
  const own = { dialect: "openai-chat", baseUrl: `${provider.own}/v1`, apiKey: "unused", models };
  return {
    providers: { ...providers, own },
    keys: [
      ...Object.entries(KEYS).map(([name, key]) => ({ name, key, admin: name === "admin" })),
      { name: "rpm", key: LIMITS.rpm.key, rpm: LIMITS.rpm.max },
      { name: "concurrency", key: LIMITS.concurrency.key, concurrency: LIMITS.concurrency.max },
      { name: "budget", key: LIMITS.budget.key, budget: { amount: LIMITS.budget.max, per: "month" } },
    ],
    server: { maxLag: 0, maxInFlight: Math.max(1024, streams) },
    state: { redis: redis.url, timeout: "5s", onDown: { limits: "closed", stored: "closed" } },
  };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Ends a process, if it has not ended. */
export async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
