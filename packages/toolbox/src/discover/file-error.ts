/** Why the system would not let us at a file, in words. */
export function fileErrorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return MESSAGES[code] ?? error.message;
}

const MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  ELOOP: "a link that leads in a circle",
  ENOTDIR: "it is no folder",
};
