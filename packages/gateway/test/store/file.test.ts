import { mkdir, readdir, readFile, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { FileStore, type FileStoreOptions } from "../../src/store/file.ts";
import type { StoredResponse } from "../../src/store/store.ts";
import { answer, behavesAsAStore, boundsItsSize, ROOMY } from "./behaviour.ts";
import { folder } from "./folder.ts";

const opened: FileStore[] = [];

async function open(file: string, more: Partial<FileStoreOptions> = {}): Promise<FileStore> {
  const store = new FileStore({ file, pace: 20, ...ROOMY, ...more });
  opened.push(store);
  await store.open();
  return store;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

async function newFile(): Promise<string> {
  return join(await folder(), "answers.jsonl");
}

/** A file with some small answers in it. */
async function filled(...ids: string[]): Promise<string> {
  const file = await newFile();
  const store = await open(file);
  for (const id of ids) await store.put(small(id));
  await store.close();
  return file;
}

function small(id: string): StoredResponse {
  return answer(id, { input: [], response: {} });
}

describe("a store in a file", () => {
  behavesAsAStore(async (limits) => open(await newFile(), limits));
  boundsItsSize(async (limits) => open(await newFile(), limits));
});

describe("a file with nothing in it", () => {
  it("is known to be empty once it was read, and again when all is deleted", async () => {
    const file = await newFile();
    const unread = new FileStore({ file, pace: 20, ...ROOMY });
    opened.push(unread);
    expect(unread.isEmpty).toBe(false);
    await unread.open();
    expect(unread.isEmpty).toBe(true);
    await unread.put(answer("a"));
    expect(unread.isEmpty).toBe(false);
    await unread.delete("", "a");
    expect(unread.isEmpty).toBe(true);
  });

  it("is not taken for one with something in it", async () => {
    const store = await open(await filled("a"));
    expect(store.isEmpty).toBe(false);
  });

  it("is not taken for one that cannot be read", async () => {
    const file = await newFile();
    await mkdir(file);
    expect((await open(file)).isEmpty).toBe(false);
  });
});

describe("what a file holds", () => {
  it("is read by the next process, deletions included", async () => {
    const file = await newFile();
    const first = await open(file);
    await first.put(answer("a"));
    await first.put(answer("b"));
    await first.delete("", "a");
    await first.close();
    const second = await open(file);
    expect(await second.get("", "a")).toBeUndefined();
    expect(await second.get("", "b")).toEqual(answer("b"));
  });

  it("is readable by its owner only", async () => {
    const file = await filled("a");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("is JSON, line by line", async () => {
    const lines = (await readFile(await filled("a", "b"), "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).put)).toEqual([
      ["", "a"],
      ["", "b"],
    ]);
  });

  it("is reduced to smaller limits when it is opened with them", async () => {
    const file = await filled("a", "b", "c");
    const store = await open(file, { maxEntries: 1 });
    expect(await store.get("", "b")).toBeUndefined();
    expect(await store.get("", "c")).toEqual(small("c"));
  });

  it("does not grow with deleted responses", async () => {
    const file = await newFile();
    const store = await open(file, { maxEntries: 3 });
    const large = (id: number) => answer(`r${id}`, { input: ["x".repeat(100_000)] });
    for (let id = 0; id < 60; id++) await store.put(large(id));
    expect((await stat(file)).size).toBeLessThan(2_000_000);
    expect(await store.get("", "r59")).toEqual(large(59));
    await store.close();
    const again = await open(file, { maxEntries: 3 });
    expect(await again.get("", "r57")).toEqual(large(57));
    expect(await again.get("", "r56")).toBeUndefined();
  });

  it("can be read while it is rewritten", async () => {
    const store = await open(await newFile(), { maxBytes: 1e9 });
    const large = (id: number) => answer(`r${id}`, { input: ["x".repeat(50_000)] });
    for (let id = 0; id < 40; id++) await store.put(large(id));
    const deleting = Array.from({ length: 30 }, (_, id) => store.delete("", `r${id}`));
    const reading = Array.from({ length: 200 }, (_, turn) => store.get("", `r${30 + (turn % 10)}`));
    await Promise.all(deleting);
    expect((await Promise.all(reading)).every((each) => each !== undefined)).toBe(true);
  });
});

describe("damage", () => {
  it("of the last line, cut at any byte, loses that response only", async () => {
    const whole = await readFile(await filled("a", "b"));
    const file = await newFile();
    for (let length = whole.indexOf("\n") + 1; length < whole.length; length++) {
      await writeFile(file, whole.subarray(0, length));
      const troubles: unknown[] = [];
      const store = await open(file, { onTrouble: (trouble) => troubles.push(trouble) });
      expect(await store.get("", "a")).toEqual(small("a"));
      expect(await store.get("", "b")).toBeUndefined();
      await store.put(small("c"));
      await store.close();
      expect(troubles).toEqual([]);
      const again = await open(file);
      expect((await again.get("", "c"))?.id).toBe("c");
      await again.close();
    }
  });

  it("of any byte in the middle loses that response, or two if lines were joined, and is reported and moved to .corrupt", async () => {
    const whole = await readFile(await filled("a", "b", "c", "d"));
    const second = whole.indexOf("\n") + 1;
    const third = whole.indexOf("\n", second) + 1;
    for (let at = second; at < third; at++) {
      const file = await newFile();
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0x20;
      await writeFile(file, bytes);
      const troubles: unknown[] = [];
      const store = await open(file, { onTrouble: (trouble) => troubles.push(trouble) });
      const found = await Promise.all(["a", "b", "c", "d"].map(async (id) => (await store.get("", id))?.id));
      expect(found).toEqual(["a", undefined, at === third - 1 ? undefined : "c", "d"]);
      expect(troubles).toEqual([expect.stringContaining("damaged")]);
      const aside = await readFile(`${file}.corrupt`);
      expect(aside.subarray(0, third - 1 - second).equals(bytes.subarray(second, third - 1))).toBe(true);
      await store.close();
    }
  });

  it("is reported once", async () => {
    const file = await filled("a", "b");
    const bytes = await readFile(file);
    bytes[40] = 0;
    await writeFile(file, bytes);
    await (await open(file)).close();
    const aside = await readFile(`${file}.corrupt`);
    const troubles: unknown[] = [];
    const store = await open(file, { onTrouble: (trouble) => troubles.push(trouble) });
    expect(await store.get("", "b")).toEqual(small("b"));
    expect(troubles).toEqual([]);
    expect(await readFile(`${file}.corrupt`)).toEqual(aside);
  });

  it("of the whole file leaves an empty store", async () => {
    const file = await newFile();
    await writeFile(file, Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)));
    const store = await open(file);
    await store.put(answer("a"));
    expect(await store.get("", "a")).toEqual(answer("a"));
  });
});

describe("a file that cannot be used", () => {
  it("leaves responses in memory, is reported, and is written as soon as possible", async () => {
    const file = await newFile();
    // A folder where the file should be cannot be written to by anybody, not even by a superuser.
    await mkdir(file);
    const troubles: (string | undefined)[] = [];
    const store = await open(file, { onTrouble: (trouble) => troubles.push(trouble) });
    await store.put(answer("a"));
    await store.put(answer("gone"));
    await store.delete("", "gone");
    expect(await store.get("", "a")).toEqual(answer("a"));
    expect(troubles).toEqual([expect.stringContaining("EISDIR")]);
    await rmdir(file);
    await expect.poll(() => troubles.at(-1), { timeout: 20_000 }).toBeUndefined();
    await store.close();
    const again = await open(file);
    expect(await again.get("", "a")).toEqual(answer("a"));
    expect(await again.get("", "gone")).toBeUndefined();
  });

  it("still has its limits in memory", async () => {
    const file = await newFile();
    await mkdir(file);
    const store = await open(file, { maxEntries: 2 });
    for (const id of ["a", "b", "c"]) await store.put(answer(id));
    expect(await store.get("", "a")).toBeUndefined();
    expect(await store.get("", "c")).toEqual(answer("c"));
  });

  it("because another process has it is taken over when that releases it, with the responses of meanwhile", async () => {
    const file = await newFile();
    const first = await open(file);
    await first.put(answer("a"));
    const troubles: (string | undefined)[] = [];
    const second = await open(file, { onTrouble: (trouble) => troubles.push(trouble) });
    await second.put(answer("b"));
    expect(troubles).toEqual([expect.stringContaining(`process ${process.pid} uses it`)]);
    await first.close();
    await expect.poll(() => troubles.at(-1), { timeout: 20_000 }).toBeUndefined();
    expect(await second.get("", "a")).toEqual(answer("a"));
    expect(await second.get("", "b")).toEqual(answer("b"));
  });

  it("because of a dead process, or an earlier one with the same pid, is taken over at once", async () => {
    for (const pid of [process.pid, 2 ** 30]) {
      const file = await filled("a");
      await writeFile(`${file}.lock`, JSON.stringify({ pid, began: "1", owner: "somebody" }));
      const store = await open(file);
      expect(await store.get("", "a")).toEqual(small("a"));
      await store.close();
    }
  });

  it("leaves no temporary files", async () => {
    const file = await filled("a");
    expect(await readdir(join(file, ".."))).toEqual(["answers.jsonl"]);
  });
});
