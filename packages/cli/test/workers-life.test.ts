import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { fileWith, outcomeOf, start } from "./run.ts";
import { HELLO, post, type Serving, until } from "./serving.ts";
import { say, served, startTwoWorkers, workersOf } from "./workers.ts";

const STALLED = { ...HELLO, model: "sim/fault-stall@4", stream: true };

describe.skipIf(process.platform !== "linux")("the life of workers", { timeout: 180_000 }, () => {
  it("replaces a worker that dies, whose streams break off, while the others go on; and reloads the config in all", async () => {
    const config = fileWith("routes: [{ match: old, to: sim/default }]", "toolglot.yaml");
    const gateway = await workers(["--config", config]);
    const [first = 0, second = 0] = workersOf(gateway);
    const streams: OpenStream[] = [];
    for (let index = 0; index < 4; index++) streams.push(await stalledStream(gateway));
    process.kill(first, "SIGKILL");
    await until(() => streams.find(({ ended }) => ended !== undefined), gateway.child);
    await until(
      () => /worker \d ended by SIGKILL, and is replaced/.exec(gateway.output.stderr) ?? undefined,
      gateway.child,
    );
    await until(() => (workersOf(gateway).length === 2 ? true : undefined), gateway.child);
    expect(workersOf(gateway)).toContain(second);
    expect(new Set(streams.map(({ ended }) => ended))).toEqual(new Set(["broken off", undefined]));
    writeFileSync(config, "routes: [{ match: new, to: sim/default }]");
    await until(() => /the config was reloaded/.exec(gateway.output.stderr) ?? undefined, gateway.child);
    // The worker that was started before the change, and the one that was started by then or later.
    await untilBothServe(gateway, "new");
    for (let index = 0; index < 4; index++) expect((await say(gateway, { model: "old" })).status).toBe(404);
  });

  it("reads the config and what it refers to again when SIGHUP says so, in all processes", async () => {
    const secret = fileWith("a-first-key", "secret");
    const config = fileWith(`keys: [{ name: ann, key: "file:${secret}" }]`, "toolglot.yaml");
    const gateway = await workers(["--config", config]);
    writeFileSync(secret, "a-second-key");
    // Processes of a group get it at once.
    for (const pid of [gateway.child.pid ?? 0, ...workersOf(gateway)]) process.kill(pid, "SIGHUP");
    await until(() => /the config was reloaded/.exec(gateway.output.stderr) ?? undefined, gateway.child);
    const statuses = async (key: string) =>
      Promise.all(Array.from({ length: 4 }, async () => (await say(gateway, {}, { "x-api-key": key })).status));
    await expect.poll(() => statuses("a-second-key"), { timeout: 60_000 }).toEqual([200, 200, 200, 200]);
    expect(await statuses("a-first-key")).toEqual([401, 401, 401, 401]);
    expect(workersOf(gateway)).toHaveLength(2);
  });

  it("waits for streams at the first signal, and ends them at the second", async () => {
    const gateway = await workers();
    const stream = await stalledStream(gateway);
    gateway.child.kill("SIGTERM");
    await until(() => /waiting for 1 request/.exec(gateway.output.stderr) ?? undefined, gateway.child);
    expect(stream.ended).toBeUndefined();
    gateway.child.kill("SIGTERM");
    expect(await gateway.outcome).toMatchObject({ code: 0 });
    // The process may have ended before its last bytes are read here.
    await stream.read;
    expect(stream.text).toContain("event: error");
  });

  it("leaves no worker behind if the first process is killed", async () => {
    const gateway = await workers();
    const pids = workersOf(gateway);
    gateway.child.kill("SIGKILL");
    await gateway.outcome;
    for (const pid of pids) await untilGone(pid);
  });

  it("says why it does not start", async () => {
    const gateway = await workers();
    const { port } = new URL(gateway.url);
    const second = start(["serve", "--workers", "2", "--port", port]);
    const stderr = expect.stringContaining(`port ${port} is already in use; use another one`);
    expect(await outcomeOf(second)).toMatchObject({ code: 1, stderr });
  });
});

/** A gateway that ends with the test. */
async function workers(args: readonly string[] = []): Promise<Serving> {
  const gateway = await startTwoWorkers(args);
  afterTest(async () => {
    gateway.child.kill("SIGKILL");
    await gateway.outcome;
  });
  return gateway;
}

interface OpenStream {
  text: string;
  ended: "complete" | "broken off" | undefined;
  /** Resolves at its end. */
  read: Promise<void>;
}

/** A stream of which the beginning was read; what follows is collected. */
async function stalledStream({ url }: Serving): Promise<OpenStream> {
  // Not with `connection: close`: Node's fetch would take the end of the connection for the end of the response.
  const { body } = await post(`${url}/v1/messages`, STALLED);
  const stream: OpenStream = { text: "", ended: undefined, read: Promise.resolve() };
  const chunks = (body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  stream.text += Buffer.from((await chunks.next()).value ?? "").toString();
  stream.read = collect(chunks, stream);
  return stream;
}

async function collect(chunks: AsyncIterator<Uint8Array>, stream: OpenStream): Promise<void> {
  try {
    for (let next = await chunks.next(); !next.done; next = await chunks.next())
      stream.text += Buffer.from(next.value).toString();
    stream.ended = "complete";
  } catch {
    stream.ended = "broken off";
  }
}

async function untilBothServe(gateway: Serving, model: string): Promise<void> {
  const before = served(gateway).length;
  while (new Set(served(gateway).slice(before)).size < 2) {
    await say(gateway, { model });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function untilGone(pid: number): Promise<void> {
  for (;;)
    try {
      process.kill(pid, 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
    } catch {
      return;
    }
}
