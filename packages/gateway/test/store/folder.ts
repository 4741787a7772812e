import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFile } from "../../../../test/support/cleanup.ts";

/** A folder of its own for a test, removed after the last test of its file. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "toolglot-store-"));
  afterFile(() => rm(path, { recursive: true, force: true }));
  return path;
}
