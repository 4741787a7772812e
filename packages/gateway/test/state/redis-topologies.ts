import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { freePort, PROGRAM, RedisServer } from "./redis-server.ts";

/** A master and its replica; both have the same password, if any. */
export async function startReplicated(password?: string): Promise<{ master: RedisServer; replica: RedisServer }> {
  const secured = password === undefined ? [] : ["--requirepass", password, "--masterauth", password];
  const master = await RedisServer.start(...secured);
  const replica = await RedisServer.start("--replicaof", `127.0.0.1 ${master.port}`, ...secured);
  await eventually(async () =>
    (await command(replica.port, ["INFO", "replication"], password)).includes("master_link_status:up"),
  );
  return { master, replica };
}

/** The passwords of a sentinel and of the servers that it watches. */
export interface SentinelPasswords {
  readonly own: string;
  readonly servers: string;
}

/** A sentinel that watches a master as `main`, once it knows its replica. */
export async function startSentinel(master: RedisServer, passwords?: SentinelPasswords): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-sentinel-"));
  const port = await freePort();
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${folder}`,
    `sentinel monitor main 127.0.0.1 ${master.port} 1`,
    "sentinel down-after-milliseconds main 1000",
    "sentinel failover-timeout main 3000",
    ...(passwords === undefined
      ? []
      : [`requirepass ${passwords.own}`, `sentinel auth-pass main ${passwords.servers}`]),
  ];
  const file = join(folder, "sentinel.conf");
  writeFileSync(file, lines.join("\n"));
  const child = spawn(PROGRAM ?? "", [file, "--sentinel"], { stdio: "ignore" });
  afterTest(async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  });
  await eventually(async () => {
    return (await command(port, ["SENTINEL", "REPLICAS", "main"], passwords?.own)).includes("127.0.0.1");
  });
  return `redis://${passwords === undefined ? "" : `:${passwords.own}@`}127.0.0.1:${port}`;
}

/** A cluster of three masters, for all tests of the file; returns the URL of each. */
export async function startCluster(): Promise<string[]> {
  const nodes = await Promise.all([0, 1, 2].map(startNode));
  const [first] = nodes;
  for (const [index, { port }] of nodes.entries()) {
    const [from, to] = [Math.floor((index * SLOTS) / 3), Math.floor(((index + 1) * SLOTS) / 3) - 1];
    await command(port, ["CLUSTER", "ADDSLOTSRANGE", String(from), String(to)]);
    if (first !== undefined && port !== first.port)
      await command(port, ["CLUSTER", "MEET", "127.0.0.1", String(first.port), String(first.bus)]);
  }
  for (const { port } of nodes)
    await eventually(async () => {
      const info = await command(port, ["CLUSTER", "INFO"]);
      return info.includes("cluster_state:ok") && info.includes("cluster_known_nodes:3");
    });
  return nodes.map(({ port }) => `redis://127.0.0.1:${port}`);
}

const SLOTS = 16_384;

async function startNode(): Promise<{ port: number; bus: number }> {
  // By default it is the port plus 10,000, which may be none.
  const bus = await freePort();
  const { port } = await RedisServer.startForFile("--cluster-enabled", "yes", "--cluster-port", String(bus));
  return { port, bus };
}

/** The reply to a command, as text. */
async function command(port: number, words: string[], password?: string): Promise<string> {
  const client = createClient({
    url: `redis://127.0.0.1:${port}`,
    socket: { reconnectStrategy: false },
    ...(password === undefined ? {} : { password }),
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return JSON.stringify(await client.sendCommand(words));
  } finally {
    client.destroy();
  }
}

async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exit;
}
