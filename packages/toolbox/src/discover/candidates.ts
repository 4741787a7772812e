import { constants, type Dirent } from "node:fs";
import { access, lstat, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Refusal } from "../registry.ts";
import { fileErrorReason } from "./file-error.ts";
import { currentUser, isSetUserId, ownershipProblem, writableAncestor } from "./ownership.ts";
import { isProgram } from "./program.ts";

/** A file that may be a tool. */
export interface Candidate {
  /** The file itself, with no link on the way. */
  readonly path: string;
  /** Its name in the folder. */
  readonly file: string;
  readonly directory: string;
  /** The folder itself, with no link on the way. */
  readonly folder: string;
}

/** What stands in a folder, in the order of the names. */
export interface Listing {
  readonly candidates: readonly Candidate[];
  readonly refusals: readonly Refusal[];
}

/** The executable files of a folder that can be trusted. */
export async function listCandidates(directory: string, follow: boolean): Promise<Listing> {
  try {
    const folder = await trustedFolder(directory, follow);
    const entries = (await readdir(folder, { withFileTypes: true })).sort(byName);
    const found = await Promise.all(entries.map((entry) => examine(entry, { folder, directory, follow })));
    const candidates = found.flatMap((each) => ("reason" in each ? [] : [each]));
    // Every file would be run: not those of /usr/bin, because somebody mistyped a folder.
    if (candidates.length > MAX_PROGRAMS)
      throw new SkippedError(`more than ${MAX_PROGRAMS} programs are no folder of tools`, "error");
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

/** Thrown where something is left out; not every reason is bad news. */
class SkippedError extends Error {
  readonly level: Refusal["level"];

  constructor(reason: string, level: Refusal["level"]) {
    super(reason);
    this.level = level;
  }
}

async function trustedFolder(directory: string, follow: boolean): Promise<string> {
  // A project that somebody else wrote could bring a link to any folder of the machine.
  if (!follow && (await lstat(directory)).isSymbolicLink()) throw new SkippedError("the folder is a link", "error");
  const folder = await realpath(directory);
  const stats = await stat(folder);
  if (!stats.isDirectory()) throw new SkippedError("it is no folder", "error");
  rejectUnsafeOwner(stats, "the folder is not used");
  await rejectWritableAncestor(folder, "the folder is not used");
  return folder;
}

async function examine(entry: Dirent, search: SearchContext): Promise<Candidate | Refusal> {
  try {
    return await candidateOf(entry, search);
  } catch (error) {
    const refusal = refusalOf(join(search.directory, entry.name), error);
    const isDangling = entry.isSymbolicLink() && codeOf(error) === "ENOENT";
    return isDangling ? { ...refusal, reason: "a link that leads nowhere", level: "error" } : refusal;
  }
}

async function candidateOf(entry: Dirent, { folder, directory, follow }: SearchContext): Promise<Candidate> {
  if (entry.name.startsWith(".")) throw new SkippedError("a hidden file", "info");
  const path = await realpath(join(folder, entry.name));
  if (!follow && !isInside(path, folder)) throw new SkippedError("a link that leads out of the folder", "error");
  const stats = await stat(path);
  if (stats.isDirectory()) throw new SkippedError("a folder, and no file", "info");
  if (!stats.isFile()) throw new SkippedError("no regular file", "warning");
  if (!(await isExecutable(path))) throw new SkippedError("not executable", "info");
  rejectUnsafeOwner(stats, "not run");
  if (isSetUserId(stats)) throw new SkippedError(SET_USER_ID_MESSAGE, "error");
  if (!(await isProgram(path)))
    throw new SkippedError("no program: a script needs a first line such as #!/bin/sh", "error");
  // Where a link leads out, whoever may write to that folder could change what it leads to.
  if (!isInside(path, folder)) {
    rejectUnsafeOwner(await stat(dirname(path)), "the folder that it links to is not used");
    await rejectWritableAncestor(dirname(path), "the folder that it links to is not used");
  }
  return { path, file: entry.name, directory, folder };
}

const SET_USER_ID_MESSAGE =
  "not run: it would have the rights of its owner or group (set-user-id, set-group-id); chmod u-s,g-s helps";

async function rejectWritableAncestor(folder: string, consequence: string): Promise<void> {
  const open = currentUser() === undefined ? undefined : await writableAncestor(folder);
  if (open !== undefined)
    throw new SkippedError(
      `${consequence}: everybody may write to ${open}, in which it stands; chmod o-w helps`,
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

// By code units: the same order on every machine.
function byName({ name: one }: Dirent, { name: other }: Dirent): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
