import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Environment } from "../providers/environment.ts";
import type { Config } from "./config.ts";
import { readConfig } from "./read.ts";

/** What a config is loaded with. */
export interface LoadOptions {
  readonly env: Environment;
  /** Told of what is no mistake, but unwise. */
  readonly warn?: (warning: string) => void;
}

/** Reads the config in a file; the files that it names are found from where it stands. */
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

// Windows has no such modes: there every file looks open.
function readableByOthers(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
}
