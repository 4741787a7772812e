import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder of its own for a test, gone after the last of its file. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "toolglot-store-"));
  made.push(path);
  return path;
}

const made: string[] = [];

afterAll(async () => {
  await Promise.all(made.map((path) => rm(path, { recursive: true, force: true })));
});
