import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Calls back when a file in one of the folders was added, removed or changed. Returns a function that stops watching.
 *
 * @example
 * const source = new ToolSource(new Registry([]));
 * const stop = watchFolders(["tools"], async () => {
 *   const { tools } = await discover({ directories: ["tools"] });
 *   source.replace(new Registry(tools));
 * });
 */
export function watchFolders(folders: readonly string[], onChange: () => void, interval: number = 1_000): () => void {
  // Polled: file system events differ by platform, and miss folders that are created later.
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
  // A missing folder has no files.
  const names = await readdir(folder).catch(() => []);
  return [folder, ...names.sort().map((name) => join(folder, name))];
}

async function fileState(file: string): Promise<readonly unknown[]> {
  const found = await stat(file).catch(() => undefined);
  return [file, found?.ino, found?.size, found?.mode, found?.mtimeMs, found?.ctimeMs];
}
