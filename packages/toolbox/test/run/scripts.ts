import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFile } from "../../../../test/support/cleanup.ts";

let folder: string | undefined;
let count = 0;

/** A program of a few lines for this test file; its path. */
export function script(text: string, interpreter = "/bin/sh"): string {
  return write(`#!${interpreter}\n${text}\n`);
}

/** The same for Node.js. */
export function nodeScript(text: string): string {
  return script(text, process.execPath);
}

export function write(text: string | Uint8Array, mode = 0o755): string {
  const path = place(`program-${count++}`);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

export function place(name: string): string {
  folder ??= freshFolder();
  return join(folder, name);
}

function freshFolder(): string {
  const made = mkdtempSync(join(tmpdir(), "toolglot-run-"));
  afterFile(() => {
    rmSync(made, { recursive: true, force: true });
    folder = undefined;
  });
  return made;
}
