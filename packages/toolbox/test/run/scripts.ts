import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "toolglot-run-"));
let count = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program of a few lines for this test file; its path. */
export function script(text: string, interpreter = "/bin/sh"): string {
  return write(`#!${interpreter}\n${text}\n`);
}

/** The same for Node.js. */
export function nodeScript(text: string): string {
  return script(text, process.execPath);
}

export function write(text: string | Uint8Array, mode = 0o755): string {
  const path = join(folder, `program-${count++}`);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

export function place(name: string): string {
  return join(folder, name);
}
