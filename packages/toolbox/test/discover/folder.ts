import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Discovered, type DiscoverOptions, discover } from "../../src/index.ts";

/** A fresh folder that only its owner may write to. */
export function freshFolder(...names: string[]): string {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), "toolglot-tools-"))), ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** An executable file. */
export function script(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

/** An executable that prints this for `--schema`, and its input for everything else. */
export function tool(folder: string, name: string, printed: unknown): string {
  const text = typeof printed === "string" ? printed : JSON.stringify(printed);
  writeFileSync(join(folder, `.${name}.json`), text);
  const answer = `cat "$(dirname "$0")/.${name}.json"`;
  return script(folder, name, `#!/bin/sh\nif [ "$1" = --schema ]; then ${answer}; else cat; fi\n`);
}

/** A definition in which everything is in order. */
export function definition(name: string, more: object = {}): Record<string, unknown> {
  const parameters = { type: "object", properties: { text: { type: "string" } } };
  return { name, description: `Does ${name}.`, parameters, ...more };
}

/** What is found in folders, without a word about hidden files, which hold what the tools print. */
export async function find(
  directories: readonly string[],
  options: Partial<DiscoverOptions> = {},
): Promise<Discovered> {
  // A machine that is busy takes longer than users want to wait.
  const { tools, refusals } = await discover({ directories, timeout: 60_000, ...options });
  return { tools, refusals: refusals.filter(({ reason }) => reason !== "a hidden file") };
}
