import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { ConfigError, type KeyEntry, keysIn } from "@toolglot/gateway";
import { Failure, MultipleFailures } from "../failure.ts";
import { loadGatewayConfig } from "../gateway/load.ts";

/** The keys of a config: those in its file of keys, which can be changed, and the names of all. */
export interface KeyStore {
  readonly path: string;
  readonly entries: readonly KeyEntry[];
  readonly names: readonly string[];
}

/** Finds the file of keys by the config. */
export async function openKeys(config: string | undefined): Promise<KeyStore> {
  const { config: loaded, file } = await loadGatewayConfig(config);
  const { keyFile, keys } = loaded;
  if (file === undefined || keyFile === undefined)
    throw new Failure("keys belong to a config: write toolglot.yaml first, or name one with --config");
  const names = keys.map(({ name }) => name);
  if (!existsSync(keyFile)) return { path: keyFile, entries: [], names };
  const { keys: entries } = JSON.parse(readFileSync(keyFile, "utf8")) as { readonly keys: readonly KeyEntry[] };
  return { path: keyFile, entries, names };
}

/** Replaces the file of keys at once, so that a gateway never reads a half of it. */
export async function saveKeys(path: string, entries: readonly KeyEntry[]): Promise<void> {
  const text = `${JSON.stringify({ keys: entries }, undefined, 2)}\n`;
  await check(text);
  const temporary = `${path}.new`;
  writeFileSync(temporary, text, { mode: 0o600 });
  renameSync(temporary, path);
}

async function check(text: string): Promise<void> {
  try {
    await keysIn(text, "the new key", { env: {} });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new MultipleFailures(error.problems.map(({ message, fix }) => new Failure(`${message}; ${fix}`)));
  }
}

/** The key with a name; a key of the config can only be changed there. */
export function entryNamed({ entries, names, path }: KeyStore, name: string): KeyEntry {
  const entry = entries.find((each) => each.name === name);
  if (entry !== undefined) return entry;
  throw new Failure(
    names.includes(name)
      ? `the key ${name} is in the config or the environment, not in ${path}: change it there`
      : `there is no key named ${JSON.stringify(name)}; toolglot keys list shows them all`,
  );
}
