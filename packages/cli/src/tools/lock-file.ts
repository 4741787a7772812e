import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { defaultLockFile, type Lock, LockError, readLock } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { CommandFailure } from "../failure.ts";

/** The lock file: in the user's state folder, unless the user names another file. */
export function lockFileOf(args: Arguments): string {
  const named = args.get("lock");
  return named === undefined ? defaultLockFile({ cwd: process.cwd(), home: homedir() }) : resolve(named);
}

/** The warning for a lock file inside of a project, which would approve its own tools. */
export function ignoredLock(args: Arguments): string | undefined {
  const shipped = join(".toolglot", "tools.lock");
  if (args.has("lock") || !existsSync(shipped)) return undefined;
  return `${shipped} is not used: a project cannot approve its own tools; use --lock ${shipped} to use it anyway`;
}

/** Reads the lock; `undefined` if no tools were approved. */
export async function lockIn(file: string): Promise<Lock | undefined> {
  try {
    return await readLock(file);
  } catch (error) {
    if (error instanceof LockError) throw new CommandFailure(error.message, { file, code: "lock" });
    throw error;
  }
}
