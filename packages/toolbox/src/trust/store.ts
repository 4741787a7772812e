import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isObject, type Json, parseJson } from "@toolglot/core";
import { readPrivate, UnsafeFileError, writePrivate } from "./private-file.ts";
import type { FileRecord, Tree } from "./tree.ts";

/** A trusted folder and its content at that time. */
export interface TrustRecord {
  /** The folder's real path. */
  readonly folder: string;
  readonly trustedAt: string;
  readonly files: Tree;
}

/** A trust record that cannot be used. */
export class TrustStoreError extends Error {
  override readonly name: string = "TrustStoreError";
}

/** The user's trusted folders: one file per folder, in the user's state folder and never in a project. */
export class TrustStore {
  /** The folder with the records. */
  readonly directory: string;

  constructor(stateFolder: string) {
    this.directory = join(stateFolder, "trust");
  }

  /** The record of a folder; `undefined` if it was never trusted. */
  async read(folder: string): Promise<TrustRecord | undefined> {
    const file = this.fileOf(folder);
    const record = await this.readFile(file);
    // Hash collisions do not happen; copied files do.
    if (record !== undefined && record.folder !== folder) throw unreadable(file, "it belongs to another folder");
    return record;
  }

  async write({ folder, trustedAt, files }: TrustRecord): Promise<void> {
    const record = { version: VERSION, folder, trustedAt, files: Object.fromEntries(files) };
    await writePrivate(this.fileOf(folder), `${JSON.stringify(record, null, 2)}\n`);
  }

  /** Removes a record. Resolves to whether there was one. */
  async remove(folder: string): Promise<boolean> {
    return rm(this.fileOf(folder)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return false;
        throw error;
      },
    );
  }

  /** All records, sorted by folder, and the problems of those that cannot be read. */
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
  if (!isObject(value) || value.version !== VERSION) throw unreadable(file, "not a record that this version can read");
  const { folder, trustedAt, files } = value;
  if (typeof folder !== "string" || typeof trustedAt !== "string" || !isObject(files))
    throw unreadable(file, "fields are missing");
  const entries = Object.entries(files).map(([path, record]) => [path, parseFile(record, file)] as const);
  return { folder, trustedAt, files: new Map(entries) };
}

function parseFile(value: Json, file: string): FileRecord {
  if (!isObject(value) || typeof value.sha256 !== "string") throw unreadable(file, "fields are missing");
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
