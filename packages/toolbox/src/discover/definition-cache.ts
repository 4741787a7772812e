import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isObject, type Json, JsonError, parseJson, stringifyJson } from "@toolglot/core";
import { readPrivate, UnsafeFileError, writePrivate } from "../trust/private-file.ts";

/** What a program printed for `--schema`, or how long it was waited for in vain, in milliseconds. */
export type Answer =
  | { readonly type: "definition"; readonly text: string }
  | { readonly type: "timeout"; readonly timeout: number };

/** An answer, and how long it is remembered. */
export interface RememberedAnswer {
  readonly answer: Answer;
  readonly until: Date;
}

/** How answers are remembered. */
export interface DefinitionCacheOptions {
  /** Whether to ask every program again, and remember the new answers. */
  readonly refresh?: boolean;
  /** The time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
}

/**
 * The answers of programs to `--schema`, in the user's state folder and never in a project. A key contains the hash of
 * the program, so that a changed program is asked again.
 */
export class DefinitionCache {
  private readonly directory: string;
  private readonly refresh: boolean;
  private readonly now: () => number;

  constructor(stateFolder: string, { refresh = false, now = Date.now }: DefinitionCacheOptions = {}) {
    this.directory = join(stateFolder, "definitions");
    this.refresh = refresh;
    this.now = now;
  }

  /** The answer with this key, unless it is too old. */
  async read(key: string): Promise<RememberedAnswer | undefined> {
    const entry = this.refresh ? undefined : await this.entry(key);
    if (entry === undefined) return undefined;
    const until = entry.at + MAX_AGE[entry.answer.type];
    // A clock that was set back must not keep an answer for years.
    const isCurrent = entry.at <= this.now() && this.now() < until;
    return isCurrent ? { answer: entry.answer, until: new Date(until) } : undefined;
  }

  /** Remembers an answer. That it cannot be written is no reason to fail: the program is asked again. */
  async write(key: string, answer: Answer): Promise<void> {
    const entry = { version: VERSION, at: this.now(), ...answer };
    try {
      await writePrivate(this.fileOf(key), `${stringifyJson(entry)}\n`);
      await this.prune();
    } catch (error) {
      if (!(error instanceof UnsafeFileError) && (error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }

  private async entry(key: string): Promise<Entry | undefined> {
    try {
      const text = await readPrivate(this.fileOf(key));
      return text === undefined ? undefined : readEntry(parseJson(text));
    } catch (error) {
      // An entry that somebody else could have written, or that is damaged, is not used.
      const isUnusable = error instanceof UnsafeFileError || error instanceof JsonError;
      if (isUnusable || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
      throw error;
    }
  }

  private fileOf(key: string): string {
    return join(this.directory, `${key}.json`);
  }

  // Every changed program leaves an entry that is never read again.
  private async prune(): Promise<void> {
    const names = await readdir(this.directory);
    if (names.length <= MAX_ENTRIES) return;
    const files = await Promise.all(
      names.map(async (name) => {
        const file = join(this.directory, name);
        const stats = await stat(file).catch(() => undefined);
        return { file, modified: stats?.mtimeMs ?? 0 };
      }),
    );
    const oldest = files.sort((one, other) => one.modified - other.modified).slice(0, names.length - MAX_ENTRIES / 2);
    await Promise.all(oldest.map(({ file }) => rm(file, { force: true })));
  }
}

interface Entry {
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly answer: Answer;
}

const VERSION = 1;
const MAX_ENTRIES = 1000;
const HOUR = 3_600_000;

/**
 * How long answers are remembered, in milliseconds. A definition may depend on files elsewhere, such as an installed
 * package, which the key does not cover.
 */
const MAX_AGE: Readonly<Record<Answer["type"], number>> = { definition: 24 * HOUR, timeout: HOUR };

function readEntry(value: Json): Entry | undefined {
  if (!isObject(value) || value.version !== VERSION || typeof value.at !== "number") return undefined;
  const { type, text, timeout, at } = value;
  if (type === "definition" && typeof text === "string") return { at, answer: { type, text } };
  return type === "timeout" && typeof timeout === "number" ? { at, answer: { type, timeout } } : undefined;
}
