import { chmodSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Config } from "../../src/config/config.ts";
import { type Configured, followConfig } from "../../src/config/follow.ts";
import { loadConfig } from "../../src/config/load.ts";
import { type Watch, watchConfig } from "../../src/config/watch.ts";

let folder: string;
let path: string;
const watches: Watch[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolglot-config-"));
  path = join(folder, "toolglot.yaml");
  writeFileSync(path, "server: { drain: 1s }", { mode: 0o600 });
});

afterEach(() => {
  for (const watch of watches.splice(0)) watch.close();
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
  ])("tells of every change when it %s", async (_, change) => {
    const changes = counted();
    for (const round of [1, 2, 3]) {
      change(`# ${round}`);
      await vi.waitFor(() => expect(changes.count).toBe(round), eventually);
    }
  });

  it("tells once of many changes in a row, and not of none", async () => {
    const changes = counted();
    writeFileSync(path, "server: { drain: 1s }");
    for (let round = 0; round < 20; round++) writeFileSync(path, `# ${round}`);
    await vi.waitFor(() => expect(changes.count).toBeGreaterThan(0), eventually);
    expect(changes.count).toBe(1);
  });

  it("is let go of when the watch is closed", async () => {
    const changes = counted();
    watches.pop()?.close();
    writeFileSync(path, "# new");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(changes.count).toBe(0);
  });
});

describe("a gateway that follows its config", () => {
  it("has what is new, and tells so", async () => {
    const gateway = await following();
    writeFileSync(path, "server: { drain: 2s }");
    await vi.waitFor(() => expect(gateway.config.server.drain).toBe(2000), eventually);
    expect(gateway.told).toEqual(["info: the config was read anew"]);
  });

  it("keeps the old where the new has mistakes, says so, and forgets the trouble when they are mended", async () => {
    const gateway = await following();
    const old = gateway.config;
    writeFileSync(path, "server: { drian: 2s }");
    await vi.waitFor(() => expect(gateway.troubles.size).toBe(1), eventually);
    expect(gateway.config).toBe(old);
    expect(gateway.troubles.get("config")).toBe(`${path}:1:11: "drian" is not known here; did you mean drain?`);
    expect(gateway.told).toEqual([
      expect.stringContaining("error: the config was not read anew, and the old one holds on"),
    ]);
    writeFileSync(path, "server: { drain: 3s }");
    await vi.waitFor(() => expect(gateway.troubles.size).toBe(0), eventually);
    expect(gateway.config.server.drain).toBe(3000);
  });

  it("stays at its address, and says what needs a restart", async () => {
    const gateway = await following();
    writeFileSync(path, "server: { drain: 2s, port: 9 }\nstore: { maxEntries: 5 }");
    await vi.waitFor(() => expect(gateway.told).toHaveLength(2), eventually);
    expect(gateway.config).toMatchObject({ server: { port: 4141, drain: 2000 }, store: { maxEntries: 10_000 } });
    expect(gateway.told[1]).toContain("restart");
  });

  it("does not let its last key go while the world can reach it", async () => {
    writeFileSync(path, "keys: [{ name: a, key: k }]\nserver: { host: 0.0.0.0 }");
    const gateway = await following();
    writeFileSync(path, "server: { host: 0.0.0.0 }");
    await vi.waitFor(() => expect(gateway.troubles.get("config")).toContain("without keys"), eventually);
    expect(gateway.config.keys).toHaveLength(1);
  });

  it("warns of keys in a file that others may read", async () => {
    const gateway = await following();
    chmodSync(path, 0o644);
    writeFileSync(path, "providers: { a: { dialect: ollama, baseUrl: 'http://h', apiKey: sk-canary } }");
    await vi.waitFor(() => expect(gateway.config.providers.has("a")).toBe(true), eventually);
    expect(gateway.told[0]).toMatch(
      /^warn: .*toolglot\.yaml:1:\d+: the key of a stands in a file that others may read/,
    );
  });

  it("finds files of keys beside the config", async () => {
    writeFileSync(join(folder, "key"), "sk-canary\n");
    writeFileSync(path, "providers: { a: { dialect: ollama, baseUrl: 'http://h', apiKey: file:key } }");
    expect((await loadConfig(path, { env: {} })).providers.get("a")?.apiKey).toBe("sk-canary");
  });
});

/** What a gateway was told of its config. */
class Told implements Configured {
  config: Config;
  readonly troubles = new Map<string, string>();
  readonly told: string[] = [];

  constructor(config: Config) {
    this.config = config;
  }

  configure(config: Config): void {
    this.config = config;
  }

  report(part: string, trouble: string | undefined): void {
    if (trouble === undefined) this.troubles.delete(part);
    else this.troubles.set(part, trouble);
  }

  log(level: string, _: string, message: string): void {
    this.told.push(`${level}: ${message}`);
  }
}

async function following(): Promise<Told> {
  const gateway = new Told(await loadConfig(path, { env: {} }));
  watches.push(followConfig(path, gateway, { env: {} }));
  return gateway;
}
