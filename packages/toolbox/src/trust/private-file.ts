import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { currentUser, ownershipProblem, writableAncestor } from "../discover/ownership.ts";

/** A file that other users could have written. */
export class UnsafeFileError extends Error {
  override readonly name: string = "UnsafeFileError";
}

/** Reads a file that only its owner can write; `undefined` if there is none. Throws an `UnsafeFileError` otherwise. */
export async function readPrivate(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text !== undefined) for (const path of [file, dirname(file)]) await checkOwnership(path);
  return text;
}

/** Writes a file atomically, readable only by its owner. */
export async function writePrivate(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await checkOwnership(folder);
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: "wx" });
    // The umask may have removed permissions.
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function checkOwnership(path: string): Promise<void> {
  const me = currentUser();
  const reason = me === undefined ? undefined : ownershipProblem(await stat(path), me);
  if (reason !== undefined) throw new UnsafeFileError(`${path} is not used: ${reason}`);
  const open = me === undefined ? undefined : await writableAncestor(path);
  if (open !== undefined) throw new UnsafeFileError(`${path} is not used: ${open} is world-writable`);
}
