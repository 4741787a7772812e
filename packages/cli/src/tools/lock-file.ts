import { resolve } from "node:path";
import { defaultLockFile, type Lock, LockError, readLock } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { Failure } from "../failure.ts";

/** Where the approved tools are written down: the project's file, unless the user names another. */
export function lockFileOf(args: Arguments): string {
  const named = args.get("lock");
  return named === undefined ? defaultLockFile(process.cwd()) : resolve(named);
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
