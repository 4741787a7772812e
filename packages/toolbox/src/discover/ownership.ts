import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The user that the tools would run as. */
export interface UserIdentity {
  readonly user: number;
  readonly group: number;
}

/** The user of this process; `undefined` on systems without numeric users. */
export function currentUser(): UserIdentity | undefined {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  return user === undefined || group === undefined ? undefined : { user, group };
}

/**
 * Why a file or folder is unsafe: somebody else could have written what would run as this user. sudo and git make the
 * same check.
 */
export function ownershipProblem(
  { uid, gid, mode }: Pick<Stats, "uid" | "gid" | "mode">,
  me: UserIdentity,
): string | undefined {
  if (uid !== me.user && uid !== ROOT) return `it belongs to another user (${uid})`;
  if ((mode & 0o002) !== 0) return "it is world-writable; fix it with chmod o-w";
  // Many systems give each user a group of their own, which may write.
  if ((mode & 0o020) !== 0 && gid !== me.group && gid !== ROOT)
    return `another group (${gid}) may write to it; fix it with chmod g-w`;
  return undefined;
}

const ROOT = 0;

/**
 * A parent folder in which everybody may rename entries, and so replace the path; `undefined` if there is none. With
 * the sticky bit, as in /tmp, only owners may.
 */
export async function writableAncestor(path: string): Promise<string | undefined> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & 0o002) !== 0 && (mode & 0o1000) === 0) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Whether a program has the set-user-id or set-group-id bit. */
export function isSetUserId({ mode }: Pick<Stats, "mode">): boolean {
  return (mode & 0o6000) !== 0;
}
