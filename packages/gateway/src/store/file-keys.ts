import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { KeyEntry } from "../config/key-file.ts";
import { LockedError, lock } from "./file-lock.ts";
import type { KeyStore } from "./key-store.ts";

/** How long a change waits for those of other processes, in milliseconds. */
const LOCK_TIMEOUT = 5000;
const LOCK_INTERVAL = 20;

/** Keeps keys in a file, which is replaced at once, so that a gateway never reads a half of it. */
export class FileKeys implements KeyStore {
  private readonly path: string;
  private last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  async list(): Promise<readonly KeyEntry[]> {
    if (!existsSync(this.path)) return [];
    const { keys } = JSON.parse(readFileSync(this.path, "utf8")) as { readonly keys: readonly KeyEntry[] };
    return keys;
  }

  add(entry: KeyEntry): Promise<boolean> {
    return this.change((entries) => (has(entries, entry.name) ? undefined : [...entries, entry]));
  }

  replace(entry: KeyEntry): Promise<boolean> {
    return this.change((entries) => {
      if (!has(entries, entry.name)) return undefined;
      return entries.map((each) => (each.name === entry.name ? entry : each));
    });
  }

  remove(name: string): Promise<boolean> {
    return this.change((entries) => (has(entries, name) ? entries.filter((each) => each.name !== name) : undefined));
  }

  async close(): Promise<void> {}

  // One after the other; the lock is for other processes.
  private change(next: (entries: readonly KeyEntry[]) => readonly KeyEntry[] | undefined): Promise<boolean> {
    const changing = this.last.then(() => this.changeLocked(next));
    this.last = changing.catch(() => undefined);
    return changing;
  }

  private async changeLocked(
    next: (entries: readonly KeyEntry[]) => readonly KeyEntry[] | undefined,
  ): Promise<boolean> {
    const unlock = await this.lock();
    try {
      const entries = next(await this.list());
      if (entries === undefined) return false;
      const temporary = `${this.path}.new`;
      writeFileSync(temporary, `${JSON.stringify({ keys: entries }, undefined, 2)}\n`, { mode: 0o600 });
      renameSync(temporary, this.path);
      return true;
    } finally {
      await unlock();
    }
  }

  private async lock(): Promise<() => Promise<void>> {
    for (const end = Date.now() + LOCK_TIMEOUT; ; await sleep(LOCK_INTERVAL))
      try {
        return await lock(`${this.path}.lock`);
      } catch (error) {
        if (!(error instanceof LockedError) || Date.now() > end) throw error;
      }
  }
}

function has(entries: readonly KeyEntry[], name: string): boolean {
  return entries.some((each) => each.name === name);
}
