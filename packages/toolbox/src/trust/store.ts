import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isObject, type Json, parseJson } from "@toolglot/core";
import { readPrivate, UnsafeFileError, writePrivate } from "./private-file.ts";
import type { FileRecord, Tree } from "./tree.ts";

/** A folder that the user has trusted, and what was in it then. */
export interface TrustRecord {
  /** Its real path. */
  readonly folder: string;
  readonly trustedAt: string;
  readonly files: Tree;
}

/** A record of trust that cannot be relied on, and why. */
export class TrustStoreError extends Error {
  override readonly name: string = "TrustStoreError";
}

/** What the user has trusted: one file per folder, in the user's state folder and never in a project. */
export class TrustStore {
  /** Where the records stand. */
  readonly directory: string;

  constructor(stateFolder: string) {
    this.directory = join(stateFolder, "trust");
  }

  /** The record of a folder; `undefined` where it was never trusted. */
  async read(folder: string): Promise<TrustRecord | undefined> {
    const file = this.fileOf(folder);
    const record = await this.readFile(file);
    // Two paths of one hash do not happen; a file that was copied does.
    if (record !== undefined && record.folder !== folder) throw unreadable(file, "it is about another folder");
    return record;
  }

  async write({ folder, trustedAt, files }: TrustRecord): Promise<void> {
    const record = { version: VERSION, folder, trustedAt, files: Object.fromEntries(files) };
    await writePrivate(this.fileOf(folder), `${JSON.stringify(record, null, 2)}\n`);
  }

  /** Forgets a folder; says whether there was anything to forget. */
  async remove(folder: string): Promise<boolean> {
    return rm(this.fileOf(folder)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return false;
        throw error;
      },
    );
  }

  /** All folders that were trusted, in the order of their paths, and the records that cannot be read. */
  async list(): Promise<{ readonly records: readonly TrustRecord[]; readonly problems: readonly string[] }> {
    const names = await readdir(this.directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    const records: TrustRecord[] = [];
    const problems: string[] = [];
    for (const name of names.filter((each) => each.endsWith(".json")).sort()) {
      try {
        const record = await this.readFile(join(this.directory, name));
        if (record !== undefined) records.push(record);
      } catch (error) {
        if (!(error instanceof TrustStoreError)) throw error;
        problems.push(error.message);
      }
    }
    return { records: records.sort((one, other) => (one.folder < other.folder ? -1 : 1)), problems };
  }

  private fileOf(folder: string): string {
    return join(this.directory, `${createHash("sha256").update(folder).digest("hex")}.json`);
  }

  private async readFile(file: string): Promise<TrustRecord | undefined> {
    try {
      const text = await readPrivate(file);
      return text === undefined ? undefined : parseRecord(parseJson(text), file);
    } catch (error) {
      if (error instanceof TrustStoreError) throw error;
      if (error instanceof UnsafeFileError) throw new TrustStoreError(error.message);
      throw unreadable(file, error instanceof Error ? error.message : String(error));
    }
  }
}

const VERSION = 1;

function parseRecord(value: Json, file: string): TrustRecord {
  if (!isObject(value) || value.version !== VERSION) throw unreadable(file, "not a record that this version knows");
  const { folder, trustedAt, files } = value;
  if (typeof folder !== "string" || typeof trustedAt !== "string" || !isObject(files))
    throw unreadable(file, "parts of it are missing");
  const entries = Object.entries(files).map(([path, record]) => [path, parseFile(record, file)] as const);
  return { folder, trustedAt, files: new Map(entries) };
}

function parseFile(value: Json, file: string): FileRecord {
  if (!isObject(value) || typeof value.sha256 !== "string") throw unreadable(file, "parts of it are missing");
  const { sha256, size, executable, link } = value;
  return {
    sha256,
    size: typeof size === "number" ? size : 0,
    executable: executable === true,
    ...(typeof link === "string" ? { link } : {}),
  };
}

function unreadable(file: string, reason: string): TrustStoreError {
  return new TrustStoreError(`${file}: ${reason}`);
}
