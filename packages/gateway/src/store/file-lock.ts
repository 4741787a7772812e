import { randomUUID } from "node:crypto";
import { link, readFile, rename, unlink, writeFile } from "node:fs/promises";

/** Somebody else has the file. */
export class LockedError extends Error {
  override readonly name: string = "LockedError";
}

/** Takes a lock file, also from a process that is no more; the result gives it back. */
export async function lock(path: string): Promise<() => Promise<void>> {
  const own = JSON.stringify({ pid: process.pid, began: await beginningOf(process.pid), owner: randomUUID() });
  if (!(await created(path, own))) {
    await takeAway(path);
    if (!(await created(path, own))) throw new LockedError("it was just taken by another process");
  }
  return async () => {
    held.delete(own);
    if ((await textOf(path)) === own) await unlink(path);
  };
}

// It gets its name when it is written, so that nobody finds it empty.
async function created(path: string, text: string): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, text, { flag: "wx", mode: 0o600 });
  try {
    await link(aside, path);
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    await unlink(aside);
  }
  held.add(text);
  return true;
}

/** The locks that this process has taken: its own number alone may be that of one before it. */
const held = new Set<string>();

// Of two that find the same old lock, one may move away what the other has put there since: then it puts it back.
async function takeAway(path: string): Promise<void> {
  const found = await textOf(path);
  if (found === undefined) return;
  if (await isHeld(found)) throw new LockedError(`process ${ownerOf(found)?.pid ?? "?"} uses it`);
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside);
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
  return isAlive(owner.pid) && (await beginningOf(owner.pid)) === owner.began;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
  }
}

// Numbers of processes are given out again; where the system tells when one began, it is known by that too.
async function beginningOf(pid: number): Promise<string> {
  const stat = (await textOf(`/proc/${pid}/stat`)) ?? "";
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function ownerOf(text: string): { readonly pid: number; readonly began: string } | undefined {
  try {
    const { pid, began } = JSON.parse(text) as { pid?: unknown; began?: unknown };
    return typeof pid === "number" && typeof began === "string" ? { pid, began } : undefined;
  } catch {
    // Nobody's: not what a process writes here.
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
