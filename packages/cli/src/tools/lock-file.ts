import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { defaultLockFile, type Lock, LockError, readLock } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { Failure } from "../failure.ts";

/** Where the approved tools are written down: in the user's state folder, unless the user names another file. */
export function lockFileOf(args: Arguments): string {
  const named = args.get("lock");
  return named === undefined ? defaultLockFile({ cwd: process.cwd(), home: homedir() }) : resolve(named);
}

/** What to say of a lock that a project brings along: it would approve its own tools. */
export function ignoredLock(args: Arguments): string | undefined {
  const shipped = join(".toolglot", "tools.lock");
  if (args.has("lock") || !existsSync(shipped)) return undefined;
  return `${shipped} is not used: a project cannot approve its own tools; --lock ${shipped} says that you mean it`;
}

/** The approved tools; nothing where nobody has approved any. */
export async function lockIn(file: string): Promise<Lock | undefined> {
  try {
    return await readLock(file);
  } catch (error) {
    if (error instanceof LockError) throw new Failure(error.message, { file, code: "lock" });
    throw error;
  }
}
