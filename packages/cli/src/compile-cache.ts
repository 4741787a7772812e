import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Keeps compiled code for the next start, from Node 22.1 on: https://nodejs.org/api/module.html#module-compile-cache. It is in a folder of
 * the user, because whoever can write to it decides what is run. Where it cannot be written, there is none.
 */
export function enableCompileCache(): void {
  const { XDG_CACHE_HOME: folder = join(homedir(), ".cache") } = process.env;
  (module as CompileCache).enableCompileCache?.(join(folder, "toolglot", "compile"));
}

/** The types are those of Node 20, which has none. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}
