/** The message for an error of the file system. */
export function fileErrorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return MESSAGES[code] ?? error.message;
}

const MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  ELOOP: "a circular link",
  ENOTDIR: "it is not a folder",
};
