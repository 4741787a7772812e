import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { hasRedis } from "../../gateway/test/state/redis-server.ts";

const SCRIPT = fileURLToPath(new URL("../../../bench/load/run.mjs", import.meta.url));
/** The whole of it takes minutes: `node bench/load/run.mjs`. */
const SMALL = ["--requests", "200", "--streams", "40", "--json"];

interface Condition {
  readonly name: string;
  readonly holds: boolean;
}

it.skipIf(!hasRedis || process.platform !== "linux")(
  "loses nothing, mixes nothing up and counts everything once, with workers, Redis and faults",
  { timeout: 480_000 },
  async () => {
    const { conditions } = await load();
    expect(conditions.length).toBeGreaterThan(8);
    // Memory is still growing: code is compiled, and caches are filled.
    expect(conditions.filter(({ name, holds }) => !holds && name !== "memory flat")).toEqual([]);
  },
);

function load(): Promise<{ readonly conditions: readonly Condition[] }> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [SCRIPT, ...SMALL], { maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      if (stdout === "") reject(new Error(`${error?.message} ${stderr}`));
      else resolve(JSON.parse(stdout));
    });
  });
}
