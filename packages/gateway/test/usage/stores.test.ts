import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { describe, expect, it } from "vitest";
import { readUsageFile } from "../../src/store/usage/read-usage-file.ts";
import { MemoryUsage } from "../../src/usage/memory-usage.ts";
import { hasRedis, RedisServer } from "../state/redis-server.ts";
import { folder } from "../store/folder.ts";
import { addsUpUsage } from "./behaviour.ts";
import { ALWAYS, batch, NOON, row, TODAY } from "./entries.ts";
import { usageInFile, usageOnRedis } from "./stores.ts";

const DAY = 24 * 3600 * 1000;

async function newFile(): Promise<string> {
  return join(await folder(), "answers.jsonl.usage");
}

describe("usage in memory", () => {
  addsUpUsage(async () => new MemoryUsage({ days: 90, now: () => NOON }));

  it("is dropped when it is older than the days that are kept", async () => {
    let now = NOON;
    const usage = new MemoryUsage({ days: 2, now: () => now });
    await usage.add(batch(1, row({ day: "2026-11-14" }), row({ day: "2026-11-15" }), row()));
    expect((await usage.read(ALWAYS)).map(({ day }) => day)).toEqual(["2026-11-15", TODAY]);
    now += DAY;
    await usage.add(batch(2, row({ day: "2026-11-17" })));
    expect((await usage.read(ALWAYS)).map(({ day }) => day)).toEqual([TODAY, "2026-11-17"]);
  });
});

describe("usage in a file", () => {
  addsUpUsage(async () => usageInFile(await newFile()));

  it("is there for the next process, which adds to it", async () => {
    const file = await newFile();
    const first = usageInFile(file);
    await first.add(batch(1, row(), row({ key: "bob" })));
    await first.close();
    const second = usageInFile(file);
    await second.add({ ...batch(1, row()), source: "two" });
    expect(await second.read(ALWAYS)).toEqual([row({}, { requests: 2 }), row({ key: "bob" })]);
    await second.close();
    expect((await readUsageFile(file, ALWAYS)).rows).toEqual([row({}, { requests: 2 }), row({ key: "bob" })]);
  });

  it("is dropped from the file when it is too old", async () => {
    const file = await newFile();
    let now = NOON;
    const usage = usageInFile(file, {}, () => now);
    await usage.add(batch(1, row()));
    now += 90 * DAY;
    await usage.add(batch(2, row({ day: "2027-02-14" })));
    await usage.close();
    expect((await readUsageFile(file, { from: "", to: "9999-12-31" })).rows).toEqual([row({ day: "2027-02-14" })]);
  });

  it("adds to what another process has counted as soon as that releases the file, and fails until then", async () => {
    const file = await newFile();
    const first = usageInFile(file);
    await first.add(batch(1, row()));
    const second = usageInFile(file);
    const next = { ...batch(1, row()), source: "two" };
    await expect(second.add(next)).rejects.toThrow("cannot be read");
    await first.close();
    await expect.poll(() => second.add(next).then(() => "added", String), { timeout: 20_000 }).toBe("added");
    expect(await second.read(ALWAYS)).toEqual([row({}, { requests: 2 })]);
  });

  it("is read without the file's last line, if that is not complete, and without changing it", async () => {
    const file = await newFile();
    const usage = usageInFile(file);
    await usage.add(batch(1, row()));
    await usage.add(batch(2, row()));
    await usage.close();
    const content = await readFile(file);
    const cut = content.subarray(0, content.length - 3);
    await writeFile(file, cut);
    expect(await readUsageFile(file, ALWAYS)).toEqual({ rows: [row()], damagedLines: 1 });
    expect(await readFile(file)).toEqual(cut);
  });

  it("is read without its damaged lines, which are counted", async () => {
    const file = await newFile();
    const usage = usageInFile(file);
    await usage.add(batch(1, row()));
    await usage.close();
    await writeFile(file, `{"crc":"0000\n${await readFile(file, "utf8")}{"crc":"\n`);
    expect(await readUsageFile(file, ALWAYS)).toEqual({ rows: [row()], damagedLines: 2 });
  });

  it("is none where there is no file", async () => {
    expect((await readUsageFile(await newFile(), ALWAYS)).rows).toEqual([]);
  });
});

describe.skipIf(!hasRedis)("usage on Redis", () => {
  addsUpUsage(async () => usageOnRedis((await RedisServer.start()).url));

  it("has a prefix, a version and a time to live for every key", async () => {
    const { url } = await RedisServer.start();
    const usage = await usageOnRedis(url);
    await usage.add(batch(1, row(), row({ day: "2026-11-15" })));
    const client = await createClient({ url }).connect();
    const keys = (await client.keys("*")).toSorted();
    const lives = await Promise.all(keys.map((key) => client.ttl(key)));
    await client.close();
    expect(keys).toEqual([
      "test:1:usage:{2026-11-15}:batches",
      "test:1:usage:{2026-11-15}:sums",
      "test:1:usage:{2026-11-16}:batches",
      "test:1:usage:{2026-11-16}:sums",
    ]);
    for (const seconds of lives) expect(Math.abs(seconds - 91 * 24 * 3600)).toBeLessThan(600);
  });

  it("reads any number of days", async () => {
    const usage = await usageOnRedis((await RedisServer.start()).url);
    await usage.add(batch(1, row()));
    expect(await usage.read({ from: "2017-01-01", to: "2027-01-01" })).toEqual([row()]);
  });
});
