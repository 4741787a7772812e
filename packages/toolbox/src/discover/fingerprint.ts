import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The SHA-256 of a program; `undefined` if it cannot be read. */
export async function programHash(path: string): Promise<string | undefined> {
  // O_NONBLOCK: the file may have become a named pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return undefined;
  const hash = createHash("sha256");
  try {
    const { isRegular, size } = await file.stat().then((stats) => ({ isRegular: stats.isFile(), size: stats.size }));
    if (!isRegular || size > MAX_PROGRAM) return undefined;
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
    return hash.digest("hex");
  } finally {
    await file.close();
  }
}

/**
 * The state of the files that a folder's programs may load: all but the programs themselves, which have a hash of their
 * own. `undefined` if there are too many of them.
 */
export async function helpersFingerprint(folder: string): Promise<string | undefined> {
  const folders = [folder];
  const files: string[] = [];
  for (const each of folders) {
    for (const entry of await readdir(each, { withFileTypes: true }))
      (entry.isDirectory() ? folders : files).push(join(each, entry.name));
    if (folders.length + files.length > MAX_HELPERS) return undefined;
  }
  return hashOf(await Promise.all(files.sort().map((path) => stateOf(path, folder))));
}

/** The hash of a JSON value. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

const MAX_PROGRAM = 256 * 1024 * 1024;
const MAX_HELPERS = 2000;

async function stateOf(path: string, folder: string): Promise<unknown> {
  const stats = await stat(path).catch(() => undefined);
  const isProgram = stats !== undefined && (stats.mode & 0o111) !== 0 && dirname(path) === folder;
  return isProgram ? null : [path, stats?.size, stats?.mtimeMs, stats?.ino];
}
