import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { Entry } from "./file-index.ts";
import { LogFile } from "./file-log.ts";

/** A new file, and the offset of each response in it. */
export interface Compacted {
  readonly log: LogFile;
  readonly moved: readonly (readonly [Entry, number])[];
}

/** Replaces the file by one with the current responses only. The old one can be read until it is closed. */
export async function compact(file: string, old: LogFile, entries: readonly Entry[]): Promise<Compacted> {
  const log = await LogFile.open(`${file}.new`, { truncate: true });
  try {
    const moved = await copy(old, log, entries);
    await log.sync();
    await rename(`${file}.new`, file);
    return { log, moved };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** Syncs a file's folder, so that a new or renamed file survives a crash. */
export async function syncFolder(file: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const folder = await open(dirname(file), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function copy(old: LogFile, fresh: LogFile, entries: readonly Entry[]): Promise<[Entry, number][]> {
  const moved: [Entry, number][] = [];
  for (const entry of entries) {
    if (entry.line !== undefined) continue;
    moved.push([entry, await fresh.append(await old.read(entry.offset, entry.length))]);
  }
  return moved;
}
