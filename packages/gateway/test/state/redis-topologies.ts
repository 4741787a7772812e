import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { freePort, PROGRAM, RedisServer } from "./redis-server.ts";
import type { RedisTls } from "./redis-tls.ts";

/** How servers are reached. */
interface Access {
  readonly password?: string | undefined;
  readonly tls?: RedisTls | undefined;
}

interface Replicated {
  readonly master: RedisServer;
  readonly replica: RedisServer;
  /** Kills the master when the replica has all that was written. */
  readonly failOver: () => Promise<void>;
}

/** A master and its replica; both have the same password, if any. */
export async function startReplicated(access: Access = {}): Promise<Replicated> {
  const { password, tls } = access;
  const passwords = password === undefined ? [] : ["--requirepass", password, "--masterauth", password];
  const secured = [...passwords, ...(tls?.options ?? [])];
  const master = await RedisServer.start(...secured);
  const replica = await RedisServer.start("--replicaof", `127.0.0.1 ${master.port}`, ...secured);
  await eventually(async () =>
    (await command(replica.port, ["INFO", "replication"], access)).includes("master_link_status:up"),
  );
  const offsetOf = async ({ port }: RedisServer) =>
    /master_repl_offset:\d+/.exec(await command(port, ["INFO", "replication"], access))?.[0];
  const failOver = async () => {
    await eventually(async () => (await offsetOf(master)) === (await offsetOf(replica)));
    await master.kill();
  };
  return { master, replica, failOver };
}

/** The passwords of a sentinel and of the servers that it watches. */
export interface SentinelPasswords {
  readonly own: string;
  readonly servers: string;
}

/** A sentinel that watches a master as `main`, once it knows its replica. */
export async function startSentinel(
  master: RedisServer,
  { passwords, tls }: { readonly passwords?: SentinelPasswords; readonly tls?: RedisTls } = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-sentinel-"));
  const port = await freePort();
  const lines = [
    ...(tls === undefined ? [`port ${port}`] : ["port 0", `tls-port ${port}`, ...tls.lines]),
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
    const access = { password: passwords?.own, tls };
    return (await command(port, ["SENTINEL", "REPLICAS", "main"], access)).includes("127.0.0.1");
  });
  return `redis${tls === undefined ? "" : "s"}://${passwords === undefined ? "" : `:${passwords.own}@`}127.0.0.1:${port}`;
}

/** A cluster of three masters, for all tests of the file; returns the URL of each. */
export async function startCluster(tls?: RedisTls): Promise<string[]> {
  const nodes = await Promise.all([0, 1, 2].map(() => startNode(tls)));
  const [first] = nodes;
  for (const [index, { port }] of nodes.entries()) {
    const [from, to] = [Math.floor((index * SLOTS) / 3), Math.floor(((index + 1) * SLOTS) / 3) - 1];
    await command(port, ["CLUSTER", "ADDSLOTSRANGE", String(from), String(to)], { tls });
    if (first !== undefined && port !== first.port)
      await command(port, ["CLUSTER", "MEET", "127.0.0.1", String(first.port), String(first.bus)], { tls });
  }
  for (const { port } of nodes)
    await eventually(async () => {
      const info = await command(port, ["CLUSTER", "INFO"], { tls });
      return info.includes("cluster_state:ok") && info.includes("cluster_known_nodes:3");
    });
  return nodes.map(({ port }) => `redis${tls === undefined ? "" : "s"}://127.0.0.1:${port}`);
}

const SLOTS = 16_384;

async function startNode(tls: RedisTls | undefined): Promise<{ port: number; bus: number }> {
  // By default it is the port plus 10,000, which may be none.
  const bus = await freePort();
  const options = ["--cluster-enabled", "yes", "--cluster-port", String(bus), ...(tls?.options ?? [])];
  const { port } = await RedisServer.startForFile(...options);
  return { port, bus };
}

/** The reply to a command, as text. */
async function command(port: number, words: string[], { password, tls }: Access): Promise<string> {
  const secure = tls === undefined ? {} : { tls: true as const, ca: tls.authority };
  const client = createClient({
    socket: { host: "127.0.0.1", port, reconnectStrategy: false, ...secure },
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
