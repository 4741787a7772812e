/** Why something cannot be written, for people. */
export function writeFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = "" }: NodeJS.ErrnoException = error;
  return REASONS[code] ?? error.message;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "its folder is a file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
};
