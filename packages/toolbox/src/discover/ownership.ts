import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The user that the tools would run as. */
export interface UserIdentity {
  readonly user: number;
  readonly group: number;
}

/** Who this process is; nothing where the system has no such users. */
export function currentUser(): UserIdentity | undefined {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  return user === undefined || group === undefined ? undefined : { user, group };
}

/**
 * Why a file or folder is not to be trusted: somebody else could have put there what would run as this user.
 * The same question that sudo and git ask of theirs.
 */
export function ownershipProblem(
  { uid, gid, mode }: Pick<Stats, "uid" | "gid" | "mode">,
  me: UserIdentity,
): string | undefined {
  if (uid !== me.user && uid !== ROOT) return `it belongs to another user (${uid})`;
  if ((mode & 0o002) !== 0) return "everybody may write to it; chmod o-w helps";
  // Many systems give each user a group of their own, and let it write.
  if ((mode & 0o020) !== 0 && gid !== me.group && gid !== ROOT)
    return `another group (${gid}) may write to it; chmod g-w helps`;
  return undefined;
}

const ROOT = 0;

/**
 * A folder on the way to a path in which everybody may rename what stands there, and so put something else in its place;
 * `undefined` where there is none. In one with the sticky bit, such as /tmp, only owners may.
 */
export async function writableAncestor(path: string): Promise<string | undefined> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & 0o002) !== 0 && (mode & 0o1000) === 0) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Whether a program runs with the rights of its owner or group instead of those of who starts it. */
export function isSetUserId({ mode }: Pick<Stats, "mode">): boolean {
  return (mode & 0o6000) !== 0;
}
