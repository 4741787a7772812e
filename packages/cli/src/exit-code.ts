/** An exit code of the process. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit codes of every command. */
export const EXIT = { ok: 0, failed: 1, usage: 2, lossy: 3, timeout: 124, interrupted: 130 } as const;
