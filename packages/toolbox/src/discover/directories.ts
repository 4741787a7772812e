import { join, resolve } from "node:path";

/** Whose folders are looked into. */
export interface DirectoryOptions {
  readonly home: string;
  readonly cwd: string;
  /** Further folders, as they were named. */
  readonly extra?: readonly string[];
}

/**
 * The folders that tools are looked for in. What stands in a later one wins.
 *
 * @example
 * defaultDirectories({ home: "/home/ada", cwd: "/home/ada/project" }).at(-1); // "/home/ada/project/.toolglot/tools"
 */
export function defaultDirectories({ home, cwd, extra = [] }: DirectoryOptions): string[] {
  const own = [home, cwd].map((folder) => join(folder, ".toolglot", "tools"));
  return [...SYSTEM, ...own, ...extra.map((folder) => resolve(cwd, folder))];
}

// What a machine's owner installs wins over what its distribution brings, as everywhere under /usr/local.
const SYSTEM = ["/usr/share/toolglot/tools", "/usr/local/share/toolglot/tools"];
