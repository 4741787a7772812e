import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join, relative, sep } from "node:path";
import { stateFolder } from "./state-folder.ts";
import { TrustStore, TrustStoreError } from "./store.ts";
import { compareTrees, readTree, type TreeChanges, TreeError } from "./tree.ts";

/** Returns why a program may not be run now, or `undefined` if it may. Called right before each run. */
export type Guard = () => Promise<string | undefined>;

/** A program and its folder, by their real paths. */
export interface FoundProgram {
  readonly path: string;
  readonly folder: string;
}

/** Returns the guard of a program that needs the user's trust; `undefined` for others. */
export type TrustPolicy = (program: FoundProgram) => Promise<Guard | undefined>;

/** The project, and where trust is stored. */
export interface ProjectTrustOptions {
  readonly cwd?: string;
  readonly home?: string;
  readonly store?: TrustStore;
}

/**
 * Runs the tools of a project only after the user has trusted their folder, and only while no file in it changes.
 * `~/.toolglot/tools` belongs to the user and needs no trust.
 *
 * @example
 * import { homedir } from "node:os";
 * const directories = defaultDirectories({ cwd: process.cwd(), home: homedir() });
 * const { tools, refusals } = await discover({ directories, trust: projectTrust() });
 */
export function projectTrust(options: ProjectTrustOptions = {}): TrustPolicy {
  const { cwd = process.cwd(), home = homedir(), store = new TrustStore(stateFolder({ home })) } = options;
  const check = new CoalescedCheck(store);
  return async ({ path, folder }) => {
    const [project, own] = await Promise.all([toolsIn(cwd), toolsIn(home)]);
    if (project === undefined || project === own) return undefined;
    const isCovered = isInside(path, project) || isInside(folder, project);
    return isCovered ? async () => withHint(await check.run(project)) : undefined;
  };
}

function withHint(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : `${reason}; review the folder, then run: toolglot tools trust`;
}

/**
 * Trusts everything, for folders that the caller vouches for.
 *
 * @example
 * const { tools } = await discover({ directories: ["/opt/tools"], trust: trustAll });
 */
export const trustAll: TrustPolicy = async () => undefined;

/**
 * Why a folder is not trusted as it is now; `undefined` if it is.
 *
 * @example
 * const store = new TrustStore(stateFolder({ home: "/home/ada", env: {} }));
 * await folderTrustProblem("/home/ada/project/.toolglot/tools", store); // "the folder is not trusted yet"
 */
export async function folderTrustProblem(folder: string, store: TrustStore): Promise<string | undefined> {
  try {
    const record = await store.read(folder);
    if (record === undefined) return "the folder is not trusted yet";
    return describeChanges(compareTrees(record.files, await readTree(folder)));
  } catch (error) {
    if (error instanceof TreeError) return `the folder cannot be trusted: ${error.message}`;
    if (error instanceof TrustStoreError) return `the trust record cannot be used: ${error.message}`;
    return `the folder cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Describes the changes of a folder; `undefined` if there are none.
 *
 * @example
 * describeChanges({ added: ["now"], changed: [], removed: [] }); // "the folder has changed since it was trusted (new: now)"
 */
export function describeChanges({ added, changed, removed }: TreeChanges): string | undefined {
  const parts = [
    ...(changed.length === 0 ? [] : [`changed: ${listed(changed)}`]),
    ...(added.length === 0 ? [] : [`new: ${listed(added)}`]),
    ...(removed.length === 0 ? [] : [`removed: ${listed(removed)}`]),
  ];
  return parts.length === 0 ? undefined : `the folder has changed since it was trusted (${parts.join("; ")})`;
}

const MAX_LISTED = 5;

function listed(paths: readonly string[]): string {
  const more = paths.length > MAX_LISTED ? [`and ${paths.length - MAX_LISTED} more`] : [];
  return [...paths.slice(0, MAX_LISTED), ...more].join(", ");
}

async function toolsIn(folder: string): Promise<string | undefined> {
  return realpath(join(folder, ".toolglot", "tools")).catch(() => undefined);
}

function isInside(path: string, folder: string): boolean {
  return !`${relative(folder, path)}${sep}`.startsWith(`..${sep}`);
}

/**
 * Shares one check of a folder among callers that arrive before it starts; never returns the result of an earlier
 * check.
 */
class CoalescedCheck {
  private readonly store: TrustStore;
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly waiting = new Map<string, Promise<string | undefined>>();

  constructor(store: TrustStore) {
    this.store = store;
  }

  run(folder: string): Promise<string | undefined> {
    const waiting = this.waiting.get(folder);
    if (waiting !== undefined) return waiting;
    const next = Promise.resolve(this.running.get(folder)).then(() => this.begin(folder));
    this.waiting.set(folder, next);
    return next;
  }

  private begin(folder: string): Promise<string | undefined> {
    this.waiting.delete(folder);
    const check = folderTrustProblem(folder, this.store);
    this.running.set(folder, check);
    return check;
  }
}
