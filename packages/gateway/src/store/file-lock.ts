import { randomUUID } from "node:crypto";
import { link, readFile, rename, unlink, writeFile } from "node:fs/promises";

/** Another process uses the file. */
export class LockedError extends Error {
  override readonly name: string = "LockedError";
}

/** Takes a lock file, also from a process that is dead; the result releases it. */
export async function lock(path: string): Promise<() => Promise<void>> {
  const own = JSON.stringify({ pid: process.pid, began: await startTimeOf(process.pid), owner: randomUUID() });
  if (!(await create(path, own))) {
    await removeStale(path);
    if (!(await create(path, own))) throw new LockedError("it was just taken by another process");
  }
  return async () => {
    if ((await textOf(path)) === own) await unlink(path);
    // Before that, it would seem to be the lock of a dead process.
    held.delete(own);
  };
}

// It is linked to its name after it is written, so that no other process finds it empty.
async function create(path: string, text: string): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, text, { flag: "wx", mode: 0o600 });
  // After that, it would seem to be the lock of a dead process to whoever reads it first.
  held.add(text);
  try {
    await link(aside, path);
    return true;
  } catch (error) {
    held.delete(text);
    if (isCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    await unlink(aside);
  }
}

/** The locks of this process; an earlier process may have had the same pid. */
const held = new Set<string>();

// Two processes may find the same stale lock. One may then move the other's new lock away, and puts it back.
async function removeStale(path: string): Promise<void> {
  const found = await textOf(path);
  if (found === undefined) return;
  if (await isHeld(found)) throw new LockedError(`process ${ownerOf(found)?.pid ?? "?"} uses it`);
  // Its owner may have released it meanwhile.
  const now = await textOf(path);
  if (now === undefined) return;
  if (now !== found) throw new LockedError("it was just taken by another process");
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (isCode(error, "ENOENT")) return;
    throw error;
  }
  if ((await textOf(aside)) === found) await unlink(aside);
  else {
    await rename(aside, path);
    throw new LockedError("it was just taken by another process");
  }
}

async function isHeld(text: string): Promise<boolean> {
  const owner = ownerOf(text);
  if (owner === undefined) return false;
  if (owner.pid === process.pid) return held.has(text);
  return isAlive(owner.pid) && (await startTimeOf(owner.pid)) === owner.began;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
  }
}

// Pids are reused; on Linux, the start time distinguishes processes too.
async function startTimeOf(pid: number): Promise<string> {
  const stat = (await textOf(`/proc/${pid}/stat`)) ?? "";
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function ownerOf(text: string): { readonly pid: number; readonly began: string } | undefined {
  try {
    const { pid, began } = JSON.parse(text) as { pid?: unknown; began?: unknown };
    return typeof pid === "number" && typeof began === "string" ? { pid, began } : undefined;
  } catch {
    // Not a lock of this program.
    return undefined;
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT") || isCode(error, "ESRCH") || isCode(error, "EACCES")) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
