import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Environment } from "../providers/environment.ts";
import type { Config } from "./config.ts";
import { readConfig } from "./read.ts";

export interface LoadOptions {
  readonly env: Environment;
  /** Called with warnings. */
  readonly warn?: (warning: string) => void;
}

/**
 * Reads a config file. Paths in it are relative to its folder.
 *
 * @example
 * const config = await loadConfig("toolglot.yaml", { env: process.env, warn: console.warn });
 */
export async function loadConfig(path: string, options: LoadOptions): Promise<Config> {
  const text = readFileSync(path, "utf8");
  const resolvePath = (other: string) => resolve(dirname(path), other);
  return readConfig(text, {
    ...options,
    name: path,
    readableByOthers: readableByOthers(path),
    resolvePath,
    readFile: (other) => readFileSync(resolvePath(other), "utf8"),
  });
}

// Windows does not have these modes.
function readableByOthers(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
}
