import { execFileSync } from "node:child_process";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { FileStore } from "../../src/store/file.ts";
import { answer, ROOMY } from "./behaviour.ts";
import { folder } from "./folder.ts";

const FILLER = fileURLToPath(new URL("filler.mjs", import.meta.url));

// A limit on the size of files stands in for a disk that is full: a write ends in the middle, and then fails.
it.skipIf(process.platform === "win32")(
  "a disk that is full leaves the rest in memory, and no half of a line that matters",
  async () => {
    const file = join(await folder(), "answers.jsonl");
    const script = `trap "" XFSZ; ulimit -f 20; exec "$0" "$1" "$2"`;
    const reported = JSON.parse(
      execFileSync("sh", ["-c", script, process.execPath, FILLER, file], { encoding: "utf8" }),
    );
    expect(reported).toEqual({ troubles: [expect.stringContaining("EFBIG")], found: 40 });
    const troubles: unknown[] = [];
    const store = new FileStore({ file, ...ROOMY, onTrouble: (trouble) => troubles.push(trouble) });
    const found = await Promise.all(Array.from({ length: 40 }, (_, index) => store.get("", `resp_${index}`)));
    const there = found.filter((each) => each !== undefined).map(({ id }) => id);
    expect(there.length).toBeGreaterThan(3);
    expect(there).toEqual(Array.from(there, (_, index) => `resp_${index}`));
    expect(troubles).toEqual([]);
    await store.put(answer("more"));
    expect(await store.get("", "more")).toEqual(answer("more"));
    await store.close();
  },
);

it.skipIf(process.getuid?.() === 0)("a folder that cannot be written to leaves responses in memory", async () => {
  const path = await folder();
  await chmod(path, 0o500);
  const troubles: unknown[] = [];
  const store = new FileStore({
    file: join(path, "a.jsonl"),
    ...ROOMY,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  await store.put(answer("a"));
  expect(await store.get("", "a")).toEqual(answer("a"));
  expect(troubles).toEqual([expect.stringContaining("EACCES")]);
  await store.close();
  await chmod(path, 0o700);
});
