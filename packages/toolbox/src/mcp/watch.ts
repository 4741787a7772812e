import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Calls back each time that a file of some folders came, went or changed; returns what ends it. */
export function watchFolders(folders: readonly string[], onChange: () => void, interval: number = 1_000): () => void {
  // Looked at again and again: events of the file system differ by system, and miss folders that come later.
  let before = snapshot(folders);
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    const now = snapshot(folders);
    const isSame = (await now) === (await before);
    before = now;
    isLooking = false;
    if (!isSame) onChange();
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}

async function snapshot(folders: readonly string[]): Promise<string> {
  const files = await Promise.all(folders.map(filesIn));
  return JSON.stringify(await Promise.all(files.flat().map(fileState)));
}

async function filesIn(folder: string): Promise<string[]> {
  // A folder that is not there has no files.
  const names = await readdir(folder).catch(() => []);
  return [folder, ...names.sort().map((name) => join(folder, name))];
}

async function fileState(file: string): Promise<readonly unknown[]> {
  const found = await stat(file).catch(() => undefined);
  return [file, found?.ino, found?.size, found?.mode, found?.mtimeMs, found?.ctimeMs];
}
