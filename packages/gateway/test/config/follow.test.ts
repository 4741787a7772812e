import { chmodSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followConfig } from "../../src/config/follow.ts";
import { loadConfig } from "../../src/config/load.ts";
import { type Watch, watchConfig } from "../../src/config/watch.ts";
import type { Log } from "../../src/observe/log.ts";
import { type Served, serve } from "../../src/serve.ts";

let folder: string;
let path: string;
const watches: Watch[] = [];
const running: Served[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolglot-config-"));
  path = join(folder, "toolglot.yaml");
  writeFileSync(path, "server: { drain: 1s }", { mode: 0o600 });
});

afterEach(async () => {
  for (const watch of watches.splice(0)) watch.close();
  await Promise.all(running.splice(0).map((served) => served.close()));
  rmSync(folder, { recursive: true });
});

const eventually = { timeout: 30_000, interval: 20 };

describe("a watched file", () => {
  const counted = () => {
    const changes = { count: 0 };
    watches.push(watchConfig(path, () => changes.count++, 50));
    return changes;
  };

  it.each([
    ["is written", (text: string) => writeFileSync(path, text)],
    [
      "is replaced by another",
      (text: string) => {
        writeFileSync(`${path}.tmp`, text);
        renameSync(`${path}.tmp`, path);
      },
    ],
    [
      "is taken away and made anew",
      (text: string) => {
        unlinkSync(path);
        writeFileSync(path, text);
      },
    ],
  ])("reports every change when it %s", async (_, change) => {
    const changes = counted();
    for (const round of [1, 2, 3]) {
      change(`# ${round}`);
      await vi.waitFor(() => expect(changes.count).toBe(round), eventually);
    }
  });

  it("reports many quick changes once, and an unchanged file not at all", async () => {
    const changes = counted();
    writeFileSync(path, "server: { drain: 1s }");
    for (let round = 0; round < 20; round++) writeFileSync(path, `# ${round}`);
    await vi.waitFor(() => expect(changes.count).toBeGreaterThan(0), eventually);
    expect(changes.count).toBe(1);
  });

  it("is not watched any more after the watch is closed", async () => {
    const changes = counted();
    watches.pop()?.close();
    const others = counted();
    writeFileSync(path, "# new");
    await vi.waitFor(() => expect(others.count).toBe(1), eventually);
    expect(changes.count).toBe(0);
  });
});

describe("a gateway that reloads its config", () => {
  it("applies the new config and logs it", async () => {
    const { gateway, told, trouble } = await following();
    writeFileSync(path, "server: { drain: 2s }");
    await vi.waitFor(() => expect(gateway.config.server.drain).toBe(2000), eventually);
    expect(told).toEqual(["info: the config was reloaded"]);
    expect(await trouble()).toBeUndefined();
  });

  it("keeps the old config while the new one is invalid, and reports the problem until it is fixed", async () => {
    const { gateway, told, trouble } = await following();
    const old = gateway.config;
    writeFileSync(path, "server: { drian: 2s }");
    const reason = `${path}:1:11: "drian" is not known here; did you mean drain?`;
    await vi.waitFor(async () => expect(await trouble()).toBe(reason), eventually);
    expect(gateway.config).toBe(old);
    expect(told).toEqual([`error: the config was not reloaded, and the old one stays in use: ${reason}`]);
    writeFileSync(path, "server: { drain: 3s }");
    await vi.waitFor(async () => expect(await trouble()).toBeUndefined(), eventually);
    expect(gateway.config.server.drain).toBe(3000);
  });

  it("keeps its address and logs what needs a restart", async () => {
    const { gateway, told } = await following();
    const { port } = gateway.config.server;
    writeFileSync(path, "server: { drain: 2s, port: 9 }\nstore: { maxEntries: 5 }");
    await vi.waitFor(() => expect(told).toHaveLength(2), eventually);
    expect(gateway.config).toMatchObject({ server: { port, drain: 2000 }, store: { maxEntries: 10_000 } });
    expect(told[1]).toContain("restart");
  });

  it("refuses to remove the last key on a public address", async () => {
    writeFileSync(path, "keys: [{ name: a, key: k }]\nserver: { host: 0.0.0.0 }");
    const { gateway, trouble } = await following();
    writeFileSync(path, "server: { host: 0.0.0.0 }");
    await vi.waitFor(async () => expect(await trouble()).toContain("without keys"), eventually);
    expect(gateway.config.keys).toHaveLength(1);
  });

  it("warns about keys in a file that others can read", async () => {
    const { gateway, told } = await following();
    chmodSync(path, 0o644);
    writeFileSync(path, "providers: { a: { dialect: ollama, baseUrl: 'http://h', apiKey: sk-canary } }");
    await vi.waitFor(() => expect(gateway.config.providers.has("a")).toBe(true), eventually);
    expect(told[0]).toMatch(
      /^warn: .*toolglot\.yaml:1:\d+: providers\.a\.apiKey is a key in a file that others may read/,
    );
  });

  it("finds key files relative to the config", async () => {
    writeFileSync(join(folder, "key"), "sk-canary\n");
    writeFileSync(path, "providers: { a: { dialect: ollama, baseUrl: 'http://h', apiKey: file:key } }");
    expect((await loadConfig(path, { env: {} })).providers.get("a")?.apiKey).toBe("sk-canary");
  });
});

/** A running gateway and its output. */
interface Following extends Served {
  readonly told: string[];
  /** What `/readyz` says is wrong with the config. */
  trouble(): Promise<string | undefined>;
}

async function following(): Promise<Following> {
  const reported: string[] = [];
  const log: Log = (record) => {
    if ("level" in record) reported.push(`${record.level}: ${record.message}`);
  };
  const served = await serve({ config: await loadConfig(path, { env: {} }), port: 0, log });
  running.push(served);
  watches.push(followConfig(path, served.gateway, { env: {} }));
  const trouble = async () => {
    const answer = await fetch(`http://127.0.0.1:${served.port}/readyz`);
    return ((await answer.json()) as { troubles?: Record<string, string> }).troubles?.config;
  };
  return { ...served, told: reported, trouble };
}
