import { createHash } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import { open, readdir, readlink, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { compareText } from "../compare-text.ts";
import { fileErrorReason } from "../discover/file-error.ts";

/** The state of one file. */
export interface FileRecord {
  readonly sha256: string;
  readonly size: number;
  readonly executable: boolean;
  /** The target of a symbolic link, as written; the other fields describe the file at its end. */
  readonly link?: string;
}

/** All files below a folder, by relative path. */
export type Tree = ReadonlyMap<string, FileRecord>;

/** A folder whose content cannot be recorded. */
export class TreeError extends Error {
  override readonly name: string = "TreeError";
}

/**
 * Reads all files below a folder, given by its real path: a script may load any of them.
 *
 * @example
 * const before = await readTree("/home/ada/project/.toolglot/tools");
 * describeChanges(compareTrees(before, await readTree("/home/ada/project/.toolglot/tools")));
 */
export async function readTree(folder: string): Promise<Tree> {
  // If the folder was replaced by a link, other files would be run than those that were read.
  if ((await realpath(folder)) !== folder) throw new TreeError(`${folder} has become a link`);
  const reader = new TreeReader(folder);
  await reader.readFolder("");
  return new Map([...reader.files].sort(([one], [other]) => compareText(one, other)));
}

/** Paths that differ between two states of a folder. */
export interface TreeChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/**
 * The differences between two states of a folder.
 *
 * @example
 * const file = { sha256: "e3b0c442", size: 0, executable: true };
 * compareTrees(new Map([["old", file]]), new Map([["new", file]])); // { added: ["new"], changed: [], removed: ["old"] }
 */
export function compareTrees(before: Tree, now: Tree): TreeChanges {
  const known = [...now.keys()].filter((path) => before.has(path));
  return {
    added: [...now.keys()].filter((path) => !before.has(path)),
    changed: known.filter((path) => contentOf(before.get(path)) !== contentOf(now.get(path))),
    removed: [...before.keys()].filter((path) => !now.has(path)),
  };
}

// The limits of a tool folder, which is read again before each run.
const MAX_FILES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 16;

function contentOf(file: FileRecord | undefined): string {
  return JSON.stringify([file?.sha256, file?.executable, file?.link]);
}

class TreeReader {
  readonly files = new Map<string, FileRecord>();
  private readonly root: string;
  private bytes = 0;

  constructor(root: string) {
    this.root = root;
  }

  async readFolder(path: string, depth: number = 0): Promise<void> {
    if (depth > MAX_DEPTH) throw new TreeError(`${path}: more than ${MAX_DEPTH} folders deep`);
    for (const entry of await readdir(join(this.root, path), { withFileTypes: true })) {
      const inside = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) await this.readFolder(inside, depth + 1);
      else await this.add(inside, entry);
    }
  }

  private async add(path: string, entry: Dirent): Promise<void> {
    if (this.files.size >= MAX_FILES) throw new TreeError(`it holds more than ${MAX_FILES} files`);
    try {
      this.files.set(path, await this.recordOf(path, entry));
    } catch (error) {
      throw error instanceof TreeError ? error : new TreeError(`${path}: ${fileErrorReason(error)}`);
    }
  }

  private async recordOf(path: string, entry: Dirent): Promise<FileRecord> {
    if (entry.isFile()) return this.readFile(path);
    if (!entry.isSymbolicLink()) throw new TreeError(`${path}: neither a file nor a folder`);
    const link = await readlink(join(this.root, path));
    const end = await realpath(join(this.root, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (end === undefined) return { ...EMPTY_FILE, link };
    if ((await stat(end)).isFile()) return { ...(await this.readFile(path)), link };
    // Targets inside of the folder are read there; targets outside could change unnoticed.
    if (`${relative(this.root, end)}${sep}`.startsWith(`..${sep}`))
      throw new TreeError(`${path}: a link to a folder outside of this one`);
    return { ...EMPTY_FILE, link };
  }

  private async readFile(path: string): Promise<FileRecord> {
    // O_NONBLOCK: the file may have become a named pipe since the folder was listed.
    const file = await open(join(this.root, path), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new TreeError(`${path}: not a regular file`);
      this.bytes += stats.size;
      if (this.bytes > MAX_BYTES) throw new TreeError(`it holds more than ${MAX_BYTES} bytes`);
      const content = await file.readFile();
      const sha256 = createHash("sha256").update(content).digest("hex");
      return { sha256, size: content.length, executable: (stats.mode & 0o111) !== 0 };
    } finally {
      await file.close();
    }
  }
}

const EMPTY_FILE = { sha256: "", size: 0, executable: false };
