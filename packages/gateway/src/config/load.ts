import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Environment } from "../providers/environment.ts";
import type { Config } from "./config.ts";
import { KEY_FILE, keysIn } from "./key-file.ts";
import { readConfig } from "./read.ts";

/** What `loadConfig` needs beside the file. */
export interface LoadOptions {
  readonly env: Environment;
  /** Called with warnings. */
  readonly warn?: (warning: string) => void;
  /** Whether the config may run programs for credentials; not if it was found in a folder that may be somebody else's. */
  readonly trusted?: boolean;
  /** Leaves out the providers and the routes to them: their keys are needed only to send requests. */
  readonly withoutProviders?: boolean;
}

/**
 * Reads a config file, and the file of keys beside it. Paths in it are relative to its folder.
 *
 * @example
 * const config = await loadConfig("toolglot.yaml", { env: process.env, warn: console.warn });
 */
export async function loadConfig(path: string, options: LoadOptions): Promise<Config> {
  const text = readFileSync(path, "utf8");
  const resolvePath = (other: string) => resolve(dirname(path), other);
  const config = await readConfig(text, {
    ...options,
    name: path,
    readableByOthers: readableByOthers(path),
    resolvePath,
    readFile: (other) => readFileSync(resolvePath(other), "utf8"),
  });
  return withKeyFile({ ...config, keyFile: config.keyFile ?? resolvePath(KEY_FILE) }, options);
}

// The first `toolglot keys add` creates it.
async function withKeyFile(config: Config & { readonly keyFile: string }, options: LoadOptions): Promise<Config> {
  const { keyFile, keys } = config;
  if (!existsSync(keyFile)) return config;
  const more = await keysIn(readFileSync(keyFile, "utf8"), keyFile, options);
  const taken = more.find(({ name }) => keys.some((key) => key.name === name));
  if (taken !== undefined)
    throw new Error(`${keyFile} has a key named ${taken.name}, and so has the config; give one of them another name`);
  return { ...config, keys: [...keys, ...more] };
}

// Windows does not have these modes.
function readableByOthers(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
}
