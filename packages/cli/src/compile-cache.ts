import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Keeps compiled code for the next start, from Node 22.1 on: https://nodejs.org/api/module.html#module-compile-cache. It is in a folder of
 * the user, because whoever can write to it decides what is run. Where it cannot be written, there is none.
 */
export function enableCompileCache(
  { enableCompileCache, flushCompileCache }: CompileCache = module as CompileCache,
): void {
  const { XDG_CACHE_HOME: folder = join(homedir(), ".cache") } = process.env;
  enableCompileCache?.(join(folder, "toolglot", "compile"));
  if (flushCompileCache !== undefined) setTimeout(flushCompileCache, STARTED_MS).unref();
}

/** When a gateway has started. Node writes the cache as a process ends, which one that is killed does not do itself. */
const STARTED_MS = 1000;

/** What Node has of it: 20 has nothing, and `flushCompileCache` came with 22.10. */
export interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly flushCompileCache?: () => void;
}
