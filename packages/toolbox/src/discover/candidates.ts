import { constants, type Dirent } from "node:fs";
import { access, lstat, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { compareText } from "../compare-text.ts";
import type { Refusal } from "../registry.ts";
import { fileErrorReason } from "./file-error.ts";
import { currentUser, isSetUserId, ownershipProblem, writableAncestor } from "./ownership.ts";
import { isProgram } from "./program.ts";

/** An executable file that may be a tool. */
export interface CandidateFile {
  /** The file's real path. */
  readonly path: string;
  /** The file's name in its folder. */
  readonly file: string;
  readonly directory: string;
  /** The folder itself, with no link on the way. */
  readonly folder: string;
}

/** The content of a folder, sorted by name. */
export interface Listing {
  readonly candidates: readonly CandidateFile[];
  readonly refusals: readonly Refusal[];
}

/** The executable files of a folder that only its owner can write to. */
export async function listCandidates(directory: string, follow: boolean): Promise<Listing> {
  try {
    const folder = await trustedFolder(directory, follow);
    const entries = (await readdir(folder, { withFileTypes: true })).sort((one, other) =>
      compareText(one.name, other.name),
    );
    const found = await Promise.all(entries.map((entry) => examine(entry, { folder, directory, follow })));
    const candidates = found.flatMap((each) => ("reason" in each ? [] : [each]));
    // Every listed file is run with `--schema`: a mistyped `--dir /usr/bin` must not run all programs.
    if (candidates.length > MAX_PROGRAMS)
      throw new SkippedError(
        `it contains more than ${MAX_PROGRAMS} programs; name a folder that contains only tools`,
        "error",
      );
    return { candidates, refusals: found.flatMap((each) => ("reason" in each ? [each] : [])) };
  } catch (error) {
    return { candidates: [], refusals: [refusalOf(directory, error)] };
  }
}

const MAX_PROGRAMS = 500;

interface SearchContext {
  /** The folder itself, with no link on the way. */
  readonly folder: string;
  readonly directory: string;
  readonly follow: boolean;
}

/** A file or folder that is not used, and how serious that is. */
class SkippedError extends Error {
  readonly level: Refusal["level"];

  constructor(reason: string, level: Refusal["level"]) {
    super(reason);
    this.level = level;
  }
}

async function trustedFolder(directory: string, follow: boolean): Promise<string> {
  // A cloned project could contain a link to any folder of the machine.
  if (!follow && (await lstat(directory)).isSymbolicLink()) throw new SkippedError("the folder is a link", "error");
  const folder = await realpath(directory);
  const stats = await stat(folder);
  if (!stats.isDirectory()) throw new SkippedError("it is not a folder", "error");
  rejectUnsafeOwner(stats, "the folder is not used");
  await rejectWritableAncestor(folder, "the folder is not used");
  return folder;
}

async function examine(entry: Dirent, search: SearchContext): Promise<CandidateFile | Refusal> {
  try {
    return await candidateOf(entry, search);
  } catch (error) {
    const refusal = refusalOf(join(search.directory, entry.name), error);
    const isDangling = entry.isSymbolicLink() && codeOf(error) === "ENOENT";
    return isDangling ? { ...refusal, reason: "a broken link", level: "error" } : refusal;
  }
}

async function candidateOf(entry: Dirent, { folder, directory, follow }: SearchContext): Promise<CandidateFile> {
  if (entry.name.startsWith(".")) throw new SkippedError("a hidden file", "info");
  const path = await realpath(join(folder, entry.name));
  if (!follow && !isInside(path, folder))
    throw new SkippedError("a link to a file outside of the folder; --follow allows it", "error");
  const stats = await stat(path);
  if (stats.isDirectory()) throw new SkippedError("a folder, not a file", "info");
  if (!stats.isFile()) throw new SkippedError("not a regular file", "warning");
  if (!(await isExecutable(path))) throw new SkippedError("not executable", "info");
  rejectUnsafeOwner(stats, "not run");
  if (isSetUserId(stats)) throw new SkippedError(SET_USER_ID_MESSAGE, "error");
  if (!(await isProgram(path)))
    throw new SkippedError("not a program: a script needs a first line such as #!/bin/sh", "error");
  // If the target is outside of the folder, whoever can write to its folder could replace it.
  if (!isInside(path, folder)) {
    rejectUnsafeOwner(await stat(dirname(path)), "the folder that it links to is not used");
    await rejectWritableAncestor(dirname(path), "the folder that it links to is not used");
  }
  return { path, file: entry.name, directory, folder };
}

const SET_USER_ID_MESSAGE =
  "not run: it would run with the rights of its owner or group (set-user-id, set-group-id); fix it with chmod u-s,g-s";

async function rejectWritableAncestor(folder: string, consequence: string): Promise<void> {
  const open = currentUser() === undefined ? undefined : await writableAncestor(folder);
  if (open !== undefined)
    throw new SkippedError(
      `${consequence}: its parent folder ${open} is world-writable; fix it with chmod o-w`,
      "error",
    );
}

function rejectUnsafeOwner(stats: Parameters<typeof ownershipProblem>[0], consequence: string): void {
  const me = currentUser();
  const reason = me === undefined ? undefined : ownershipProblem(stats, me);
  if (reason !== undefined) throw new SkippedError(`${consequence}: ${reason}`, "error");
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function isInside(path: string, folder: string): boolean {
  return !`${relative(folder, path)}${sep}`.startsWith(`..${sep}`);
}

function refusalOf(where: string, error: unknown): Refusal {
  if (error instanceof SkippedError) return { where, reason: error.message, level: error.level };
  return { where, reason: fileErrorReason(error), level: codeOf(error) === "ENOENT" ? "info" : "error" };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
