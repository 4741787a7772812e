import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { FileStore } from "../../src/store/file.ts";
import { folder } from "./folder.ts";

const WRITER = fileURLToPath(new URL("writer.mjs", import.meta.url));

it("has all acknowledged responses after its process was killed, repeatedly", async () => {
  const file = join(await folder(), "answers.jsonl");
  let next = 0;
  for (let round = 0; round < 3; round++) {
    next = (await writeUntilKilled([file, String(next)], 50 + round * 37)) + 1;
    expect(await wrongIn(file, 0, next)).toEqual([]);
  }
});

it("has the latest responses if the file is constantly compacted", async () => {
  const file = join(await folder(), "answers.jsonl");
  let next = 0;
  for (let round = 0; round < 3; round++) {
    next = (await writeUntilKilled([file, String(next), "100000", "20"], 60 + round * 7)) + 1;
    expect(await wrongIn(file, next - 15, next)).toEqual([]);
  }
});

/** Lets a process write until it has acknowledged so many, kills it, and returns the last acknowledged one. */
async function writeUntilKilled(options: readonly string[], count: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let reported = "";
  let troubles = "";
  child.stderr.on("data", (chunk) => {
    troubles += chunk;
  });
  child.stdout.on("data", (chunk) => {
    reported += chunk;
    if (reported.split("\n").length > count) child.kill("SIGKILL");
  });
  await once(child, "close");
  expect(troubles).toBe("");
  return Number(reported.trimEnd().split("\n").at(-1));
}

/** The numbers that are not as acknowledged: every third is deleted, all others exist. */
async function wrongIn(file: string, start: number, end: number): Promise<number[]> {
  const troubles: unknown[] = [];
  const store = new FileStore({
    file,
    maxEntries: 1e6,
    maxBytes: 1e9,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  const wrong: number[] = [];
  for (let number = start; number < end; number++) {
    const found = await store.get("ann", `resp_${number}`);
    if ((found?.created === number) === (number % 3 === 0)) wrong.push(number);
  }
  await store.close();
  expect(troubles).toEqual([]);
  return wrong;
}
