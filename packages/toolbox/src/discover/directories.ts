import { join, resolve } from "node:path";

/** Where the default folders are. */
export interface DirectoryOptions {
  readonly home: string;
  readonly cwd: string;
  /** Additional folders; relative paths are resolved against `cwd`. */
  readonly extra?: readonly string[];
}

/**
 * The folders that are searched for tools. A later folder overrides an earlier one.
 *
 * @example
 * defaultDirectories({ home: "/home/ada", cwd: "/home/ada/project" }).at(-1); // "/home/ada/project/.toolglot/tools"
 */
export function defaultDirectories({ home, cwd, extra = [] }: DirectoryOptions): string[] {
  const own = [home, cwd].map((folder) => join(folder, ".toolglot", "tools"));
  return [...SYSTEM, ...own, ...extra.map((folder) => resolve(cwd, folder))];
}

// /usr/local, which belongs to the administrator, overrides what the distribution installs.
const SYSTEM = ["/usr/share/toolglot/tools", "/usr/local/share/toolglot/tools"];
