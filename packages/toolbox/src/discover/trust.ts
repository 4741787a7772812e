import type { Stats } from "node:fs";

/** The user that the tools would run as. */
export interface Identity {
  readonly user: number;
  readonly group: number;
}

/** Who this process is; nothing where the system has no such users. */
export function whoami(): Identity | undefined {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  return user === undefined || group === undefined ? undefined : { user, group };
}

/**
 * Why a file or folder is not to be trusted: somebody else could have put there what would run as this user.
 * The same question that sudo and git ask of theirs.
 */
export function distrust({ uid, gid, mode }: Pick<Stats, "uid" | "gid" | "mode">, me: Identity): string | undefined {
  if (uid !== me.user && uid !== ROOT) return `it belongs to another user (${uid})`;
  if ((mode & 0o002) !== 0) return "everybody may write to it; chmod o-w helps";
  // Many systems give each user a group of their own, and let it write.
  if ((mode & 0o020) !== 0 && gid !== me.group && gid !== ROOT)
    return `another group (${gid}) may write to it; chmod g-w helps`;
  return undefined;
}

const ROOT = 0;
